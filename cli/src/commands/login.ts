import { text as ask } from '@clack/prompts'
import { toTokens } from '@clipwright/client'
import type { Command } from 'commander'
import { toSession } from '../access-token.ts'
import { Failure, Interrupt, toFailure, withHint } from '../failure.ts'
import { chooseNewPassword, givePassword, passwordRules } from '../new-password.ts'
import { good } from '../report.ts'
import type { Run, Start } from '../run.ts'

interface Options {
  email?: string
  register?: boolean
}

export function addLogin(program: Command, start: Start): void {
  program
    .command('login')
    .description('log in, or create an account')
    .option('--register', 'create the account first')
    .option('--email <address>', 'the address, instead of a question')
    .addHelpText(
      'after',
      `
A password has ${passwordRules}.
It is asked for, hidden; scripts give it in CLIPWRIGHT_PASSWORD or as the first line of stdin, and the code
of a second factor in CLIPWRIGHT_MFA_CODE.

Examples:
  $ clipwright login --register
  $ clipwright login --email ada@example.org < password.txt`,
    )
    .action((options: Options, command: Command) => start(command, (run) => logIn(run, options)))
}

async function logIn(run: Run, { email: given, register = false }: Options): Promise<void> {
  const { url, anonymous, sessions, report, signal } = run
  warnIfOpen(run)
  const email = given ?? (await askEmail(signal))
  const password = register ? await chooseNewPassword(run) : await givePassword(run)
  const body = { email, password, session_mode: 'token' as const }
  try {
    const pair = register
      ? await anonymous.POST('/api/v1/auth/register', { body, signal })
      : await anonymous.POST('/api/v1/auth/login', { body, signal })
    if ('verification_required' in pair) {
      const next = `Follow the link in the mail to ${email} (or: clipwright link LINK), then: clipwright login --email ${email}`
      return report.finish({ url, email, registered: true, verification_required: true }, good(next))
    }
    const tokens = 'mfa_token' in pair ? await passSecondFactor(run, pair.mfa_token) : pair
    await sessions.locked(() => sessions.save(url, toSession(email, toTokens(tokens))))
  } catch (error) {
    const failure = toFailure(error, url)
    if (failure.code === 'email_taken') throw withHint(failure, `Log in: clipwright login --email ${email}`)
    if (failure.code === 'invalid_credentials') {
      throw withHint(failure, 'Try again, or create an account: clipwright login --register')
    }
    throw failure
  }
  const text = register
    ? `Welcome! ${email} is registered and logged in at ${url}.`
    : `Logged in as ${email} at ${url}.`
  report.finish({ url, email, registered: register }, good(text))
}

/** A code of six digits is one of an authenticator app; anything else is a recovery code. */
async function passSecondFactor({ anonymous, config, signal }: Run, mfa_token: string) {
  const typed = config.mfa_code ?? (await askCode(signal))
  const code = typed.replaceAll(/[\s-]/g, '')
  const factor = /^\d{6}$/.test(code) ? { code } : { recovery_code: code }
  return anonymous.POST('/api/v1/auth/mfa', { body: { mfa_token, session_mode: 'token', ...factor }, signal })
}

async function askCode(signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Failure(2, 'usage', 'This account has a second factor: give a code in CLIPWRIGHT_MFA_CODE.')
  }
  const message = 'Code of your authenticator app, or a recovery code'
  return answer(await ask({ message, output: process.stderr, signal, validate: isMissing }))
}

async function askEmail(signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) throw new Failure(2, 'usage', 'Who logs in? Give --email.')
  return answer(await ask({ message: 'E-mail', output: process.stderr, signal, validate: isMissing }))
}

/** Returns an answer; the prompt returns a symbol for Ctrl-C. @throws Interrupt */
function answer(value: string | symbol): string {
  if (typeof value === 'symbol') throw new Interrupt('SIGINT')
  return value
}

const isMissing = (value: string | undefined) => (value ? undefined : 'It is needed.')

function warnIfOpen({ url, report }: Run): void {
  const { protocol, hostname } = new URL(url)
  const isNear = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  if (protocol === 'http:' && !isNear) {
    report.warn(`${url} is not encrypted: others on the way can read the password. Use https.`)
  }
}
