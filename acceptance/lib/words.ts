import { createInstance, type TFunction } from 'i18next'
import { en } from '../../web/src/locales/en/en.ts'
import { zhCN } from '../../web/src/locales/zh-CN/zh-cn.ts'

/** As the studio's menu names them. */
export const languageNames = { en: 'English', 'zh-CN': '简体中文' } as const
export type Language = keyof typeof languageNames
export const languages: readonly Language[] = ['en', 'zh-CN']

/** The studio's words in a language, as its pages look them up: a test names what is on the page, not how it is worded. */
export async function wordsOf(language: Language): Promise<TFunction<'app'>> {
  const instance = createInstance({
    lng: language,
    ns: ['app'],
    defaultNS: 'app',
    resources: { en: { app: en }, 'zh-CN': { app: zhCN } },
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => {
      throw new Error(`The studio has no word ${key}`)
    },
  })
  await instance.init()
  return instance.getFixedT(language, 'app')
}
