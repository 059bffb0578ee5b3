import { type Logger, pino } from 'pino'

export type { Logger }

/**
 * The structured log: JSON lines with a request id, route templates instead of URLs, and no personal data. Fields that
 * could carry some are removed by name should they ever reach it.
 */
export function createLogger(level: string, name = 'corridor'): Logger {
  return pino({
    name,
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
  })
}
