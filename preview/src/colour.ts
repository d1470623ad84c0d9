/** Red, green and blue as they are shown (not linear): 1 is the display's white, more is light that glows. */
export type Colour = readonly [red: number, green: number, blue: number]

export const COLOUR_WHITE: Colour = [1, 1, 1]

/** `'ff8800'` as a colour. */
export function hex(code: string): Colour {
  const value = Number.parseInt(code, 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

export function mix(a: Colour, b: Colour, amount: number): Colour {
  return [a[0] + (b[0] - a[0]) * amount, a[1] + (b[1] - a[1]) * amount, a[2] + (b[2] - a[2]) * amount]
}

export function scale(colour: Colour, amount: number): Colour {
  return [colour[0] * amount, colour[1] * amount, colour[2] * amount]
}

export function multiply(a: Colour, b: Colour): Colour {
  return [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

export function luminance([red, green, blue]: Colour): number {
  return red * 0.2126 + green * 0.7152 + blue * 0.0722
}

export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value
}

/** 0 below `from`, 1 above `to`, smooth between; `from` may be the larger one. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

function byte(part: number): number {
  return Math.round(clamp(part) * 255)
}

export function css([red, green, blue]: Colour, alpha = 1): string {
  return `rgba(${byte(red)},${byte(green)},${byte(blue)},${alpha})`
}
