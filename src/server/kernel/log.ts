import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * The structured log: JSON lines with a request id, route templates instead of URLs, and no personal data. Fields that
 * could carry some are removed by name should they ever reach it.
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    name: 'corridor',
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'email',
        'password',
        'token',
        'authorization',
        'cookie',
        '*.email',
        '*.password',
        '*.token',
      ],
      remove: true,
    },
  }
  return to ? pino(options, to) : pino(options)
}
