import { createTransport } from 'nodemailer'
import { type Mailer, MailError } from './mailer.ts'

/** Limits for each step of a delivery, and for the whole delivery. */
export interface SmtpTimeouts {
  step_ms: number
  whole_ms: number
}

const defaultTimeouts: SmtpTimeouts = { step_ms: 15_000, whole_ms: 50_000 }

/** Sends through a mail server over pooled connections. `url` is `smtp://` or `smtps://`, with a login. */
export function createSmtpMailer(url: string, timeouts: SmtpTimeouts = defaultTimeouts): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    dnsTimeout: timeouts.step_ms,
    connectionTimeout: timeouts.step_ms,
    greetingTimeout: timeouts.step_ms,
    socketTimeout: timeouts.step_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const conceal = concealer(url)
  return {
    send: async (mail, { to, from, id }) => {
      const { subject, text, html } = mail
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<never>((_resolve, reject) => {
        const error = new MailError('The mail server took too long.', { retryable: true })
        timer = setTimeout(() => reject(error), timeouts.whole_ms)
      })
      // An object, not a string: a string could be read as several addresses.
      const message = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: messageId(id, from),
      }
      const sending = transport.sendMail(message).catch((error: unknown) => {
        throw toMailError(error, conceal)
      })
      try {
        await Promise.race([sending, tooLate])
      } finally {
        clearTimeout(timer)
      }
    },
    check: async () => {
      await transport.verify().catch((error: unknown) => {
        throw toMailError(error, conceal)
      })
    },
    [Symbol.asyncDispose]: async () => transport.close(),
  }
}

function messageId(id: string, from: string): string {
  const host = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'clipwright.invalid'
  return `<${id}@${host}>`
}

/** Takes the login out of what a mail server says: some repeat what they refuse, in the clear or as it was sent. */
function concealer(url: string): (text: string) => string {
  const { username, password } = new URL(url)
  const login = [username, password].map(decodeURIComponent)
  const sent = [...login, `\0${login.join('\0')}`].map((text) => Buffer.from(text).toString('base64'))
  const secrets = [...sent, ...login.toReversed(), password].filter((text) => text !== '')
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

/**
 * A mail is not retried only when the server refuses this sender, recipient or message permanently. Everything else is
 * temporary: an unreachable or busy server, a login that the operator will correct.
 */
function toMailError(error: unknown, conceal: (text: string) => string): MailError {
  const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number }
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isTemporary = responseCode !== undefined && responseCode >= 400 && responseCode < 500
  return new MailError(conceal(`${code ?? 'error'}: ${message}`), {
    retryable: !isAboutThisMail || isTemporary,
    cause: error,
  })
}
