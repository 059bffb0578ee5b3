import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * The structured log: JSON lines with a request id and route templates instead of URLs; of people it says the account, the
 * session and the network address, and nothing else. Fields that could carry more are removed by name should they ever reach it.
 */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    name: 'corridor',
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields },
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

/** Of an error what helps to find its cause. The database's own fields name values of rows. */
function errorFields(error: Error): object {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, stack, ...(typeof code === 'string' ? { code } : {}) }
}
