/** The database as its owner sees it: for looking at everything, and for tampering with what the application cannot touch. */
import pg from 'pg'
import type { World } from './open-world.ts'

export type Admin = {
  /** Rows of a statement, with `$1` and so on; one that has a name is planned once. */
  rows<R extends pg.QueryResultRow>(
    statement: string,
    values?: unknown[],
    name?: string,
  ): Promise<R[]>
  /** Changes rows past triggers and policies, as only somebody with the database's own password can. */
  tamper(statement: string, values?: unknown[]): Promise<number>
  close(): Promise<void>
}

/** Connects to a world's database as its owner. */
export async function adminOf({ databaseUrl }: Pick<World, 'databaseUrl'>): Promise<Admin> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 })
  pool.on('error', () => {})
  return {
    rows: async (text, values, name) =>
      (await pool.query({ text, ...(values && { values }), ...(name && { name }) })).rows,
    tamper: async (statement, values) => {
      const client = await pool.connect()
      await client.query('set session_replication_role = replica')
      try {
        return (await client.query(statement, values)).rowCount ?? 0
      } finally {
        await client.query('set session_replication_role = origin')
        client.release()
      }
    },
    close: () => pool.end(),
  }
}
