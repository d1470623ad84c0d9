export type Strength = 'short' | 'weak' | 'fair' | 'strong'

/** A guess from length and variety, for a hint while typing; what may be used is for the server to say. */
export function strengthOf(password: string, minimum: number): Strength {
  const characters = Array.from(password) // code points
  if (characters.length < minimum) return 'short'
  const pool = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].reduce(
    (size, kind, index) => size + (kind.test(password) ? [26, 26, 10, 33][index]! : 0),
    0,
  )
  // A character that goes on from the one before it, as in `aaaa` or `3456`, adds nothing.
  const surprising = characters.filter((character, index) => {
    const step = character.codePointAt(0)! - (characters[index - 1]?.codePointAt(0) ?? -9)
    return step < -1 || step > 1
  })
  const distinct = Math.min(surprising.length, new Set(characters).size * 2)
  const bits = distinct * Math.log2(pool)
  return bits < 45 ? 'weak' : bits < 70 ? 'fair' : 'strong'
}
