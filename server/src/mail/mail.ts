/** A mail without an address. */
export interface Mail {
  /** Which mail it is, such as `reset_password`: for logs and tests. */
  template: string
  subject: string
  text: string
  html: string
}

export type Language = 'en' | 'zh-CN'

export { languageOf } from './language.ts'
export * from './templates/links.ts'
export * from './templates/notices.ts'
