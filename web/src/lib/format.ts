import i18next from 'i18next'

const locale = (): string => i18next.language

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** Making a formatter takes a hundred times as long as using one, and a page of videos has hundreds of dates and lengths. */
function numbers(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once(`n ${locale()} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale(), options))
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(`d ${locale()} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale(), options))
}

function once<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = made.get(key) as T | undefined
  if (known) return known
  const formatter = make()
  made.set(key, formatter)
  return formatter
}

/** An amount of minor units (hundredths of a credit) as people read it: `0.50`. */
export function credits(minor: number): string {
  return numbers({ minimumFractionDigits: 2 }).format(minor / 100)
}

/** Seconds as a length of time: `12 s`, `3 min`. */
export function duration(seconds: number): string {
  const [value, unit]: [number, string] =
    seconds < 90
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour']
  return numbers({ style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

export function number(value: number): string {
  return numbers().format(value)
}

/** A place in a video: `0:05`. */
export function clockTime(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A place in a video to the hundredth of a second: `0:05.25`. */
export function frameTime(seconds: number): string {
  const hundredths = Math.floor(seconds * 100 + 1e-6)
  const [minutes, rest] = [Math.floor(hundredths / 6000), hundredths % 6000]
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${minutes}:${two(Math.floor(rest / 100))}.${two(rest % 100)}`
}

export function percent(share: number): string {
  return numbers({ style: 'percent' }).format(share)
}

export function dateTime(instant: string): string {
  return dates({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}

/** The same in a list, whose lines are of this year for the most part: of those without the year. */
export function shortDateTime(instant: string): string {
  const at = new Date(instant)
  if (at.getFullYear() !== new Date().getFullYear()) return dateTime(instant)
  return dates({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }).format(at)
}

/** The time of day, as `14:05`. */
export function clock(instant: Date): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(instant)
}

export function day(instant: string): string {
  return dates({ dateStyle: 'full' }).format(new Date(instant))
}

export function bytes(size: number): string {
  const [value, unit] =
    size < 1e6 ? [size / 1e3, 'kilobyte'] : size < 1e9 ? [size / 1e6, 'megabyte'] : [size / 1e9, 'gigabyte']
  return numbers({
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value)
}

/** The day alone, as `23 Nov 2026`. */
export function date(instant: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(instant))
}

const steps = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['month', 2_629_800],
  ['year', 31_557_600],
] as const

/** How long ago something was, or how soon it is: `3 minutes ago`, `in 2 days`. */
export function relative(instant: string, now_ms = Date.now()): string {
  const seconds = (Date.parse(instant) - now_ms) / 1000
  const [unit, length] = steps.findLast(([, size]) => Math.abs(seconds) >= size) ?? steps[0]
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.trunc(seconds / length), unit)
}

/** The day without its year, as `Nov 23`. */
export function shortDay(instant: Date): string {
  return dates({ month: 'short', day: 'numeric' }).format(instant)
}

/** A time of day to the millisecond, for logs. */
export function precise(instant: string): string {
  return new Intl.DateTimeFormat(locale(), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hour12: false,
  }).format(new Date(instant))
}

/** A day of the calendar, `YYYY-MM-DD`, which is in no time zone: `Nov 23`. */
export function plainDay(text: string): string {
  return new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(text),
  )
}
