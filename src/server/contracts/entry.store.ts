/** What was typed of contracts and is not put yet (decision 0062). */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContractEntry } from '#contract/contract-shapes.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'

export type Entry = z.output<typeof ContractEntry>

export type EntryRow = {
  readonly contract_uuid: string
  readonly contractor_sub: string
  /** No version of what is typed of a contract comes again (migration 0171). */
  readonly version: number
  /** The version of the terms over which it was typed. */
  readonly terms_version: number
  readonly entry: Entry
  readonly saved_at: Date
  readonly saved_by: string
}

const COLUMNS = [
  'contract_uuid',
  'contractor_sub',
  'version',
  'terms_version',
  'entry',
  'saved_at',
  'saved_by',
] as const
const PLACE = 'contract_draft.entry'

type SealedRow = Omit<EntryRow, 'entry' | 'terms_version'> & {
  readonly entry: string
  readonly terms_version: number | null
}

function opened({ fields }: PrivateTx, { entry, terms_version, ...row }: SealedRow): EntryRow {
  const text = fields.open(PLACE, row.contract_uuid, entry)
  return { ...row, terms_version: terms_version ?? 0, entry: JSON.parse(text) as Entry }
}

/** What was typed of a contract, held until the transaction ends; undefined where nothing is kept. */
export async function lockEntry(
  at: PrivateTx,
  contract_uuid: string,
): Promise<EntryRow | undefined> {
  const row = await at.tx
    .selectFrom('contract_draft')
    .select(COLUMNS)
    .where('contract_uuid', '=', contract_uuid)
    .forUpdate()
    .executeTakeFirst()
  return row && opened(at, row)
}

/** What was typed of contracts of the pair, newest first; of a contract that is no draft any more nothing is told. */
export async function listEntries(
  at: PrivateTx,
  employer_uuid: string,
  contractor_sub: string,
): Promise<EntryRow[]> {
  const rows = await at.tx
    .selectFrom('contract_draft as d')
    .select(COLUMNS.map(column => `d.${column}` as const))
    .where('d.employer_uuid', '=', employer_uuid)
    .where('d.contractor_sub', '=', contractor_sub)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contract as k')
            .select(sql`1`.as('one'))
            .whereRef('k.contract_uuid', '=', 'd.contract_uuid')
            .where('k.status', '<>', 'DRAFT'),
        ),
      ),
    )
    .orderBy('d.saved_at', 'desc')
    .orderBy('d.contract_uuid')
    .execute()
  return rows.map(row => opened(at, row))
}

/** What is typed, over the terms that are named, or over those of now. */
type Typed = Omit<EntryRow, 'version' | 'terms_version'> & {
  readonly terms_version: number | undefined
}

/** Keeps what is typed first; answers it with its version, or undefined where there is something of this id, whoever's. */
export async function insertEntry(
  { tx, fields }: PrivateTx,
  { entry, terms_version, ...row }: Typed & { readonly employer_uuid: string },
): Promise<Pick<EntryRow, 'version' | 'terms_version'> | undefined> {
  const sealed = fields.seal(PLACE, row.contract_uuid, JSON.stringify(entry))
  const made = await tx
    .insertInto('contract_draft')
    .values({ ...row, version: 1, terms_version: terms_version ?? null, entry: sealed })
    .onConflict(conflict => conflict.column('contract_uuid').doNothing())
    .returning(['version', 'terms_version'])
    .executeTakeFirst()
  return made && { ...made, terms_version: made.terms_version ?? 0 }
}

/** Keeps another version of what `lockEntry` holds. */
export async function updateEntry(
  { tx, fields }: PrivateTx,
  { contract_uuid, entry, ...typed }: Omit<EntryRow, 'contractor_sub'>,
): Promise<void> {
  const sealed = fields.seal(PLACE, contract_uuid, JSON.stringify(entry))
  await tx
    .updateTable('contract_draft')
    .set({ ...typed, entry: sealed })
    .where('contract_uuid', '=', contract_uuid)
    .execute()
}

/** Forgets what was typed of a contract; answers whether anything was. */
export async function deleteEntry(tx: Tx, contract_uuid: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('contract_draft')
    .where('contract_uuid', '=', contract_uuid)
    .returning('contract_uuid')
    .executeTakeFirst()
  return gone !== undefined
}

/** How many of a company are kept: with one contractor, and saved last by one of its people. */
export async function countEntries(
  tx: Tx,
  of: {
    readonly employer_uuid: string
    readonly contractor_sub: string
    readonly saved_by: string
  },
): Promise<{ readonly of_contractor: number; readonly of_person: number }> {
  const { rows } = await sql<{ of_contractor: number; of_person: number }>`
    select count(*) filter (where contractor_sub = ${of.contractor_sub})::int of_contractor,
        count(*) filter (where saved_by = ${of.saved_by})::int of_person
      from contract_draft where employer_uuid = ${of.employer_uuid}::uuid`.execute(tx)
  return rows[0] ?? { of_contractor: 0, of_person: 0 }
}

/** Whether something was typed of a contract that is not among its terms yet. */
export async function hasEntry(tx: Tx, contract_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('contract_draft')
    .select('contract_uuid')
    .where('contract_uuid', '=', contract_uuid)
    .executeTakeFirst()
  return row !== undefined
}
