import type { Mail } from './mail.ts'

/** Who a mail goes to, and as which mail: sent twice, it is one for the reader's program. */
export interface Envelope {
  to: string
  from: string
  /** Unique, ASCII, such as `42.1763712345678`. */
  id: string
}

/** Sends mails, one recipient each. `testing/mail-contract.ts` says what holds for every one. */
export interface Mailer extends AsyncDisposable {
  /** Resolves when somebody else has the mail. @throws MailError within a minute. */
  send(mail: Mail, envelope: Envelope): Promise<void>
  /** Whether mails could be handed over now; sends none. @throws MailError when not. */
  check(): Promise<void>
}

/** A mail that could not be handed over. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Whether another try may succeed: the server was away or busy, and did not refuse this very mail. */
  readonly retryable: boolean

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.retryable = options.retryable
  }
}
