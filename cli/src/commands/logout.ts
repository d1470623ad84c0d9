import type { Command } from 'commander'
import { Failure, toFailure } from '../failure.ts'
import { good } from '../report.ts'
import type { Run, Start } from '../run.ts'

export function addLogout(program: Command, start: Start): void {
  program
    .command('logout')
    .description('end the session on this machine')
    .action((_options: object, command: Command) => start(command, logOut))
}

async function logOut({ url, sessions, anonymous, report }: Run): Promise<void> {
  const session = await sessions.locked(async () => {
    const found = await sessions.find(url)
    // The local session goes first: sending a logged-out token again would end all sessions of the account.
    if (found) await sessions.save(url, undefined)
    return found
  })
  if (!session) {
    report.finish({ url, was_logged_in: false }, good(`Nobody was logged in at ${url}.`))
    return
  }
  try {
    await anonymous.POST('/api/v1/auth/logout', { body: { refresh_token: session.refresh_token } })
  } catch (error) {
    const { exit, code, message } = toFailure(error, url)
    throw new Failure(exit, code, `Logged out here, but the service does not know: ${message}`, {
      hint: 'The session there ends by itself in time.',
      cause: error,
    })
  }
  report.finish({ url, was_logged_in: true }, good(`Logged out ${session.email} at ${url}.`))
}
