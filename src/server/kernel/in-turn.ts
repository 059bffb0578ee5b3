import pg from 'pg'

/** Any number, the same in every process. */
const LOCK = 7_204_511

/**
 * Does an owner's work on a database while no other process does any: those that start together take turns. Whoever dies in the middle
 * gives its turn to the next. Throws what `work` throws.
 */
export async function inTurn<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await work()
  } finally {
    await client.end()
  }
}
