import { sql } from 'kysely'
import type { ToldType } from '#domain/integrations/told-events.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'

export type NewToldEvent = {
  readonly event_uuid: string
  readonly type: ToldType
  readonly version_date: string
  readonly data: string
  readonly created_at: Date
}

/** Whose events they are: of a company, or of its sandbox. */
export type Told = { readonly employer_uuid: string; readonly sandbox: boolean }

/**
 * Keeps events under the next numbers of their company. Its head is held until the transaction ends, so that numbers are given in the
 * order in which they can be read.
 */
export async function insertTold(
  tx: Tx,
  { employer_uuid, sandbox }: Told,
  events: readonly NewToldEvent[],
): Promise<void> {
  await sql`
    with head as (
      insert into told_head (employer_uuid, sandbox, sequence) values (${employer_uuid}::uuid, ${sandbox}, ${events.length})
        on conflict (employer_uuid, sandbox) do update set sequence = told_head.sequence + excluded.sequence returning sequence)
    insert into told_event (event_uuid, employer_uuid, sandbox, sequence, type, version_date, data, created_at)
      select e.event_uuid, ${employer_uuid}::uuid, ${sandbox}, head.sequence - ${events.length} + row_number() over (order by e.event_uuid),
          e.type, e.version_date, e.data::jsonb, e.created_at
        from head, ${rowsOf('e', events, {
          event_uuid: 'uuid',
          type: 'text',
          version_date: 'date',
          data: 'text',
          created_at: 'timestamptz',
        })}`.execute(tx)
}

/** Holds the head of a company's events until the transaction ends, so that nothing is told of it meanwhile. */
export async function holdTold(tx: Tx, { employer_uuid, sandbox }: Told): Promise<void> {
  await sql`
    insert into told_head (employer_uuid, sandbox, sequence) values (${employer_uuid}::uuid, ${sandbox}, 0)
      on conflict (employer_uuid, sandbox) do update set sequence = told_head.sequence`.execute(tx)
}

/** Of these payments of a company those of which the last that was told is that they arrived. */
export async function listToldSettled(
  tx: Tx,
  { employer_uuid }: Told,
  payment_uuids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ payment_uuid: string }>`
    select p.payment_uuid from unnest(${[...payment_uuids]}::text[]) p (payment_uuid) cross join lateral (
        select type from told_event t where t.employer_uuid = ${employer_uuid}::uuid and not t.sandbox and t.type like 'payment.%'
          and t.data ->> 'payment_uuid' = p.payment_uuid order by t.sequence desc limit 1) last
      where last.type = 'payment.settled'`.execute(tx)
  return rows.map(({ payment_uuid }) => payment_uuid)
}

export type ToldRow = {
  readonly event_uuid: string
  readonly type: ToldType
  readonly version_date: string
  readonly sequence: bigint
  readonly sandbox: boolean
  readonly created_at: Date
  readonly data: Record<string, unknown>
}

/** The events of a company after a number, in order, of one type or of all that begin with a word and a point. */
export async function listTold(
  tx: Tx,
  { employer_uuid, sandbox }: Told,
  {
    after,
    type,
    limit,
  }: { readonly after: bigint; readonly type: string | null; readonly limit: number },
): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    select event_uuid, type, version_date, sequence, sandbox, created_at, data from told_event
      where employer_uuid = ${employer_uuid}::uuid and sandbox = ${sandbox} and sequence > ${after}
        and (${type}::text is null or type = ${type} or split_part(type, '.', 1) || '.*' = ${type})
      order by sequence limit ${limit}`.execute(tx)
  return rows
}
