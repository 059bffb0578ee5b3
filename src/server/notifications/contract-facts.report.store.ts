import { sql } from 'kysely'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openWords } from '../kernel/sealed-words.ts'
import { addressesFor } from './approval-facts.report.store.ts'

/** A contract with whom to tell: the contractor, and whoever signed for the employer, or its owners and admins once that one left; nobody of it where nobody signed. */
export async function findContract(on: PrivateTx, contract_uuid: string) {
  const { rows } = await sql<{
    status: string
    kind: string
    role: string
    contractor_sub: string
    contractor_email: string
    contractor_name: string
    employer_name: string
    employer_emails: readonly string[]
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
        ${addressesFor(sql`k.employer_uuid`, sql`g.sub`)} employer_emails
      from contract k left join contract_signature g on g.contract_uuid = k.contract_uuid and g.party = 'employer'
        join employer e on e.employer_uuid = k.employer_uuid join person p on p.sub = k.contractor_sub
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
