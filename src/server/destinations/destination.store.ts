import { sql } from 'kysely'
import {
  accountIdentity,
  accountLabel,
  type DestinationStatus,
} from '#domain/destinations/destination.ts'
import type { FirstPayment } from '#domain/destinations/first-payment.ts'
import type { Text } from '#domain/kernel/words.ts'
import type { PayeeAccount } from '#domain/payments/payment-order.ts'
import type { Tx } from '../kernel/db.ts'
import type { FieldCipher, PrivateTx } from '../kernel/field-cipher.ts'
import { type Columns, rowsOf } from '../kernel/rows.ts'
import { saidBeside, toKeep } from '../kernel/words.ts'

/** A bank account's details as they are kept: as orders to pay have them. */
export type BankRecord = PayeeAccount

export type DestinationRow = {
  readonly destination_uuid: string
  readonly contractor_sub: string
  readonly kind: 'bank' | 'wallet'
  readonly network: string
  readonly currency: string
  readonly label: string
  readonly address: string | null
  readonly bank: BankRecord | null
  readonly percentage_bps: number
  readonly status: DestinationStatus
  readonly usable_from: Date
  /** From when on clients may be sent there; null: as `usable_from`. */
  readonly offered_from: Date | null
  readonly changed_at: Date
  readonly created_at: Date
  readonly position: number
  readonly version: number
  /** Since when it is known not to take payments, and another stands in its place; null for all others. */
  readonly refused_at: Date | null
  /** Since when its owner is known to hold the key of a wallet. */
  readonly proved_at: Date | null
  /** Whether a small payment goes first, or went and is there; null where none is wanted. */
  readonly first_payment: FirstPayment | null
}

/** A contractor's destinations in their order, locked so that shares change one after the other. */
export async function lockDestinations(
  on: PrivateTx,
  contractor_sub: string,
): Promise<DestinationRow[]> {
  // The person's row is the lock that also covers a first destination, which has no row of its own yet.
  await sql`select 1 from person where sub = ${contractor_sub} for no key update`.execute(on.tx)
  return listDestinations(on, contractor_sub)
}

/** A contractor's destinations in their order, accounts called by their bank also where they were kept before banks were named. */
export async function listDestinations(
  { tx, fields }: PrivateTx,
  contractor_sub: string,
): Promise<DestinationRow[]> {
  const rows = await tx
    .selectFrom('destination')
    .select(COLUMNS)
    .where('contractor_sub', '=', contractor_sub)
    .orderBy('position')
    .orderBy('destination_uuid')
    .execute()
  return rows.map(row => {
    const bank = openBank(fields, row.destination_uuid, row.bank)
    return { ...row, bank, label: bank ? accountLabel(bank) : row.label } as DestinationRow
  })
}

const COLUMNS = [
  'destination_uuid',
  'contractor_sub',
  'kind',
  'network',
  'currency',
  'label',
  'address',
  'bank',
  'percentage_bps',
  'status',
  'usable_from',
  'offered_from',
  'changed_at',
  'created_at',
  'position',
  'version',
  'refused_at',
  'proved_at',
  'first_payment',
] as const

/** A bank account's details as their column kept them; null for a wallet. */
export function openBank(
  fields: FieldCipher,
  destination_uuid: string,
  sealed: string | null,
): BankRecord | null {
  if (sealed === null) return null
  return JSON.parse(fields.open('destination.bank', destination_uuid, sealed)) as BankRecord
}

/** The country of an account's bank: as its owner named it, else as its numbers say (ISO 13616, ISO 9362); null where neither does. */
function countryOf({ bank_country, iban, swift_code, ...bank }: BankRecord): string | null {
  const inCanada = bank.transit_number || bank.interac_email ? 'CA' : null
  return bank_country ?? iban?.slice(0, 2) ?? swift_code?.slice(4, 6) ?? inCanada
}

/**
 * Inserts a destination; a second one of the same wallet violates the index `destination_wallet`, of the same account
 * `destination_account`.
 */
export async function insertDestination(
  { tx, fields }: PrivateTx,
  row: Omit<
    DestinationRow,
    'version' | 'offered_from' | 'refused_at' | 'proved_at' | 'first_payment'
  >,
): Promise<void> {
  const { bank, destination_uuid } = row
  await tx
    .insertInto('destination')
    .values({
      ...row,
      bank: bank && fields.seal('destination.bank', destination_uuid, JSON.stringify(bank)),
      bank_index: bank && bankIndex(fields, bank),
      country_code: bank && countryOf(bank),
    })
    .execute()
}

function bankIndex(fields: FieldCipher, bank: BankRecord): Buffer {
  return fields.blindIndex('destination.bank_index', accountIdentity(bank))
}

/**
 * Gives blind indexes to accounts from before there were any: to the next `limit` after a destination, or from the first on. Answers
 * the last that it came to, undefined when none was left.
 */
export async function indexAccounts(
  { tx, fields }: PrivateTx,
  after: string | undefined,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ destination_uuid: string; bank: string }>`
    select destination_uuid, bank from destination where bank is not null and bank_index is null
      and (${after ?? null}::uuid is null or destination_uuid > ${after ?? null}::uuid) order by destination_uuid limit ${limit} for update`.execute(
    tx,
  )
  const indexed = rows.map(({ destination_uuid, bank: sealed }) => {
    const bank = openBank(fields, destination_uuid, sealed)
    return { destination_uuid, bank_index: bank && bankIndex(fields, bank) }
  })
  await sql`
    update destination d set bank_index = u.bank_index
      from ${rowsOf('u', indexed, { destination_uuid: 'uuid', bank_index: 'bytea' })}
      where d.destination_uuid = u.destination_uuid`.execute(tx)
  return rows.at(-1)?.destination_uuid
}

/** What a change of a destination sets. */
export type DestinationChange = {
  readonly destination_uuid: string
  readonly percentage_bps: number
  readonly status: DestinationStatus
  readonly usable_from: Date
  readonly changed_at: Date
}

const CHANGE: Columns<DestinationChange> = {
  destination_uuid: 'uuid',
  percentage_bps: 'int',
  status: 'text',
  usable_from: 'timestamptz',
  changed_at: 'timestamptz',
}

/** Saves changes, in one statement, and raises the version of each, so that approvals of the old one no longer hold. */
export async function saveDestinations(
  tx: Tx,
  changes: readonly DestinationChange[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update destination d set percentage_bps = c.percentage_bps, status = c.status, usable_from = c.usable_from, changed_at = c.changed_at,
        version = d.version + 1
      from ${rowsOf('c', changes, CHANGE)} where d.destination_uuid = c.destination_uuid`.execute(
    tx,
  )
}

/** Remembers that a bank account did not take a payment; a wallet's address is never closed. */
export async function markRefused(tx: Tx, destination_uuid: string, at: Date): Promise<void> {
  await tx
    .updateTable('destination')
    .set({ refused_at: at })
    .where('destination_uuid', '=', destination_uuid)
    .where('kind', '=', 'bank')
    .execute()
}

/** Keeps since when a wallet is proved to be its owner's; whether that is new. */
export async function markProved(tx: Tx, destination_uuid: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('destination')
    .set({ proved_at: at })
    .where('destination_uuid', '=', destination_uuid)
    .where('proved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps what its owner says of a small first payment; its version stays, since it changes nothing of where pay goes. */
export async function sayOfFirstPayment(
  tx: Tx,
  destination_uuid: string,
  first_payment: FirstPayment | null,
): Promise<void> {
  await tx
    .updateTable('destination')
    .set({ first_payment })
    .where('destination_uuid', '=', destination_uuid)
    .execute()
}

/** Keeps an account as its owner gave it anew; it is the same by what tells accounts apart. */
export async function renewAccount(
  { tx, fields }: PrivateTx,
  destination_uuid: string,
  bank: BankRecord,
): Promise<void> {
  await tx
    .updateTable('destination')
    .set({
      bank: fields.seal('destination.bank', destination_uuid, JSON.stringify(bank)),
      country_code: countryOf(bank),
      refused_at: null,
    })
    .where('destination_uuid', '=', destination_uuid)
    .execute()
}

/** The newest changes that a contractor made to where pay goes, read off the audit log. */
export async function recentChanges(
  tx: Tx,
  contractor_sub: string,
): Promise<{ text: string; said: Text | null; at: Date }[]> {
  const { rows } = await sql<{ text: string; said: Text | null; at: Date }>`
    select text, said, at from destination_change where contractor_sub = ${contractor_sub} order by at desc, text limit 8`.execute(
    tx,
  )
  return rows.map(row => ({ ...row, said: saidBeside(row.text, row.said) }))
}

/** Keeps what is said of a change for the contractor to read. */
export async function insertChange(
  tx: Tx,
  { said, ...change }: { contractor_sub: string; said: Text; at: Date },
): Promise<void> {
  const kept = toKeep(said)
  await tx
    .insertInto('destination_change')
    .values({ ...change, text: kept.sentence ?? '', said: kept.said })
    .execute()
}
