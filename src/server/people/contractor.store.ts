import { sql } from 'kysely'
import type { VerificationStatus } from '#domain/people/verification.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openWords, sealWords } from '../kernel/sealed-words.ts'
import { openAddress, type StoredAddress, sealAddress } from '../reference/addresses.ts'

export type ContractorRow = {
  readonly sub: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly middle_name: string
  readonly preferred_name: string
  readonly phone_number: string
  readonly country_code: string | null
  readonly subdivision_code: string | null
  readonly permanent_address: StoredAddress | null
  readonly mailing_address: StoredAddress | null
  readonly verification: VerificationStatus
  readonly verification_reason: string | null
  readonly suspended_at: Date | null
  readonly version: number
  /** When they last changed what is reviewed of them; null where nobody noted it. */
  readonly changed_at: Date | null
}

type SealedRow = Omit<ContractorRow, 'permanent_address' | 'mailing_address'> & {
  readonly sealed_reason: string | null
  readonly permanent_address: string | null
  readonly mailing_address: string | null
}

const COLUMNS = sql`p.sub, p.email, p.first_name, p.last_name, p.middle_name, p.preferred_name, p.phone_number,
  p.country_code, p.subdivision_code, p.suspended_at, c.permanent_address, c.mailing_address, c.verification,
  c.verification_reason, c.sealed_reason, c.version, c.changed_at`

/** The contractor that the transaction may see, or undefined. */
export async function selectContractor(
  on: PrivateTx,
  sub: string,
): Promise<ContractorRow | undefined> {
  const { rows } = await sql<SealedRow>`
    select ${COLUMNS} from contractor c join person p using (sub) where c.sub = ${sub}`.execute(
    on.tx,
  )
  return rows[0] && opened(on, rows[0])
}

/** Like `selectContractor`, and nobody else changes it until the transaction ends. */
export async function lockContractor(
  on: PrivateTx,
  sub: string,
): Promise<ContractorRow | undefined> {
  const { rows } = await sql<SealedRow>`
    select ${COLUMNS} from contractor c join person p using (sub) where c.sub = ${sub} for update`.execute(
    on.tx,
  )
  return rows[0] && opened(on, rows[0])
}

function opened(
  { fields }: PrivateTx,
  { sealed_reason: sealed, verification_reason: clear, ...row }: SealedRow,
): ContractorRow {
  const { sub, permanent_address, mailing_address } = row
  return {
    ...row,
    verification_reason: openWords({ fields }, 'contractor', sub, { clear, sealed }),
    phone_number: fields.open('person.phone_number', sub, row.phone_number),
    permanent_address: openAddress(fields, 'contractor.permanent_address', sub, permanent_address),
    mailing_address: openAddress(fields, 'contractor.mailing_address', sub, mailing_address),
  }
}

/** Inserts a contractor's profile. */
export async function insertContractor(tx: Tx, sub: string, created_at: Date): Promise<void> {
  await tx.insertInto('contractor').values({ sub, created_at }).execute()
}

export type ContractorChange = {
  readonly permanent_address?: StoredAddress
  readonly mailing_address?: StoredAddress | null
  readonly personal_info_at?: Date
  readonly documents_at?: Date
  readonly changed_at?: Date
  readonly verification?: VerificationStatus
  readonly verification_reason?: string | null
}

/** Changes a contractor and counts the version up. */
export async function updateContractor(
  { tx, fields }: PrivateTx,
  sub: string,
  change: ContractorChange,
): Promise<void> {
  const { permanent_address, mailing_address, verification_reason: reason, ...rest } = change
  await tx
    .updateTable('contractor')
    .set(row => ({
      ...rest,
      ...(reason !== undefined && {
        verification_reason: null,
        sealed_reason: sealWords({ fields }, 'contractor', sub, reason),
      }),
      ...(permanent_address && {
        permanent_address: sealAddress(
          fields,
          'contractor.permanent_address',
          sub,
          permanent_address,
        ),
      }),
      ...(mailing_address !== undefined && {
        mailing_address:
          mailing_address &&
          sealAddress(fields, 'contractor.mailing_address', sub, mailing_address),
      }),
      version: row('version', '+', 1),
    }))
    .where('sub', '=', sub)
    .execute()
}
