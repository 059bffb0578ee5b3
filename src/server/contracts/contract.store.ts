import { type RawBuilder, sql } from 'kysely'
import type { ContractKind, ContractStatus, ExhibitFormat } from '#domain/contracts/contract.ts'
import type { CountryClauses } from '#domain/contracts/country-clauses.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { sealWords } from '../kernel/sealed-words.ts'
import type { ContractRow, SignatureRow } from './contract.report.store.ts'

/**
 * Holds the contracts of a pair, so that nothing of them changes until the transaction ends, and before them their policies, so
 * that no cycle opens on what is about to change (ARCHITECTURE, Lock order).
 */
export async function lockPair(
  tx: Tx,
  { employer_uuid, contractor_sub }: Pick<ContractRow, 'employer_uuid' | 'contractor_sub'>,
): Promise<void> {
  await sql`select 1 from payroll_policy where policy_uuid in (select pay_policy_uuid from contract
      where employer_uuid = ${employer_uuid} and contractor_sub = ${contractor_sub})
    order by policy_uuid for share`.execute(tx)
  await sql`select 1 from contract where employer_uuid = ${employer_uuid} and contractor_sub = ${contractor_sub}
    order by contract_uuid for update`.execute(tx)
}

export type ContractTermsRow = {
  readonly contractor_sub: string
  readonly revision: number
  readonly supersedes_uuid: string | null
  readonly role: string
  readonly currency: string
  readonly paid: boolean
  readonly hourly_rate_minor: bigint | null
  readonly scheduled_hours_hundredths: number | null
  readonly pay_policy_uuid: string | null
  readonly effective_date: string
  readonly contract_start_date: string
  readonly contract_end_date: string | null
  readonly exhibit_a: string
  readonly exhibit_format: ExhibitFormat
  readonly country_clauses: CountryClauses | null
  readonly kind: ContractKind
  readonly agreement_file_uuid: string | null
}

/** Who gave a draft its terms, and when. */
export type TermsGiven = { readonly terms_at: Date; readonly terms_by: string }

/** Inserts a draft; answers false when the id is taken, by whomever. */
export async function insertDraft(
  tx: Tx,
  draft: ContractTermsRow &
    TermsGiven & {
      readonly contract_uuid: string
      readonly employer_uuid: string
      readonly created_at: Date
    },
): Promise<boolean> {
  const row = await tx
    .insertInto('contract')
    .values(draft)
    // Whichever of the table's unique indexes is met first, as with policies.
    .onConflict(conflict => conflict.doNothing())
    .returning('contract_uuid')
    .executeTakeFirst()
  return row !== undefined
}

export type ContractChange = Partial<ContractTermsRow & TermsGiven> & {
  readonly terms_version?: number
  readonly status?: ContractStatus
  readonly decline_reason?: string
  /** Why it ends; empty words take those of before away. */
  readonly end_reason?: string
  readonly superseded_from?: string
  readonly withdrawn_at?: Date
  readonly pdf_file_uuid?: string | null
  readonly pdf_sha256?: string | null
  readonly approved_at?: Date
}

/** Changes a contract and counts its version up. */
export async function updateContract(
  { tx, ...on }: PrivateTx,
  contract_uuid: string,
  { decline_reason: words, end_reason, ...change }: ContractChange,
): Promise<void> {
  const sealed = words && { sealed_decline_reason: sealWords(on, 'contract', contract_uuid, words) }
  const ended = end_reason !== undefined && {
    sealed_end_reason:
      on.fields.seal('contract.sealed_end_reason', contract_uuid, end_reason) || null,
  }
  await tx
    .updateTable('contract')
    .set(row => ({ ...change, ...sealed, ...ended, version: row('version', '+', 1) }))
    .where('contract_uuid', '=', contract_uuid)
    .execute()
}

/** The running contract of a role that a new one takes the place of, the latest of them. */
export async function selectRunning(
  tx: Tx,
  {
    employer_uuid,
    contractor_sub,
    role,
  }: Pick<ContractRow, 'employer_uuid' | 'contractor_sub' | 'role'>,
): Promise<{ contract_uuid: string; revision: number } | undefined> {
  const { rows } = await sql<{ contract_uuid: string; revision: number }>`
    select contract_uuid, revision from contract
      where employer_uuid = ${employer_uuid} and contractor_sub = ${contractor_sub} and status = 'ACTIVE' and ${sameRole(role)}
      order by revision desc, contract_uuid desc limit 1`.execute(tx)
  return rows[0]
}

export type Overlapping = {
  readonly contract_uuid: string
  readonly status: ContractStatus
  readonly contract_start_date: string
}

/** The signed contracts of a role that pay for days on which another one is to pay. */
export async function listOverlapping(
  tx: Tx,
  contract: Pick<
    ContractRow,
    | 'contract_uuid'
    | 'employer_uuid'
    | 'contractor_sub'
    | 'role'
    | 'effective_date'
    | 'contract_start_date'
    | 'contract_end_date'
  >,
): Promise<Overlapping[]> {
  const { rows } = await sql<Overlapping>`
    select contract_uuid, status, contract_start_date from contract
      where employer_uuid = ${contract.employer_uuid} and contractor_sub = ${contract.contractor_sub} and ${sameRole(contract.role)}
        and contract_uuid <> ${contract.contract_uuid}
        and earns && app.days(greatest(${contract.effective_date}::date, ${contract.contract_start_date}::date), ${contract.contract_end_date}::date)
      order by contract_uuid`.execute(tx)
  return rows
}

/** The signed contract of a role beside this one that pays for a day between two, the first of them. */
export async function findPayingBetween(
  tx: Tx,
  contract: Pick<ContractRow, 'contract_uuid' | 'employer_uuid' | 'contractor_sub' | 'role'>,
  first: string,
  last: string,
): Promise<{ revision: number; until: string } | undefined> {
  const { rows } = await sql<{ revision: number; until: string }>`
    select revision, upper(earns) - 1 "until" from contract
      where employer_uuid = ${contract.employer_uuid} and contractor_sub = ${contract.contractor_sub} and ${sameRole(contract.role)}
        and contract_uuid <> ${contract.contract_uuid} and earns && app.days(${first}::date, ${last}::date)
      order by lower(earns) limit 1`.execute(tx)
  return rows[0]
}

/** Another offer of the role that waits for its signature, where there is one; at most one does. */
export async function findOtherOffer(
  tx: Tx,
  contract: Pick<ContractRow, 'contract_uuid' | 'employer_uuid' | 'contractor_sub' | 'role'>,
): Promise<{ contract_uuid: string; kind: ContractKind } | undefined> {
  const { rows } = await sql<{ contract_uuid: string; kind: ContractKind }>`
    select contract_uuid, kind from contract where employer_uuid = ${contract.employer_uuid} and contractor_sub = ${contract.contractor_sub}
      and ${sameRole(contract.role)} and contract_uuid <> ${contract.contract_uuid} and status = 'AWAITING_SIGNATURE'`.execute(
    tx,
  )
  return rows[0]
}

/** The newest draft of a role of the pair that was drawn up here, or undefined. */
export async function findDraft(
  tx: Tx,
  of: Pick<ContractRow, 'employer_uuid' | 'contractor_sub' | 'role'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ contract_uuid: string }>`
    select contract_uuid from contract where employer_uuid = ${of.employer_uuid} and contractor_sub = ${of.contractor_sub}
      and ${sameRole(of.role)} and status = 'DRAFT' and kind = 'CORRIDOR' order by created_at desc, contract_uuid desc limit 1`.execute(
    tx,
  )
  return rows[0]?.contract_uuid
}

/**
 * The roles of a pair's other contracts in these states that are not this one. None where the pair signed a contract in exactly this role
 * before: it goes on as it is written.
 */
export async function listOtherRoles(
  tx: Tx,
  of: Pick<ContractRow, 'employer_uuid' | 'contractor_sub' | 'role'> & {
    /** Null where it has no id yet. */
    readonly contract_uuid: string | null
  },
  statuses: readonly ContractStatus[],
): Promise<string[]> {
  const pair = sql`employer_uuid = ${of.employer_uuid} and contractor_sub = ${of.contractor_sub}`
  const { rows } = await sql<{ role: string }>`
    select distinct role from contract where ${pair} and status = any(${[...statuses]}::text[]) and not ${sameRole(of.role)}
        and contract_uuid is distinct from ${of.contract_uuid}::uuid
        and not exists (select from contract where ${pair} and ${sameRole(of.role)} and status in ('ACTIVE', 'COMPLETED'))
      order by role`.execute(tx)
  return rows.map(({ role }) => role)
}

/** Roles are the same however they are capitalised: the database's laws compare them so. */
function sameRole(role: string): RawBuilder<boolean> {
  return sql<boolean>`lower(btrim(role)) = lower(btrim(${role}))`
}

/** Keeps a signature. The table takes one of each party, and never changes one. */
export async function insertSignature(
  tx: Tx,
  signature: SignatureRow & {
    readonly earlier_name: string
    readonly contract_uuid: string
    readonly employer_uuid: string
    readonly contractor_sub: string
    readonly sub: string
    readonly address: string
  },
): Promise<void> {
  await tx.insertInto('contract_signature').values(signature).execute()
}
