/** The value if it is one of those that are known: what an address says may be anything. */
export function knownOf<Value extends string>(known: readonly Value[], value: unknown): Value | undefined {
  return known.find((each) => each === value)
}

/** Without what is empty or undefined, so that an address says only what counts. */
export function withoutEmpty<T extends object>(filter: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
