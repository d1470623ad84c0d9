import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { admin } from '../locales/en/admin.ts'
import { en } from '../locales/en/en.ts'

export const languages = { en: 'English', 'zh-CN': '简体中文' } as const
export type Language = keyof typeof languages

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: { app: typeof en & { admin: typeof admin } }
  }
}

const stored = 'clipwright.language'

function preferred(): Language {
  const chosen = localStorage.getItem(stored)
  if (chosen === 'en' || chosen === 'zh-CN') return chosen
  return navigator.languages.some((language) => language.toLowerCase().startsWith('zh')) ? 'zh-CN' : 'en'
}

/** Loads the words of the preferred language; English is always there. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['app'],
    defaultNS: 'app',
    resources: { en: { app: en } },
    interpolation: { escapeValue: false }, // React escapes
  })
  await setLanguage(preferred())
}

/** The words of the operator's pages come with these pages: makers never need them. */
const wordsOfAdmin: Record<Language, () => Promise<{ admin: object }>> = {
  en: () => import('../locales/en/admin.ts'),
  'zh-CN': () => import('../locales/zh-CN/admin.ts'),
}
let isAdminWanted = false

export async function loadAdminWords(): Promise<void> {
  isAdminWanted = true
  await Promise.all([addAdminWords('en'), addAdminWords(i18next.language as Language)])
}

async function addAdminWords(language: Language): Promise<void> {
  if (i18next.exists('admin.title', { lng: language, fallbackLng: [] })) return
  const { admin } = await wordsOfAdmin[language]()
  i18next.addResourceBundle(language, 'app', { admin }, true)
}

export async function setLanguage(language: Language): Promise<void> {
  if (language === 'zh-CN' && !i18next.hasResourceBundle('zh-CN', 'app')) {
    const { zhCN } = await import('../locales/zh-CN/zh-cn.ts')
    i18next.addResourceBundle('zh-CN', 'app', zhCN)
  }
  if (isAdminWanted) await addAdminWords(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  localStorage.setItem(stored, language)
}
