import { sql } from 'kysely'
import type { DepositBlockchain } from '#domain/kernel/network.ts'
import type { Tx } from '../kernel/db.ts'

export type AttemptRow = {
  readonly attempt_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly outcome: string | null
}

/** The attempts with these ids. */
export async function attemptsById(tx: Tx, ids: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select attempt_uuid, currency, amount_minor,
        -- What two operators said in place of the rail stands beside what it says later, and is worked off as that.
        case when exists (select from attempt_doubt d where d.attempt_uuid = payment_attempt.attempt_uuid and d.word is not null) then null else outcome end outcome
      from payment_attempt where attempt_uuid = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

/** The next of the attempts that a rail is said to have sent, in id order after one of them. */
export async function attemptsToCompare(
  tx: Tx,
  rail: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ attempt_uuid: string }>`
    select attempt_uuid from payment_attempt
      where rail = ${rail} and outcome in ('SENT', 'RETURNED')
        and not exists (select from attempt_doubt d where d.attempt_uuid = payment_attempt.attempt_uuid and d.word is not null) ${after ? sql`and attempt_uuid > ${after}::uuid` : sql``}
      order by attempt_uuid limit ${sql.lit(limit)}`.execute(tx)
  return rows.map(row => row.attempt_uuid)
}

export type ReceiptRow = {
  readonly reference: string
  readonly currency: string
  readonly amount_minor: bigint
}

/** The reference of a deposit on a chain, by how transactions are called there: no file of a bank or CSV has one. */
const OF_CHAIN = {
  bitcoin: sql`reference ~ '^[0-9a-f]{64}:[0-9]+$'`,
  ethereum: sql`reference ~ '^0x[0-9a-f]{64}:[0-9]+$'`,
  hedera: sql`reference ~ '^0\\.0\\.[0-9]+@[0-9]+\\.[0-9]{9}(\\?[a-z0-9=&]+)?:[0-9]+$'`,
  algo: sql`reference ~ '^[A-Z2-7]{52}:[0-9]+$'`,
  solana: sql`reference ~ '^[1-9A-HJ-NP-Za-km-z]{80,90}:[0-9]+$'`,
} as const satisfies Record<DepositBlockchain, object>

/** The receipts that are called so, an employer's or nobody's yet. */
export async function receiptsCalled(tx: Tx, references: readonly string[]): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select reference, currency, amount_minor from funding where reference = any(${[...references]}::text[])
    union select reference, currency, amount_minor from suspense_receipt where reference = any(${[...references]}::text[])`.execute(
    tx,
  )
  return rows
}

/** The next receipts of a chain's currencies that are called as deposits are, in their order after one of them. */
export async function receiptsOfChain(
  tx: Tx,
  {
    currencies,
    network,
  }: { readonly currencies: readonly string[]; readonly network: DepositBlockchain },
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from (
        select reference from funding where ${OF_CHAIN[network]} and currency = any(${[...currencies]}::text[]) and reference > ${after}
        union select reference from suspense_receipt where ${OF_CHAIN[network]} and currency = any(${[...currencies]}::text[]) and reference > ${after}) r
      order by reference limit ${sql.lit(limit)}`.execute(tx)
  return rows.map(row => row.reference)
}
