import { text } from 'node:stream/consumers'
import { password as askHidden } from '@clack/prompts'
import { Failure, Interrupt } from './failure.ts'
import type { Run } from './run.ts'

/** The service's rules, shown before a password is typed. The service enforces them. */
export const passwordRules = '8 to 128 characters, and is not your address, your name or one that many use'
const shortest = 8
const longest = 128

/** Reads an existing password. */
export function givePassword(run: Run): Promise<string> {
  return fromScript(run) ?? ask(run, 'Password', isMissing)
}

/** Reads a new password, typed twice at a terminal. @throws Failure when the two differ. */
export async function chooseNewPassword(run: Run): Promise<string> {
  const given = fromScript(run)
  if (given) return given
  process.stderr.write(`A password has ${passwordRules}.\n`)
  const password = await ask(run, 'Password', problemOf)
  const again = await ask(run, 'Password again', isMissing)
  if (again !== password) throw new Failure(1, 'passwords_differ', 'The two passwords differ.')
  return password
}

/** Reads the environment, or the first line of stdin; undefined if stdin is a terminal. */
function fromScript({ config }: Run): Promise<string> | undefined {
  if (config.password) return Promise.resolve(config.password)
  return process.stdin.isTTY ? undefined : firstLine()
}

async function firstLine(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
  if (line) return line
  throw new Failure(2, 'usage', 'No password came: give it in CLIPWRIGHT_PASSWORD or on stdin.')
}

async function ask(
  { signal }: Run,
  message: string,
  validate: (value: string | undefined) => string | undefined,
): Promise<string> {
  const value = await askHidden({ message, output: process.stderr, signal, validate })
  if (typeof value === 'symbol') throw new Interrupt('SIGINT')
  return value
}

const isMissing = (value: string | undefined) => (value ? undefined : 'It is needed.')

function problemOf(value = ''): string | undefined {
  const { length } = Array.from(value)
  if (length < shortest) return `It has at least ${shortest} characters.`
  return length > longest ? `It has at most ${longest} characters.` : undefined
}
