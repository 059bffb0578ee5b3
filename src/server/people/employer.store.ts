import { sql } from 'kysely'
import type { ApprovalBand } from '#domain/payroll/approval-bands.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openWords, sealWords } from '../kernel/sealed-words.ts'
import { toJson } from '../kernel/unit-of-work.ts'
import { openAddress, type StoredAddress, sealAddress } from '../reference/addresses.ts'

const COLUMNS = [
  'employer_uuid',
  'domain',
  'corporation_name',
  'business_name',
  'is_partner',
  'country_code',
  'subdivision_code',
  'registered_address',
  'currency',
  'approval_limit_minor',
  'two_approvers_above_minor',
  'approval_bands',
  'verification',
  'verification_reason',
  'sealed_reason',
  'suspended_at',
  'version',
  'changed_at',
] as const

/** The employer of this id that the transaction may see, or undefined. */
export async function selectEmployer(on: PrivateTx, employer_uuid: string) {
  const row = await on.tx
    .selectFrom('employer')
    .select(COLUMNS)
    .where('employer_uuid', '=', employer_uuid)
    .executeTakeFirst()
  return row && opened(on, row)
}

export type EmployerRow = NonNullable<Awaited<ReturnType<typeof selectEmployer>>>

/** Lets nobody change an employer until the transaction ends. */
export async function shareEmployer(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select 1 from employer where employer_uuid = ${employer_uuid}::uuid for share`.execute(
    tx,
  )
}

/** Like `selectEmployer`, and nobody else changes it until the transaction ends. */
export async function lockEmployer(
  on: PrivateTx,
  employer_uuid: string,
): Promise<EmployerRow | undefined> {
  const row = await on.tx
    .selectFrom('employer')
    .select(COLUMNS)
    .where('employer_uuid', '=', employer_uuid)
    .forUpdate()
    .executeTakeFirst()
  return row && opened(on, row)
}

type SealedRow = {
  readonly employer_uuid: string
  readonly registered_address: string | null
  readonly verification: string
  readonly verification_reason: string | null
  readonly sealed_reason: string | null
}

function opened<Row extends SealedRow>(
  { fields }: PrivateTx,
  { sealed_reason: sealed, verification_reason: clear, ...row }: Row,
) {
  const { employer_uuid: id, registered_address } = row
  return {
    ...row,
    verification_reason: openWords({ fields }, 'employer', id, { clear, sealed }),
    registered_address: openAddress(fields, 'employer.registered_address', id, registered_address),
    verification: row.verification as VerificationStatus,
  }
}

/** Inserts a company. */
export async function insertEmployer(
  tx: Tx,
  employer: {
    readonly employer_uuid: string
    readonly country_code: string
    readonly subdivision_code: string | null
    readonly is_partner: boolean
    readonly created_at: Date
  },
): Promise<void> {
  await tx.insertInto('employer').values(employer).execute()
}

export type EmployerChange = {
  readonly domain?: string | null
  readonly corporation_name?: string
  readonly business_name?: string
  readonly registered_address?: StoredAddress
  readonly verification?: VerificationStatus
  readonly verification_reason?: string | null
  readonly documents_at?: Date
  readonly changed_at?: Date
  readonly suspended_at?: Date | null
  /** Why it is suspended; null takes the words away. */
  readonly suspension?: string | null
  /** What it is told of it; null takes the words away. */
  readonly told?: string | null
  readonly approval_limit_minor?: bigint | null
  readonly two_approvers_above_minor?: bigint | null
  readonly approval_bands?: readonly ApprovalBand[]
  readonly currency?: string
}

/** Changes a company and counts its version up. */
export async function updateEmployer(
  { tx, fields }: PrivateTx,
  employer_uuid: string,
  {
    registered_address: address,
    approval_bands: bands,
    verification_reason: reason,
    suspension: why,
    told,
    ...change
  }: EmployerChange,
): Promise<void> {
  const column = 'employer.registered_address'
  await tx
    .updateTable('employer')
    .set(row => ({
      ...change,
      ...(reason !== undefined && {
        verification_reason: null,
        sealed_reason: sealWords({ fields }, 'employer', employer_uuid, reason),
      }),
      ...(why !== undefined && {
        sealed_suspension: why && fields.seal('employer.sealed_suspension', employer_uuid, why),
      }),
      ...(told !== undefined && {
        sealed_told: told && fields.seal('employer.sealed_told', employer_uuid, told),
      }),
      ...(bands && { approval_bands: toJson(bands) }),
      ...(address && { registered_address: sealAddress(fields, column, employer_uuid, address) }),
      version: row('version', '+', 1),
    }))
    .where('employer_uuid', '=', employer_uuid)
    .execute()
}

/** Lets one transaction at a time give out a domain. */
export async function lockDomains(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('employer.domain'))`.execute(tx)
}

/** Whether any employer has this domain: all that one learns of another. */
export async function domainIsTaken(tx: Tx, domain: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select app.domain_is_taken(${domain}) taken`.execute(tx)
  return rows[0]?.taken ?? false
}
