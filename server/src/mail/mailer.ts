/** A mail without an address, which stands in the envelope. */
export interface Mail {
  /** Which mail it is, such as `reset_password`: for logs and tests. */
  template: string
  subject: string
  text: string
  html: string
}

/** A mail that is sent twice has the same id, so that mail programs show it once. */
export interface Envelope {
  to: string
  from: string
  /** Unique, ASCII, such as `42.1763712345678`. */
  id: string
}

/** Sends mails, one recipient each. `testing/mail-contract.ts` tests what every mailer guarantees. */
export interface Mailer extends AsyncDisposable {
  /** Resolves once the mail has been handed over. @throws MailError within a minute. */
  send(mail: Mail, envelope: Envelope): Promise<void>
  /** Tries whether mails can be handed over now; sends none. @throws MailError when they cannot. */
  check(): Promise<void>
}

/** A mail that could not be handed over. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Another try may succeed: the server was unreachable or busy, and did not refuse this very mail. */
  readonly retryable: boolean

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.retryable = options.retryable
  }
}
