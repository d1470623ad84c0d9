/** An amount that somebody typed in credits as a decimal of minor units, exactly: `0.125` is `12.5`. Undefined if it is none. */
export function toMinor(text: string): string | undefined {
  const found = /^(-?)(\d{1,9})(?:[.,](\d{1,8}))?$/.exec(text.trim())
  if (!found) return undefined
  const [, sign = '', whole = '', fraction = ''] = found
  const digits = (whole + fraction.padEnd(2, '0').slice(0, 2)).replace(/^0+(?=\d)/, '')
  const rest = fraction.slice(2).replace(/0+$/, '')
  return sign + digits + (rest && `.${rest}`)
}

/** The other way: `12.5` is `0.125`, with two places at least. */
export function fromMinor(text: string): string {
  const [whole = '', rest = ''] = text.replace('-', '').split('.')
  const digits = whole.padStart(3, '0')
  const fraction = (digits.slice(-2) + rest).replace(/0+$/, '').padEnd(2, '0')
  return `${text.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${fraction}`
}
