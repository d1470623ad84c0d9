import type { Command } from 'commander'
import { Option } from 'commander'
import { Failure } from '../failure.ts'
import { chooseNewPassword } from '../new-password.ts'
import { good } from '../report.ts'
import type { Run, Start } from '../run.ts'

/** The purposes of mailed links, by the page that they open. */
const pages = {
  verify: 'verify',
  'reset-password': 'reset',
  'confirm-password': 'change-password',
  'confirm-email': 'change-email',
  'undo-email': 'undo-email',
  'undo-deletion': 'undo-deletion',
} as const
type Purpose = (typeof pages)[keyof typeof pages]
const purposes = Object.values(pages)

export function addLink(program: Command, start: Start): void {
  program
    .command('link')
    .description('use a link from a mail without a browser')
    .argument('<link>', 'the whole link, or the token at its end')
    .addOption(new Option('--for <purpose>', 'what a token alone is for').choices(purposes))
    .addHelpText(
      'after',
      `
A new password is asked for, hidden; scripts give it in CLIPWRIGHT_PASSWORD or as the first line of stdin.

Examples:
  $ clipwright link "http://127.0.0.1:8080/auth/reset-password#t=…"
  $ clipwright link "…" --for verify`,
    )
    .action((link: string, options: { for?: Purpose }, command: Command) =>
      start(command, (run) => followLink(run, link, options.for)),
    )
}

async function followLink(run: Run, link: string, stated: Purpose | undefined): Promise<void> {
  const { anonymous, report, signal } = run
  const { token, purpose = stated } = readLink(link)
  if (!purpose) {
    const hint = `One of: --for ${purposes.join(', ')}`
    throw new Failure(2, 'usage', 'What is this token for? Give the whole link, or --for.', { hint })
  }
  const body = { token }
  switch (purpose) {
    case 'verify': {
      await anonymous.GET('/api/v1/auth/verify-email', { params: { query: { token } }, signal })
      return report.finish({ purpose }, good('The address is confirmed. Log in: clipwright login'))
    }
    case 'reset': {
      const new_password = await chooseNewPassword(run)
      await anonymous.POST('/api/v1/auth/reset-password', {
        body: { token, new_password, revoke_api_keys: false },
        signal,
      })
      return report.finish({ purpose }, good('The password is set. Log in: clipwright login'))
    }
    case 'change-password': {
      await anonymous.POST('/api/v1/auth/confirm-change-password', { body, signal })
      return report.finish({ purpose }, good('The password is changed. Log in: clipwright login'))
    }
    case 'change-email': {
      await anonymous.POST('/api/v1/auth/confirm-email-change', { body, signal })
      return report.finish({ purpose }, good('The address is changed.'))
    }
    case 'undo-email': {
      await anonymous.POST('/api/v1/auth/undo-email-change', { body, signal })
      const text = 'The old address is back. A link to choose a new password is on its way there.'
      return report.finish({ purpose }, good(text))
    }
    case 'undo-deletion': {
      await anonymous.POST('/api/v1/auth/undo-delete', { body, signal })
      return report.finish({ purpose }, good('The account is open again. Log in: clipwright login'))
    }
  }
}

/** Parses `https://video.example.org/auth/verify#t=TOKEN`, or a token alone. */
function readLink(link: string): { token: string; purpose?: Purpose } {
  const url = URL.parse(link)
  if (!url) return { token: link }
  const token = new URLSearchParams(url.hash.slice(1)).get('t') ?? url.searchParams.get('token')
  if (!token) throw new Failure(2, 'usage', 'There is no token in this link: it ends with #t= and the token.')
  const page = url.pathname.split('/').at(-1)!
  return page in pages ? { token, purpose: pages[page as keyof typeof pages] } : { token }
}
