import { sql } from 'kysely'
import type { DepositDoubt } from '#domain/ledger/deposit.ts'
import type { Tx } from '../kernel/db.ts'

export type OwnerRow = {
  readonly address: string
  readonly employer_uuid: string
  readonly domain: string
  readonly company_name: string
  /** Whether operators know the company, so that it may be funded. */
  readonly known: boolean
}

/** Whose addresses these are. */
export async function ownersOfAddresses(
  tx: Tx,
  addresses: readonly string[],
): Promise<Map<string, OwnerRow>> {
  const { rows } = await sql<OwnerRow>`
    select a.address, e.employer_uuid, coalesce(e.domain, '') as domain, app.employer_name(e.business_name, e.corporation_name, e.domain) company_name,
        e.verification = 'VERIFIED' and e.suspended_at is null known
      from deposit_address a join employer e using (employer_uuid) where a.address = any(${[...addresses]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.address, row]))
}

export type BookedRow = {
  readonly reference: string
  readonly transfer_uuid: string | null
  /** When its booking was taken back; null where that stands. */
  readonly reversed_at: Date | null
}

/** What is booked for companies under references of deposits: where a company asks, what is its own. */
export async function readBooked(
  tx: Tx,
  references: readonly string[],
): Promise<Map<string, BookedRow>> {
  if (references.length === 0) return new Map()
  const { rows } = await sql<BookedRow>`
    select f.reference, t.transfer_uuid, v.reversed_at from funding f left join funding_reversal v on v.funding_uuid = f.funding_uuid
        left join ledger_transfer t on t.subject_uuid = f.funding_uuid and t.code in ('funding_received', 'receipt_matched')
      where f.reference = any(${[...references]}::text[])`.execute(tx)
  return new Map(rows.map(row => [row.reference, row]))
}

/** Which of these lie with what is nobody's yet. */
export async function listWaiting(tx: Tx, references: readonly string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  const { rows } = await sql<{ reference: string }>`
    select reference from suspense_receipt where lower(reference) = any(${[...references]}::text[]) and status = 'OPEN'`.execute(
    tx,
  )
  return new Set(rows.map(row => row.reference))
}

export type DoubtRow = {
  readonly doubt_uuid: string
  readonly kind: DepositDoubt
  readonly reference: string
  readonly address: string
  readonly currency: string
  readonly network: string
  readonly amount_minor: bigint
  readonly outputs: number
  readonly noted_at: Date
  readonly domain: string
  readonly company_name: string
}

/** What is in doubt, the oldest first. */
export async function listDoubts(
  tx: Tx,
  of: {
    readonly after: readonly [noted_at: string, doubt_uuid: string] | undefined
    readonly limit: number
  },
): Promise<DoubtRow[]> {
  const { after } = of
  const { rows } = await sql<DoubtRow>`
    select d.doubt_uuid, d.kind, d.reference, d.address, coalesce(d.currency, a.currency) currency, coalesce(d.network, a.network) network, d.amount_minor, d.outputs, d.noted_at,
        coalesce(e.domain, '') as domain, app.employer_name(e.business_name, e.corporation_name, e.domain) company_name
      from deposit_doubt d left join deposit_address a using (address) left join employer e using (employer_uuid)
      where d.closed_at is null ${after ? sql`and (d.noted_at, d.doubt_uuid) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by d.noted_at, d.doubt_uuid limit ${of.limit}`.execute(tx)
  return rows
}

/** The deposits of a network that were ever lost, of those whose booking was taken back after that; the newest first. */
export async function listTakenBack(tx: Tx, network: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select d.reference from deposit_doubt d join deposit_address a on a.address = d.address and a.network = ${network}
        left join funding f on f.reference = d.reference left join funding_reversal v on v.funding_uuid = f.funding_uuid
        left join suspense_receipt s on lower(s.reference) = d.reference and s.status = 'REFUNDED'
      where d.kind = 'LOST' and coalesce(v.reversed_at, s.closed_at) >= d.noted_at
      order by d.noted_at desc, d.doubt_uuid limit ${limit}`.execute(tx)
  return rows.map(row => row.reference)
}
