import { useTranslation } from 'react-i18next'

/** A text of the server: English, and by its code in other languages. */
export interface Told {
  message: string
  remedy?: string
  text?: string | undefined
  params?: Record<string, string | number> | undefined
}

/** Says a text of the server in the language of the page; as the server says it where there are no words for its code. */
export function useTold() {
  const { t, i18n } = useTranslation()
  return ({
    message,
    remedy,
    text,
    params,
  }: Told): { message: string; remedy: string | undefined; lang?: 'en' } => {
    if (text === undefined || params === undefined) return { message, remedy }
    const at = `admin.told.${text}`
    if (!i18n.exists(`${at}.message`)) return { message, remedy, lang: 'en' }
    const say = (part: 'message' | 'remedy'): string =>
      t(`${at}.${part}` as 'admin.told.no_worker.message', { ...params }).trim()
    return { message: say('message'), remedy: remedy === undefined ? undefined : say('remedy') }
  }
}
