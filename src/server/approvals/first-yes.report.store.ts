import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { Tx } from '../kernel/db.ts'

export type FirstYes = {
  readonly step_uuid: string
  readonly employer_uuid: string
  readonly line_item_uuid: string | null
  /** Whether it is to a selection of items, which `selectedBy` names. */
  readonly selected: boolean
  readonly items: number
  readonly totals: Money[]
  readonly digest: string
  readonly by: string
  readonly by_name: string
  readonly at: Date
  readonly expires_at: Date
  /** For whom they stood in when they said it. */
  readonly stood_in_for: readonly string[]
  /** Their names, also of who left the team since; null for nobody. */
  readonly absent: string | null
}

/** A yes that somebody did not want to be the second to. */
export type RejectedYes = {
  readonly line_item_uuid: string | null
  readonly digest: string
  readonly by_name: string
  readonly at: Date
  readonly reason: string | null
}

/** The yeses to a cycle, or to items of it, that wait for a second at an instant; newest first. */
export async function listFirstYeses(tx: Tx, cycle_uuid: string, now: Date): Promise<FirstYes[]> {
  type Row = Omit<FirstYes, 'totals'> & { totals: { currency: string; minor: number }[] }
  const { rows } = await sql<Row>`
    select s.step_uuid, s.employer_uuid, s.content ->> 'line_item_uuid' line_item_uuid, jsonb_typeof(s.content -> 'selected') = 'array' selected,
        s.lines items, s.totals, s.digest, s.asked_by "by",
        coalesce(app.person_name(p.first_name, p.last_name), '') by_name, s.asked_at "at", s.expires_at,
        coalesce(s.content -> 'stood_in_for', '[]') stood_in_for,
        (select string_agg(app.person_name(o.first_name, o.last_name), ', ' order by o.sub) from person_seen o
          where s.content -> 'stood_in_for' ? o.sub) absent
      from approval_step s join pay_cycle c on c.employer_uuid = s.employer_uuid and c.cycle_uuid = ${cycle_uuid}::uuid
        left join person_seen p on p.sub = s.asked_by
      where s.kind = 'approve_pay' and s.answer is null and s.expires_at > ${now} and s.content ->> 'cycle_uuid' = ${cycle_uuid}
      order by s.asked_at desc, s.step_uuid`.execute(tx)
  return rows.map(({ totals, ...row }) => ({
    ...row,
    selected: row.selected === true,
    totals: totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
  }))
}

/** The line items of a cycle to which a first yes said yes as a selection; undefined where none waits. */
export async function findSelected(
  tx: Tx,
  cycle_uuid: string,
  step_uuid: string,
  now: Date,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ selected: string[] | null }>`
    select content -> 'selected' selected from approval_step
      where step_uuid = ${step_uuid}::uuid and kind = 'approve_pay' and answer is null and expires_at > ${now}
        and content ->> 'cycle_uuid' = ${cycle_uuid}`.execute(tx)
  return rows[0]?.selected ?? undefined
}

/** The rejected yeses that somebody said within a cycle; newest first. */
export async function listRejectedYeses(
  tx: Tx,
  cycle_uuid: string,
  sub: string,
): Promise<RejectedYes[]> {
  const { rows } = await sql<RejectedYes>`
    select s.content ->> 'line_item_uuid' line_item_uuid, s.digest, coalesce(app.person_name(p.first_name, p.last_name), '') by_name,
        s.answered_at "at", s.reason
      from approval_step s join pay_cycle c on c.employer_uuid = s.employer_uuid and c.cycle_uuid = ${cycle_uuid}::uuid
        left join person_seen p on p.sub = s.answered_by
      where s.kind = 'approve_pay' and s.answer = 'REJECTED' and s.asked_by = ${sub} and s.content ->> 'cycle_uuid' = ${cycle_uuid}
      order by s.answered_at desc, s.step_uuid limit 20`.execute(tx)
  return rows
}
