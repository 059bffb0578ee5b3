import { sql } from 'kysely'
import type { Text } from '#domain/kernel/words.ts'
import type { FitItem, Share } from '#domain/payroll/fit.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, lookedUpBy, rowsOf } from '../kernel/rows.ts'
import { toKeep } from '../kernel/words.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { lockItems } from './line-item.store.ts'

type Fitted = Pick<CycleRecord, 'cycle_uuid' | 'employer_uuid' | 'start_date' | 'end_date'>

/** Whose items a cycle has, in their order. The items are locked in id order. */
export async function lockPeopleOfCycle(tx: Tx, cycle_uuid: string): Promise<string[]> {
  await lockItems(tx, cycle_uuid)
  const { rows } = await sql<{ contractor_sub: string }>`
    select distinct contractor_sub from line_item where cycle_uuid = ${cycle_uuid}::uuid order by contractor_sub`.execute(
    tx,
  )
  return rows.map(row => row.contractor_sub)
}

/**
 * These people's items of a locked cycle, and those of the employer that claim days of its period in other cycles. Each is looked up by
 * itself: of a table that no statistics know yet the planner reads all that the employer has, and compares it with all who are asked. One whose raise
 * was added elsewhere (decision 0120) keeps its terms and its days, archived too, or these would be paid at the new rate beside their raise.
 */
export async function listForFit(
  tx: Tx,
  cycle: Fitted,
  subs: readonly string[],
): Promise<FitItem[]> {
  const { cycle_uuid, employer_uuid } = cycle
  const people = subs.map(sub => ({ sub }))
  type Row = Omit<FitItem, 'earned'> & { first: string | null; last: string | null }
  const { rows } = await sql<Row>`
    select i.line_item_uuid, case when here and not back_pay then contract_uuid end contract_uuid, contractor_sub, role,
        lower(claimed) "first", upper(claimed) - 1 "last",
        waits and not raised flexible, hours_hundredths
      from ${lookedUpBy('person', people, { sub: 'text' })}, lateral (
        select line_item_uuid, cycle_uuid = ${cycle_uuid}::uuid here, contract_uuid, contractor_sub, role, earning, earned, status, edited_at, back_pay,
            hours_hundredths, employer_uuid
          from line_item where contractor_sub = person.sub offset 0) i,
        lateral (select here and status = 'PENDING_APPROVAL' and edited_at is null and not back_pay and contract_uuid is not null waits) w,
        lateral (select (waits or isempty(earning)) and app.is_raised(line_item_uuid, contractor_sub) raised) r,
        lateral (select case when raised then earned else earning end claimed) c
      where employer_uuid = ${employer_uuid}::uuid and (here or earned && app.days(${cycle.start_date}::date, ${cycle.end_date}::date))`.execute(
    tx,
  )
  return rows.map(({ first, last, ...row }) => ({
    ...row,
    earned: first && last ? { first, last } : null,
  }))
}

type Kept = Omit<Share, 'earned' | 'proration'> & {
  readonly line_item_uuid: string
  readonly proration: string
  readonly proration_said: string | null
}

const SHARE: Columns<Kept & Share['earned']> = {
  line_item_uuid: 'uuid',
  first: 'date',
  last: 'date',
  hours_hundredths: 'int',
  amount_minor: 'bigint',
  proration: 'text',
  proration_said: 'jsonb',
}

/** How hours came about, as a line item keeps it. */
export function keptProration(proration: Text | null) {
  const { sentence, said } = toKeep(proration)
  return { proration: sentence ?? '', proration_said: said }
}

/** Gives items that wait their share of the period, in one statement; answers those that still waited. */
export async function refitItems(
  tx: Tx,
  changes: readonly { readonly line_item_uuid: string; readonly share: Share }[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const values = changes.map(({ line_item_uuid, share: { earned, proration, ...share } }) => ({
    line_item_uuid,
    ...share,
    ...keptProration(proration),
    ...earned,
  }))
  const { rows } = await sql<{ line_item_uuid: string }>`
    update line_item i set earned = app.days(s.first, s.last), hours_hundredths = s.hours_hundredths,
        scheduled_hours_hundredths = s.hours_hundredths, entries = app.entries_of_money(i.entries),
        amount_minor = s.amount_minor + coalesce(app.entries_minor(i.entries), 0), proration = s.proration,
        proration_said = s.proration_said, version = i.version + 1
      from ${rowsOf('s', values, SHARE)}
      where i.line_item_uuid = s.line_item_uuid and i.status = 'PENDING_APPROVAL' returning i.line_item_uuid`.execute(
    tx,
  )
  return rows.map(row => row.line_item_uuid)
}

/**
 * Lets archived items wait again as if nobody had edited them, claiming no day yet: fitting gives them the days that are left.
 * Back pay claims its own days again, and so does what is raised elsewhere, which keeps its terms. Answers each with its new version.
 */
export async function wakeItems(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ line_item_uuid: string; version: number }>`
    update line_item i set status = 'PENDING_APPROVAL', earned = case when keeps then earned else 'empty' end,
        edited_by = case when keeps then edited_by end, edited_at = case when keeps then edited_at end, version = version + 1
      from (select line_item_uuid uuid, back_pay or app.is_raised(line_item_uuid, contractor_sub) keeps from line_item
        where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) offset 0) k
      where line_item_uuid = uuid and status = 'ARCHIVED' returning line_item_uuid, version`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.line_item_uuid, row.version]))
}

/** Which archived items that keep their days cannot wait again: another item pays a day of theirs by now. */
export async function listOvertaken(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select i.line_item_uuid from line_item i
      where i.line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and i.status = 'ARCHIVED'
        and (i.back_pay or app.is_raised(i.line_item_uuid, i.contractor_sub))
        and exists (select from line_item o where o.employer_uuid = i.employer_uuid and o.contractor_sub = i.contractor_sub
          and lower(btrim(o.role)) = lower(btrim(i.role)) and o.earning && i.earned)`.execute(tx)
  return new Set(rows.map(row => row.line_item_uuid))
}
