import { InvalidArgumentError } from 'commander'

/** Makes a commander parser for whole numbers within bounds. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN
    if (number >= min && number <= max) return number
    const bounds = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`
    throw new InvalidArgumentError(`It is a whole number ${bounds}.`)
  }
}

/** Makes a commander parser for decimal numbers within bounds, with up to six decimals. */
export function decimal(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It is a number from ${min} to ${max}.`)
  }
}
