import { sql } from 'kysely'
import type { ContractKind } from '#domain/contracts/contract.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { declined } from './contract.report.store.ts'

export type FailedOffer = {
  readonly contract_uuid: string
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly role: string
  readonly kind: ContractKind
  readonly status: 'REJECTED' | 'EXPIRED'
  readonly reason: string
}

type Row = Omit<FailedOffer, 'reason'> & {
  readonly decline_reason: string
  readonly sealed_decline_reason: string | null
}

/** More than these nobody reads at home. */
const MOST = 20

/** Offers made after an instant that were declined or ran out, to people who work with the employer, and were not drafted anew; newest first. */
export async function selectFailedOffers(
  on: PrivateTx,
  employer_uuid: string,
  since: Date,
): Promise<FailedOffer[]> {
  const { rows } = await sql<Row>`
    select k.contract_uuid, k.contractor_sub, app.person_name(p.first_name, p.last_name, p.email) contractor_name, k.role, k.kind, k.status,
        k.decline_reason, k.sealed_decline_reason
      from contract k join person_seen p on p.sub = k.contractor_sub
      where k.employer_uuid = ${employer_uuid}::uuid and k.status in ('REJECTED', 'EXPIRED') and k.approved_at > ${since}
        and exists (select from invitation i where i.employer_uuid = k.employer_uuid and i.contractor_sub = k.contractor_sub
          and i.status = 'ACCEPTED' and i.removed_at is null)
        and not exists (select from contract anew where anew.employer_uuid = k.employer_uuid and anew.contractor_sub = k.contractor_sub
          and lower(btrim(anew.role)) = lower(btrim(k.role)) and case when anew.status in ('REJECTED', 'EXPIRED') then anew.approved_at > k.approved_at
            else anew.status <> 'DISCARDED' and anew.created_at >= k.created_at end)
      order by k.approved_at desc, k.contract_uuid limit ${MOST}`.execute(on.tx)
  return rows.map(({ decline_reason, sealed_decline_reason, ...row }) => ({
    ...row,
    reason: declined(on, { ...row, decline_reason, sealed_decline_reason }),
  }))
}
