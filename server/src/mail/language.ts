export type Language = 'en' | 'zh-CN'

/** Picks the language by a request's `Accept-Language` header: English unless Chinese is preferred. */
export function languageOf(header: string | undefined): Language {
  const preferences = (header ?? '')
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
  const [first] = preferences.toSorted((a, b) => b.weight - a.weight || a.place - b.place)
  return first?.language ?? 'en'
}
