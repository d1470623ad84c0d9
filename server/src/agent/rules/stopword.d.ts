/** Lists of words that carry no meaning by themselves, by ISO 639-3 code. */
declare module 'stopword' {
  export const eng: string[]
  export const deu: string[]
  export const fra: string[]
  export const spa: string[]
  export const ita: string[]
  export const por: string[]
  export const nld: string[]
  export const zho: string[]
}
