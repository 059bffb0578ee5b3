import { sql } from 'kysely'
import type { Proposed } from '#domain/kernel/proposal.ts'
import type { Tx } from '../kernel/db.ts'
import type { FundingAccountRow } from './funding-account.store.ts'

export type ProposedAccountRow = FundingAccountRow &
  Proposed & { readonly proposed_by_name: string }

/** What waits for a second operator, with who proposed it; by currency. */
export async function listProposedAccounts(tx: Tx): Promise<ProposedAccountRow[]> {
  const { rows } = await sql<ProposedAccountRow>`
    select account_uuid, currency, account_name, bank_name, bank_address, iban, account_number, routing_number, swift_code,
        proposed_by, proposed_at, confirmed_at, app.person_name(p.first_name, p.last_name, '') proposed_by_name,
        case when p.suspended_at is null then o.role end proposer_role
      from funding_account a join person_seen p on p.sub = a.proposed_by left join operator o on o.sub = a.proposed_by
      where confirmed_at is null and withdrawn_at is null order by currency`.execute(tx)
  return rows
}

/** Whether operators know the company: only then it is told where to send money. */
export async function employerIsKnown(tx: Tx, employer_uuid: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select verification = 'VERIFIED' and suspended_at is null known from employer where employer_uuid = ${employer_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]?.known ?? false
}

export type NoticeRow = {
  readonly notice_uuid: string
  readonly employer_uuid: string
  readonly domain: string | null
  readonly company_name: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly sent_on: string
  readonly announced_at: Date
  readonly announced_by_name: string
}

/** What employers say is on its way and nobody has booked, of one or of all; the oldest first. */
export async function listOpenNotices(tx: Tx, employer_uuid: string | null): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.notice_uuid, n.employer_uuid, e.domain, app.employer_name(e.business_name, e.corporation_name, e.domain) company_name,
        n.currency, n.amount_minor, n.sent_on, n.announced_at, app.person_name(p.first_name, p.last_name, '') announced_by_name
      from funding_notice n join employer e using (employer_uuid) left join person_seen p on p.sub = n.announced_by
      where n.closed_at is null and (${employer_uuid}::uuid is null or n.employer_uuid = ${employer_uuid}::uuid)
      order by n.announced_at, n.notice_uuid limit 200`.execute(tx)
  return rows
}
