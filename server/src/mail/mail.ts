// What other slices may call.

export { type Envelope, type Mail, type Mailer, MailError } from './mailer.ts'
export { createFolderMailer } from './folder.ts'
export { createSmtpMailer } from './smtp.ts'
export { type Sender, withName } from './sender.ts'
export { type Language, languageOf } from './language.ts'
export { nameSite } from './templates/layout.ts'
export * from './templates/links.ts'
export * from './templates/notices.ts'
