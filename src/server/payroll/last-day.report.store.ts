import { type RawBuilder, sql } from 'kysely'

/** The last day that a person works for a company, where the line item `i` pays it; null while a contract of theirs pays later days, and of other pay. */
export const LAST_DAY: RawBuilder<unknown> = sql`case when i.contract_uuid is null or exists (select from contract later
    where later.employer_uuid = i.employer_uuid and later.contractor_sub = i.contractor_sub and later.status in ('ACTIVE', 'COMPLETED')
      and not isempty(later.earns) and (upper_inf(later.earns) or upper(later.earns) > upper(i.earned))) then null
  else upper(i.earned) - 1 end`
