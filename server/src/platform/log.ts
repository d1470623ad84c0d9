import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * Writes JSON lines. Credentials never reach one: headers are not logged, and fields with these names are redacted at any
 * depth.
 */
export function createLog(options: {
  level: string
  destination?: NodeJS.WritableStream
  /** What each line carries of the step that is under way. */
  ids?: () => object | undefined
}): Log {
  const { ids } = options
  return pino(
    {
      level: options.level,
      formatters: { level: (label) => ({ level: label }) },
      base: null,
      ...(ids && { mixin: () => ids() ?? {} }),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          '*.password',
          '*.token',
          '*.access_token',
          '*.refresh_token',
          '*.cookie',
          '*.authorization',
          '*.api_key',
        ],
        censor: '[secret]',
      },
    },
    ...(options.destination ? [options.destination] : []),
  )
}
