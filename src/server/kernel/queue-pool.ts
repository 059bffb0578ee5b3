import type pg from 'pg'
import { unavailable } from './faults.ts'
import { openPool } from './pool.ts'

/** The code of an error that the queue waits for and tries again, from three seconds up to two minutes (graphile-worker, lib). */
const QUEUE_RETRIES = 'ETIMEDOUT'

/**
 * A pool for the job queue. The queue tries again only after errors whose codes it knows; any other that befalls it while it writes
 * down how a job ended would end the process, and leave the job locked. So a database that is away is told to it by such a code.
 */
export function openQueuePool(connectionString: string, max: number): pg.Pool {
  const pool = openPool({ connectionString, max })
  pool.connect = retried(pool.connect.bind(pool))
  pool.on('connect', client => {
    client.query = retried(client.query.bind(client))
  })
  return pool
}

/** The function with promises that fail in the queue's words; calls with a callback are passed through. */
function retried<F>(work: F): F {
  const asked = work as (...given: unknown[]) => unknown
  return ((...given: unknown[]) => {
    const answer = asked(...given)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      throw unavailable(error) && error instanceof Error
        ? Object.assign(error, { code: QUEUE_RETRIES })
        : error
    })
  }) as F
}
