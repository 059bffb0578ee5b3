/**
 * The demo's rail: it keeps books of its own, like an outside party, and moves no money. Everything that it touches is marked
 * simulated. It refuses accounts that end in 0000, so that a failure can be seen.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { type Columns, namesOf, rowsOf } from '../../kernel/rows.ts'
import type { Rail, RailReceipt } from './rail.ts'

const CLOSED = /0000$/

type Transfer = {
  readonly attempt_uuid: string
  readonly destination: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly accepted: boolean
  readonly reason: string | null
  readonly reference: string
}

const TRANSFER: Columns<Transfer> = {
  attempt_uuid: 'uuid',
  destination: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  accepted: 'boolean',
  reason: 'text',
  reference: 'text',
}

/** A rail whose books are the schema `simulated_rail` of the same database, written outside our transactions. */
export function simulatedRail(db: Kysely<DB>): Rail {
  const find = async (attempt_uuids: readonly string[]): Promise<RailReceipt[]> => {
    if (attempt_uuids.length === 0) return []
    const rows = await db
      .selectFrom('simulated_rail.transfer')
      .select(['attempt_uuid', 'accepted', 'reference', 'reason'])
      .where(sql<boolean>`attempt_uuid = any(${[...attempt_uuids]}::uuid[])`)
      .execute()
    return rows.map(row => ({
      attempt_uuid: row.attempt_uuid,
      outcome: row.accepted ? 'SENT' : 'FAILED',
      reference: row.reference,
      reason: row.reason,
    }))
  }
  return {
    name: 'Simulated',
    simulated: true,
    find,
    read: async (after, limit) => {
      const rows = await db
        .selectFrom('simulated_rail.transfer')
        .select(['attempt_uuid', 'currency', 'amount_minor', 'accepted'])
        .$if(after !== null, query => query.where('attempt_uuid', '>', after ?? ''))
        .orderBy('attempt_uuid')
        .limit(limit)
        .execute()
      return rows.map(({ attempt_uuid, currency, amount_minor, accepted }) => ({
        attempt_uuid,
        amount: { currency, minor: amount_minor },
        accepted,
      }))
    },
    send: async orders => {
      if (orders.length === 0) return []
      const rows = orders.map((order): Transfer => {
        const accepted = !CLOSED.test(order.account)
        return {
          attempt_uuid: order.attempt_uuid,
          destination: order.account,
          currency: order.amount.currency,
          amount_minor: order.amount.minor,
          accepted,
          reason: accepted ? null : 'The receiving bank says that this account is closed.',
          reference: `SIM-${order.attempt_uuid.slice(-12).toUpperCase()}`,
        }
      })
      await sql`insert into simulated_rail.transfer (${namesOf(TRANSFER)})
        select ${namesOf(TRANSFER)} from ${rowsOf('o', rows, TRANSFER)} on conflict do nothing`.execute(
        db,
      )
      return find(orders.map(order => order.attempt_uuid))
    },
  }
}
