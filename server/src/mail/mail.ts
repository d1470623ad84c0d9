/** A mail without an address. */
export interface Mail {
  /** Which mail it is, such as `reset_password`: for logs and tests. */
  template: string
  subject: string
  text: string
  html: string
}

export type Language = 'en' | 'zh-CN'

export { type Envelope, type Mailer, MailError } from './mailer.ts'
export { createFolderMailer } from './folder.ts'
export { createSmtpMailer } from './smtp.ts'
export { languageOf } from './language.ts'
export * from './templates/links.ts'
export * from './templates/notices.ts'
