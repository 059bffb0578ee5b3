/**
 * Prepares statements that come again, once per connection: with row-level security the planning of a join costs more than
 * running it for a page. A connection whose plans a migration made stale is closed when it is given back: beside a database
 * that was migrated an old process errs once per connection, as a fault that passes (faults.ts), and goes on.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { arrayLiteral } from './array-literal.ts'
import type { Wire } from './pool.ts'

/** Texts made from lists of changing length would fill the server's memory: beyond this many a connection prepares no more. */
const MOST_PER_CONNECTION = 400

/** The end of what only read. It is sent with what its connection is asked next, and where that is nothing a moment later. */
export const END_OF_READING = 'commit and no chain'
const MOMENT_MS = 5

type Query = (...args: unknown[]) => unknown
type Named = Map<string, string>

/** The pool as Kysely wants it, with every single statement sent under a name of its own. */
export function preparing(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
  }
}

function wrap(client: pg.PoolClient): PostgresPoolClient {
  const known: Named = new Map()
  const query = endingLater(gathering(client))
  let stale = false
  const named: Query = (text, given, ...rest) => {
    const values = Array.isArray(given) ? given.map(asText) : given
    const name = typeof text === 'string' ? nameOf(text, known) : undefined
    if (!name) return query(text, values, ...rest)
    return (query({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      stale ||= isStalePlan(error)
      throw error
    })
  }
  return {
    query: named,
    release: (destroy?: boolean) => client.release(destroy || stale),
  } as PostgresPoolClient
}

/** A reader has what it read: the end of its transaction leaves in one with the beginning of the next. */
function endingLater(query: Query): Query {
  let ending: NodeJS.Timeout | undefined
  // Who comes next finds out what is wrong with the connection.
  const end = () => void (query('commit') as Promise<unknown>).catch(() => {})
  return (text, ...rest) => {
    if (text === END_OF_READING) {
      ending = setTimeout(() => {
        ending = undefined
        end()
      }, MOMENT_MS)
      return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [] })
    }
    if (!ending) return query(text, ...rest)
    clearTimeout(ending)
    ending = undefined
    if (typeof text === 'string' && text.startsWith('begin'))
      return query(`commit; ${text}`, ...rest)
    end()
    return query(text, ...rest)
  }
}

function asText(value: unknown): unknown {
  return Array.isArray(value) ? (arrayLiteral(value) ?? value) : value
}

/** What is asked in one turn of the event loop leaves in one write: each costs more than many a statement. */
function gathering(client: pg.PoolClient): Query {
  const query = client.query.bind(client) as Query
  const { stream } = (client as unknown as Wire).connection
  let gathers = false
  return (...args) => {
    if (!gathers) {
      gathers = true
      stream.cork()
      process.nextTick(() => {
        gathers = false
        stream.uncork()
      })
    }
    return query(...args)
  }
}

/** Whether a migration changed what a prepared statement answers: PostgreSQL then refuses it on this connection from now on. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && /^cached plan must not change result type/.test(error.message)
}

/** Whether the text is one statement that reads or writes rows: several at once, and transactions, cannot be prepared. */
function isOne(text: string): boolean {
  return /^\s*(select|with|insert|update|delete)\b/i.test(text) && !text.includes(';')
}

function nameOf(text: string, known: Named): string | undefined {
  const name = known.get(text)
  if (name || known.size >= MOST_PER_CONNECTION || !isOne(text)) return name
  const fresh = `s${known.size}`
  known.set(text, fresh)
  return fresh
}
