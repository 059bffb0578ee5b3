import { sql } from 'kysely'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openWords } from '../kernel/sealed-words.ts'

/** A contract with both people to tell: the contractor, and whoever signed for the employer. */
export async function findContract(on: PrivateTx, contract_uuid: string) {
  const { rows } = await sql<{
    status: string
    kind: string
    role: string
    contractor_sub: string
    contractor_email: string
    contractor_name: string
    employer_name: string
    employer_email: string | null
    last_day: string | null
    superseded_from: string | null
    clear: string
    sealed: string | null
    ended: string | null
    /** Whether one of the two is suspended. */
    suspended: boolean
  }>`select k.status, k.kind, k.role, k.contractor_sub, p.email contractor_email, app.person_name(p.first_name, p.last_name, p.email) contractor_name,
        app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name, k.contract_end_date last_day, k.superseded_from, k.decline_reason clear, k.sealed_decline_reason sealed, k.sealed_end_reason ended,
        (e.suspended_at is not null or p.suspended_at is not null) suspended,
        (select signer.email from contract_signature s join person signer using (sub)
          where s.contract_uuid = k.contract_uuid and s.party = 'employer') employer_email
      from contract k join employer e using (employer_uuid) join person p on p.sub = k.contractor_sub
      where k.contract_uuid = ${contract_uuid}`.execute(on.tx)
  const [found] = rows
  return (
    found && {
      ...found,
      /** The words of who declined it. */
      reason: openWords(on, 'contract', contract_uuid, found),
      /** The words of who ended it. */
      end_reason: on.fields.open('contract.sealed_end_reason', contract_uuid, found.ended ?? ''),
    }
  )
}
