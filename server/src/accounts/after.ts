/** `now` moved by whole seconds. */
export function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
