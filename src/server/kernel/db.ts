/**
 * The database: pools of which none logs in as the owner, and transactions that carry who acts, so that row-level
 * security sees it. A statement outside `transact` sees no tenant's rows.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.gen.ts'
import { assert } from '#domain/kernel/assert.ts'
import { openPool } from './pool.ts'
import { END_OF_READING, preparing } from './prepared-statements.ts'

/** A database handle inside one transaction. */
export type Tx = Kysely<DB>

/** Whose rows a transaction sees. `system` is our own jobs. */
export type Scope = {
  readonly role: 'employer' | 'contractor' | 'operator' | 'system' | 'anonymous'
  readonly sub: string | null
  readonly employer_uuid: string | null
  /** An address that is proven to be theirs: what was sent to it is. */
  readonly email?: string | null
}

const SEES_ALL: ReadonlySet<Scope['role']> = new Set(['operator', 'system'])
export const SYSTEM: Scope = { role: 'system', sub: null, employer_uuid: null }

export type Database = {
  /** Sees the rows of the acting company or person, and no others, whatever it says of itself. */
  readonly tenants: Kysely<DB>
  /** Sees every tenant's rows, in a transaction of an operator or of our own jobs. */
  readonly operations: Kysely<DB>
  /**
   * The same rights, for the books of rails alone: they are read and written beside our transactions, also by whoever is within one, and so by
   * connections that no transaction of ours holds.
   */
  readonly books: Kysely<DB>
  /**
   * The same rights, for counting tries alone: they are counted beside the transaction that they may refuse, and whoever is within one waits for
   * no connection of those that others hold while they wait for the same.
   */
  readonly tries: Kysely<DB>
  /** The connections of all, for who watches them. */
  readonly pools: readonly pg.Pool[]
  close(): Promise<void>
}

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const TIMESTAMPTZ = 1184

/** bigint columns are bigint, dates stay `YYYY-MM-DD`, timestamps are `Date`, numeric is refused by staying text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === INT8) return BigInt
      if (oid === DATE || oid === NUMERIC) return String
      if (oid === TIMESTAMPTZ) return (text: string) => new Date(text)
    }
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** So many of the books': the rails' jobs, and who looks at a wallet. */
const BOOKS = 4
/** And of what counts tries, by one statement each. */
const TRIES = 4

/**
 * Opens the pools, of `max` connections each. Who is logged in owns nothing, bypasses nothing and can become nobody else. Statements
 * of one connection travel in the order in which they were asked, none waiting for the answer of the one before.
 */
export function openDatabase(
  logins: { readonly app: string; readonly operations: string },
  options: { max?: number } = {},
): Database {
  const max = options.max ?? 10
  const pools = [
    { connectionString: logins.app, max },
    { connectionString: logins.operations, max },
    { connectionString: logins.operations, max: BOOKS },
    { connectionString: logins.operations, max: TRIES },
  ].map(of =>
    openPool({
      ...of,
      options: '-c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
      pipeline: true,
      types,
    }),
  )
  const [tenants, operations, books, tries] = pools.map(
    pool => new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) }),
  ) as [Kysely<DB>, Kysely<DB>, Kysely<DB>, Kysely<DB>]
  return {
    tenants,
    operations,
    books,
    tries,
    pools,
    close: async () => {
      await Promise.all([tenants, operations, books, tries].map(db => db.destroy()))
    },
  }
}

const DEADLOCK = '40P01'
const SERIALIZATION = '40001'
/** Two at once claimed what one alone may have: whoever comes second looks again. */
const EXCLUSION = '23P01'
/** What is referred to was not to be seen: PostgreSQL may miss a row that is locked and changed by several at once (decision 0251). */
const NO_SUCH_ROW = '23503'
const ATTEMPTS: Readonly<Record<string, number>> = {
  [DEADLOCK]: 4,
  [SERIALIZATION]: 4,
  [EXCLUSION]: 4,
  [NO_SUCH_ROW]: 2,
}

/**
 * Runs `work` in one transaction with the scope's tenant context. A deadlock, a serialization failure and a claim that somebody else
 * made at once are tried again, and once more a reference to what is not there, so `work` may run more than once and must have no effect but on
 * the database. `readonly` transactions
 * cannot write; with `oneSnapshot` every statement sees the same moment, and none is too slow.
 */
export async function transact<T>(
  database: Database,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  options: { readonly?: boolean; oneSnapshot?: boolean } = {},
): Promise<T> {
  const db = SEES_ALL.has(scope.role) ? database.operations : database.tenants
  for (let attempt = 1; ; attempt++) {
    try {
      return await db
        .getExecutor()
        .provideConnection(connection => runOnce(db, connection, scope, work, options))
    } catch (error) {
      if (attempt >= attemptsAt(error)) throw error
    }
  }
}

const WORDS: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const ON_ONE_CONNECTION = {
  config: { dialect: WORDS },
  dialect: WORDS,
  driver: WORDS.createDriver(),
}

/** Kysely on one connection, and not in its turn as Kysely itself would have it: what is asked at once travels at once. */
function txOn(db: Kysely<DB>, connection: DatabaseConnection, isOver: () => boolean): Tx {
  const executor = db.getExecutor().withConnectionProvider({
    provideConnection: async consumer => {
      // Behind the end it would happen by itself, without the transaction's context, and for good.
      assert(!isOver(), 'a transaction is asked nothing after its end')
      return consumer(connection)
    },
  })
  return new Kysely<DB>({ ...ON_ONE_CONNECTION, executor })
}

async function runOnce<T>(
  db: Kysely<DB>,
  connection: DatabaseConnection,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  { readonly = false, oneSnapshot = false }: { readonly?: boolean; oneSnapshot?: boolean },
): Promise<T> {
  let over = false
  const tx = txOn(db, connection, () => over)
  const end = (statement: string) => {
    over = true
    return connection.executeQuery(CompiledQuery.raw(statement))
  }
  const begun = sql.raw(beginWith(scope, readonly, oneSnapshot)).execute(tx)
  // What a reader asks first travels with it: outside of a transaction it would see nothing, and it answers nothing if none began.
  if (readonly) begun.catch(() => {})
  else await begun
  try {
    const result = await work(tx)
    await begun
    // A reader has what it read, and waits for no answer.
    await end(readonly ? END_OF_READING : 'commit')
    return result
  } catch (error) {
    await end('rollback').catch(() => {})
    throw error
  }
}

/** Begins and sets the tenant context in one round trip. */
export function beginWith(scope: Scope, readonly: boolean, oneSnapshot = false): string {
  const settings = {
    role: scope.role,
    sub: scope.sub ?? '',
    employer: scope.employer_uuid ?? '',
    email: scope.email ?? '',
  }
  const sets = Object.entries(settings).map(
    ([name, value]) => `set local app.${name} = ${quote(value)}`,
  )
  const begin = oneSnapshot ? 'begin isolation level repeatable read' : 'begin'
  // What looks at everything takes as long as it takes.
  const patient = oneSnapshot ? ['set local statement_timeout = 0'] : []
  return [readonly ? `${begin} read only` : begin, ...sets, ...patient].join('; ')
}

function quote(text: string): string {
  return pg.escapeLiteral(text)
}

/** How often is tried in all what ends with this error. */
function attemptsAt(error: unknown): number {
  return ATTEMPTS[databaseCode(error) ?? ''] ?? 1
}

/** The SQLSTATE of a database error, or undefined for anything else. */
export function databaseCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The constraint that a database error names, or undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}
