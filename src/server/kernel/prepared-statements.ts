/**
 * Prepares statements that come again, once per connection: with row-level security the planning of a join costs more than
 * running it for a page. A connection whose plans a migration made stale is closed when it is given back: beside a database
 * that was migrated an old process errs once per connection, as a fault that passes (faults.ts), and goes on.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { arrayLiteral } from './array-literal.ts'

/** Texts made from lists of changing length would fill the server's memory: beyond this many a connection prepares no more. */
const MOST_PER_CONNECTION = 400

type Query = (...args: unknown[]) => unknown
type Named = Map<string, string>

/** The pool as Kysely wants it, with every single statement sent under a name of its own. */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new WeakMap<pg.PoolClient, Named>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known: Named = names.get(client) ?? new Map()
      names.set(client, known)
      return wrap(client, known)
    },
  }
}

function wrap(client: pg.PoolClient, known: Named): PostgresPoolClient {
  const query = inTurn(client.query.bind(client) as Query)
  let stale = false
  const named: Query = (text, given, ...rest) => {
    const values = Array.isArray(given) ? given.map(asText) : given
    const name = typeof text === 'string' && isOne(text) ? nameOf(text, known) : undefined
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

function asText(value: unknown): unknown {
  return Array.isArray(value) ? (arrayLiteral(value) ?? value) : value
}

/** One connection answers one statement at a time: whoever reads ahead waits here for what was asked before. */
function inTurn(query: Query): Query {
  let last: Promise<unknown> | undefined
  return (...args) => {
    const turn = last ? last.then(() => query(...args)) : (query(...args) as Promise<unknown>)
    // A statement such as a cursor answers no promise, and is no part of a turn.
    if (!(turn instanceof Promise)) return turn
    const over = turn.then(
      () => {},
      () => {},
    )
    last = over
    void over.then(() => {
      if (last === over) last = undefined
    })
    return turn
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
  if (name || known.size >= MOST_PER_CONNECTION) return name
  const fresh = `s${known.size}`
  known.set(text, fresh)
  return fresh
}
