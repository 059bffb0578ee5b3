/** What operators read of hits: with whose payments wait, and who said what. */
import { type RawBuilder, sql } from 'kysely'
import type { ListEntry, Reason, Subject, SubjectKind } from '#domain/screening/score.ts'
import type { HitStatus } from '#domain/screening/screening-hit.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { asUuid } from '../kernel/ids.ts'

export type HitRow = {
  readonly hit_uuid: string
  readonly status: HitStatus
  readonly version: number
  readonly score: number
  readonly reasons: Reason[]
  readonly subject_kind: SubjectKind
  readonly subject: Subject
  readonly entry: ListEntry
  readonly source: string
  readonly list_version: string
  readonly list_imported_at: Date
  readonly contractor_sub: string | null
  readonly employer_uuid: string | null
  readonly party_name: string
  readonly payments: number
  readonly found_at: Date
  readonly claimed_by: string | null
  readonly claimed_at: Date | null
  readonly claimed_name: string | null
  readonly decided_by: string | null
  readonly decided_at: Date | null
  readonly decided_name: string | null
  readonly words: string
}

const COLUMNS = sql`hit_uuid, status, version, score, reasons, subject_kind, subject, entry, source, list_uuid, contractor_sub, employer_uuid, found_at,
  claimed_by, claimed_at, decided_by, decided_at, words`

/** What is to leave and would be held for a hit: a person's are few and counted, a company's are by the counts that are kept of its cycles. */
const waits = (of: RawBuilder<unknown>) => sql`${of}.status in ('SCHEDULED', 'HELD', 'FROZEN')`

type SealedRow = Omit<HitRow, 'subject' | 'words'> & { subject: string; words: string | null }

async function select({ tx, fields }: PrivateTx, chosen: RawBuilder<unknown>): Promise<HitRow[]> {
  const { rows } = await sql<SealedRow>`
    select h.hit_uuid, h.status, h.version, h.score, h.reasons, h.subject_kind, h.subject, h.entry, h.source, l.version list_version,
        l.imported_at list_imported_at, h.contractor_sub, h.employer_uuid, h.found_at, h.claimed_by, h.claimed_at, h.decided_by, h.decided_at, h.words,
        coalesce(nullif(app.person_name(p.first_name, p.last_name), ''), p.email,
          app.employer_name(e.business_name, e.corporation_name, e.domain), '') party_name,
        nullif(app.person_name(c.first_name, c.last_name), '') claimed_name, nullif(app.person_name(d.first_name, d.last_name), '') decided_name,
        case when h.contractor_sub is not null
          then (select count(*)::int from line_item i join payment y using (line_item_uuid) where i.contractor_sub = h.contractor_sub and ${waits(sql`y`)})
          else (select coalesce(sum(n.payments), 0)::int from pay_cycle o join payment_count n using (cycle_uuid)
            where o.employer_uuid = h.employer_uuid and n.is_open and ${waits(sql`n`)}) end payments
      from (${chosen}) h join screening_list l on l.list_uuid = h.list_uuid
        left join person p on p.sub = h.contractor_sub left join employer e on e.employer_uuid = h.employer_uuid
        left join person c on c.sub = h.claimed_by left join person d on d.sub = h.decided_by
      order by h.found_at desc, h.hit_uuid desc`.execute(tx)
  return rows.map(row => ({
    ...row,
    subject: JSON.parse(fields.open('screening_hit.subject', row.hit_uuid, row.subject)) as Subject,
    words: row.words ? fields.open('screening_hit.words', row.hit_uuid, row.words) : '',
  }))
}

/** A page of hits in these states, newest first; of one party where it is named, by its `sub` or uuid. */
export function listHits(
  on: PrivateTx,
  filter: {
    readonly statuses: readonly HitStatus[]
    readonly party: string | undefined
    readonly after: readonly [at: string, id: string] | undefined
    readonly limit: number
  },
): Promise<HitRow[]> {
  const { statuses, party, after, limit } = filter
  return select(
    on,
    sql`select ${COLUMNS} from screening_hit where status = any(${[...statuses]}::text[])
      ${party === undefined ? sql`` : sql`and (contractor_sub = ${party} or employer_uuid = ${asUuid(party)}::uuid)`}
      ${after ? sql`and (found_at, hit_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by found_at desc, hit_uuid desc limit ${limit}`,
  )
}

/** One hit, or undefined. */
export async function findHit(on: PrivateTx, hit_uuid: string): Promise<HitRow | undefined> {
  return (
    await select(on, sql`select ${COLUMNS} from screening_hit where hit_uuid = ${hit_uuid}::uuid`)
  )[0]
}
