import type { Language } from './mail.ts'

/** The language for a reader, by the `Accept-Language` of their request: English unless Chinese is preferred to it. */
export function languageOf(header: string | undefined): Language {
  const wishes = (header ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap((item, place) => {
      const [range = '', ...parameters] = item
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const given = parameters.find((parameter) => parameter.startsWith('q='))
      const weight = given === undefined ? 1 : Number(given.slice(2))
      const language = /^zh(-|$)/.test(range) ? 'zh-CN' : /^en(-|$)/.test(range) ? 'en' : undefined
      return language && weight > 0 ? [{ language, weight, place } as const] : []
    })
  const [first] = wishes.toSorted((a, b) => b.weight - a.weight || a.place - b.place)
  return first?.language ?? 'en'
}
