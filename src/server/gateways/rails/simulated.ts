/**
 * The demo's rail: it keeps books of its own, like an outside party, and moves no money. Everything that it touches is marked
 * simulated. It refuses accounts that end in 0000, so that a failure can be seen; told a fate, it also has the bad days of a bank, drawn
 * from a seed and an attempt's id alone, so that the same attempt always fares alike.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { type Columns, namesOf, rowsOf } from '../../kernel/rows.ts'
import { GatewayError } from '../gateway-error.ts'
import { AT_ONCE, preparedAtOnce, readNothing } from './at-once.ts'
import type { Rail, RailOrder, RailReceipt } from './rail.ts'

const CLOSED = /0000$/
const REFUSED = 'The receiving bank says that this account is closed.'
const CAME_BACK = 'The receiving bank sent it back: the account takes no payments.'

/** What becomes of orders, in hundredths of a percent of them; nothing happens to those of which nothing is said. */
export type Fate = {
  readonly seed: number
  readonly now: () => Date
  readonly refused_bps?: number
  /** Taken, and nobody answers the first time that they are sent. */
  readonly lost_bps?: number
  /** Answered twice. */
  readonly doubled_bps?: number
  /** After how long it says that they arrived; without it only that they were sent. */
  readonly settles_after_ms?: number
  /** Arrived, and came back so much later. */
  readonly returned_bps?: number
  readonly returns_after_ms?: number
}

type Transfer = {
  readonly attempt_uuid: string
  readonly destination: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly accepted: boolean
  readonly reason: string | null
  readonly reference: string
  readonly received_at: Date
}

const TRANSFER: Columns<Transfer> = {
  attempt_uuid: 'uuid',
  destination: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  accepted: 'boolean',
  reason: 'text',
  reference: 'text',
  received_at: 'timestamptz',
}

const referenceOf = (attempt_uuid: string) => `SIM-${attempt_uuid.slice(-12).toUpperCase()}`

/** A rail whose books are the schema `simulated_rail` of the same database, written outside our transactions. */
export function simulatedRail(db: Kysely<DB>, fate?: Fate): Rail {
  const ask = async (attempt_uuids: readonly string[]): Promise<RailReceipt[]> => {
    if (attempt_uuids.length === 0) return []
    const rows = await db
      .selectFrom('simulated_rail.transfer')
      .select(['attempt_uuid', 'accepted', 'reference', 'reason', 'received_at'])
      .where(sql<boolean>`attempt_uuid = any(${[...attempt_uuids]}::uuid[])`)
      .execute()
    return rows.map(({ accepted, received_at, ...row }) =>
      accepted
        ? { ...row, ...arrived(row.attempt_uuid, received_at, fate) }
        : { ...row, outcome: 'FAILED' },
    )
  }
  return {
    name: 'Simulated',
    simulated: true,
    capabilities: AT_ONCE,
    prepare: async orders => preparedAtOnce(orders, referenceOf),
    ask,
    read: readNothing,
    books: async (after, limit) => {
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
      const rows = orders.map(order => transferOf(order, fate))
      const { rows: taken } = await sql<{ attempt_uuid: string }>`
        insert into simulated_rail.transfer (${namesOf(TRANSFER)})
          select ${namesOf(TRANSFER)} from ${rowsOf('o', rows, TRANSFER)} on conflict do nothing returning attempt_uuid`.execute(
        db,
      )
      const lost = taken.some(one => happens(fate, 'lost', one.attempt_uuid, fate?.lost_bps))
      if (lost) throw new GatewayError('RAIL_SILENT', 'nobody answered', { retriable: true })
      const receipts = await ask(orders.map(order => order.attempt_uuid))
      return receipts.flatMap(one =>
        happens(fate, 'doubled', one.attempt_uuid, fate?.doubled_bps) ? [one, one] : [one],
      )
    },
  }
}

function transferOf(order: RailOrder, fate: Fate | undefined): Transfer {
  const { attempt_uuid, amount, account } = order
  const refused = happens(fate, 'refused', attempt_uuid, fate?.refused_bps)
  const accepted = !CLOSED.test(account) && !refused
  return {
    attempt_uuid,
    destination: account,
    currency: amount.currency,
    amount_minor: amount.minor,
    accepted,
    reason: accepted ? null : REFUSED,
    reference: referenceOf(attempt_uuid),
    received_at: fate?.now() ?? new Date(),
  }
}

/** What became by now of an order that was taken. */
function arrived(
  attempt_uuid: string,
  received_at: Date,
  fate: Fate | undefined,
): Pick<RailReceipt, 'outcome' | 'reason'> {
  if (fate?.settles_after_ms === undefined) return { outcome: 'SENT', reason: null }
  const age_ms = fate.now().getTime() - received_at.getTime()
  const back = happens(fate, 'returned', attempt_uuid, fate.returned_bps)
  if (back && age_ms >= fate.settles_after_ms + (fate.returns_after_ms ?? 0))
    return { outcome: 'RETURNED', reason: CAME_BACK }
  return { outcome: age_ms >= fate.settles_after_ms ? 'SETTLED' : 'SENT', reason: null }
}

/** Whether something happens to an attempt: drawn from the seed, what it is and the id, and from nothing else. */
function happens(
  fate: Fate | undefined,
  what: string,
  attempt_uuid: string,
  bps: number | undefined,
): boolean {
  if (!fate || !bps) return false
  const drawn = createHash('sha256').update(`${fate.seed} ${what} ${attempt_uuid}`).digest()
  return drawn.readUInt32BE() % 10_000 < bps
}
