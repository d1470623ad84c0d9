/** A value that prints as `[secret]`, so that no log line or error can show it. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return '[secret]'
  }
  toJSON(): string {
    return '[secret]'
  }
}

/** How one setting is read. */
export interface Setting<T> {
  name: string
  /** One sentence for operators. */
  about: string
  /** Shown in the docs. */
  default: string
  read(value: string | undefined, env: Environment): T
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Thrown at start, with all faults at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export function text<T extends string | null>(name: string, fallback: T, about: string): Setting<string | T> {
  return { name, about, default: fallback ?? 'none', read: (value) => value ?? fallback }
}

export function integer(
  name: string,
  fallback: number,
  [min, max]: [number, number],
  about: string,
): Setting<number> {
  const read = (value: string | undefined): number => {
    if (value === undefined) return fallback
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= min && number <= max))
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}`)
    return number
  }
  return { name, about, default: String(fallback), read }
}

export function flag(name: string, fallback: boolean, about: string): Setting<boolean> {
  const read = (value: string | undefined): boolean => {
    if (value === undefined) return fallback
    if (value === 'true' || value === 'false') return value === 'true'
    throw new ConfigError(`${name} must be true or false`)
  }
  return { name, about, default: String(fallback), read }
}

export function list(
  name: string,
  about: string,
  check: (item: string) => boolean,
  what: string,
): Setting<string[]> {
  const read = (value: string | undefined): string[] => {
    const items = (value ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
    for (const item of items) if (!check(item)) throw new ConfigError(`${name}: ${item} is not ${what}`)
    return items
  }
  return { name, about, default: 'none', read }
}

export function oneOf<T extends string>(
  name: string,
  fallback: T,
  values: readonly T[],
  about: string,
): Setting<T> {
  const read = (value: string | undefined): T => {
    if (value === undefined) return fallback
    const known = values.find((item) => item === value)
    if (known === undefined) throw new ConfigError(`${name} must be one of ${values.join(', ')}`)
    return known
  }
  return { name, about, default: fallback, read }
}
