import { pino, type Logger } from 'pino'

export type Log = Logger

/** JSON lines on stdout. Credentials never reach a line: headers are not logged, and these names are blanked wherever they occur. */
export function createLog(options: { level: string; destination?: NodeJS.WritableStream }): Log {
  return pino(
    {
      level: options.level,
      formatters: { level: (label) => ({ level: label }) },
      base: null,
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
