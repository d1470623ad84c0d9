import { constants, existsSync } from 'node:fs'
import { access, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Mailer, MailError } from './mailer.ts'

/**
 * Writes each mail to an `.eml` file, for a server without SMTP. The mails hold links that open accounts, so only the server's
 * own user may read the files, and the log names a file but nothing of its content.
 */
export function createFolderMailer(options: {
  folder: string
  log: { info: (about: object, message: string) => void }
}): Mailer {
  const { folder, log } = options
  return {
    send: async (mail, { to, from, id }) => {
      const time = new Date()
      const name = `${time.toISOString().replaceAll(':', '-')}-${mail.template}-${id}.eml`
      const boundary = `part-${id}`
      const lines = [
        `From: ${header(from)}`,
        `To: ${header(to)}`,
        `Subject: ${header(mail.subject)}`,
        `Date: ${time.toUTCString().replace('GMT', '+0000')}`,
        `Message-ID: <${id}@clipwright.invalid>`,
        'MIME-Version: 1.0',
        `Content-Type: multipart/alternative; boundary="${boundary}"`,
        '',
        ...part(boundary, 'text/plain', mail.text),
        ...part(boundary, 'text/html', mail.html),
        `--${boundary}--`,
        '',
      ]
      const file = join(folder, name)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(file, lines.join('\r\n'), { mode: 0o600 })
      } catch (error) {
        throw new MailError('The mail could not be written.', { retryable: true, cause: error })
      }
      log.info({ template: mail.template, file }, 'mail_written')
    },
    check: async () => {
      // `send` makes a missing folder: its nearest parent must be writable.
      let nearest = folder
      while (!existsSync(nearest)) nearest = dirname(nearest)
      try {
        const isFolder = (await stat(nearest)).isDirectory()
        if (!isFolder) throw new Error(`${nearest} is no folder`)
        await access(nearest, constants.W_OK)
      } catch (error) {
        throw new MailError(`Mails can not be written: ${(error as Error).message}`, {
          retryable: true,
          cause: error,
        })
      }
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

/** Keeps a value from starting another header line. */
function header(value: string): string {
  return value.replaceAll(/[\r\n]+/g, ' ')
}

function part(boundary: string, type: string, content: string): string[] {
  const headers = [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit']
  return [`--${boundary}`, ...headers, '', ...content.split(/\r?\n/)]
}
