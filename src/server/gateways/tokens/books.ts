import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/types.gen.ts'

/** Where the books of the rails that pay in tokens are read and written: within a transaction of their own, or without one. */
export type Books = Kysely<DB> | Transaction<DB>
