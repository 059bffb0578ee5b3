import { sql } from 'kysely'
import type { ListEntry, Reason, Subject, SubjectKind } from '#domain/screening/score.ts'
import { type HitStatus, HOLDING } from '#domain/screening/screening-hit.ts'
import type { KeptHit, Pair } from '#domain/screening/screening-round.ts'
import type { Tx } from '../kernel/db.ts'
import type { FieldCipher, PrivateTx } from '../kernel/field-cipher.ts'
import { rowsOf } from '../kernel/rows.ts'
import { toJson } from '../kernel/unit-of-work.ts'
import type { Party } from './due.store.ts'

/** Somebody who is like an entry, with both as they are. */
export type Found = Pair & {
  readonly party: Party
  readonly subject_kind: SubjectKind
  readonly subject: Subject
  readonly entry: ListEntry
  readonly list_uuid: string
  readonly score: number
  readonly reasons: readonly Reason[]
}

const LIVE = sql.join(HOLDING.map(of => sql.lit(of)))
const subs = (parties: readonly Party[]) =>
  parties.flatMap(({ contractor_sub }) => contractor_sub ?? [])
const uuids = (parties: readonly Party[]) =>
  parties.flatMap(({ employer_uuid }) => employer_uuid ?? [])
const ofParties = (parties: readonly Party[]) =>
  sql`(contractor_sub = any(${subs(parties)}::text[]) or employer_uuid = any(${uuids(parties)}::uuid[]))`

/** What was found of these parties before and has not lapsed, held until the transaction ends. */
export async function lockKept(tx: Tx, parties: readonly Party[]): Promise<KeptHit[]> {
  const { rows } = await sql<KeptHit>`
    select hit_uuid, subject_key, subject_digest, source, entry_id, entry_digest, status from screening_hit
      where ${ofParties(parties)} and status <> 'LAPSED' order by hit_uuid for update`.execute(tx)
  return rows
}

const COLUMNS = {
  hit_uuid: 'uuid',
  contractor_sub: 'text',
  employer_uuid: 'uuid',
  subject_kind: 'text',
  subject_key: 'text',
  subject_digest: 'text',
  subject: 'text',
  source: 'text',
  entry_id: 'text',
  entry_digest: 'text',
  entry: 'jsonb',
  list_uuid: 'uuid',
  score: 'int',
  reasons: 'jsonb',
} as const

function written(fields: FieldCipher, hit_uuid: string, found: Found) {
  return {
    hit_uuid,
    contractor_sub: found.party.contractor_sub,
    employer_uuid: found.party.employer_uuid,
    subject_kind: found.subject_kind,
    subject_key: found.subject_key,
    subject_digest: found.subject_digest,
    subject: fields.seal('screening_hit.subject', hit_uuid, JSON.stringify(found.subject)),
    source: found.source,
    entry_id: found.entry_id,
    entry_digest: found.entry_digest,
    entry: toJson(found.entry),
    list_uuid: found.list_uuid,
    score: found.score,
    reasons: toJson(found.reasons),
  }
}

/** Opens hits. */
export async function insertHits(
  { tx, fields }: PrivateTx,
  hits: readonly { readonly hit_uuid: string; readonly found: Found }[],
  found_at: Date,
): Promise<void> {
  if (hits.length === 0) return
  const rows = hits.map(({ hit_uuid, found }) => written(fields, hit_uuid, found))
  await sql`
    insert into screening_hit (hit_uuid, contractor_sub, employer_uuid, subject_kind, subject_key, subject_digest, subject, source, entry_id,
        entry_digest, entry, list_uuid, score, reasons, status, found_at)
      select h.hit_uuid, h.contractor_sub, h.employer_uuid, h.subject_kind, h.subject_key, h.subject_digest, h.subject, h.source, h.entry_id,
        h.entry_digest, h.entry, h.list_uuid, h.score, h.reasons, 'OPEN', ${found_at} from ${rowsOf('h', rows, COLUMNS)}`.execute(
    tx,
  )
}

/** Asks open hits anew, as both sides are now; who said that it is the same said so of what was. */
export async function changeHits(
  { tx, fields }: PrivateTx,
  hits: readonly { readonly hit_uuid: string; readonly found: Found }[],
): Promise<void> {
  if (hits.length === 0) return
  const rows = hits.map(({ hit_uuid, found }) => written(fields, hit_uuid, found))
  await sql`
    update screening_hit t set subject_digest = h.subject_digest, subject = h.subject, entry_digest = h.entry_digest, entry = h.entry,
        list_uuid = h.list_uuid, score = h.score, reasons = h.reasons, status = 'OPEN', claimed_by = null, claimed_at = null,
        version = t.version + 1
      from ${rowsOf('h', rows, COLUMNS)} where t.hit_uuid = h.hit_uuid and t.status in ('OPEN', 'CLAIMED')`.execute(
    tx,
  )
}

/** Ends hits of which the lists say nothing any more. */
export async function lapseHits(tx: Tx, hit_uuids: readonly string[]): Promise<void> {
  if (hit_uuids.length === 0) return
  await sql`
    update screening_hit set status = 'LAPSED', claimed_by = null, claimed_at = null, version = version + 1
      where hit_uuid = any(${[...hit_uuids]}::uuid[]) and status in ('OPEN', 'CLAIMED')`.execute(tx)
}

/** Brings what payments wait for in line with the hits of these parties. Answers whose payments wait no longer. */
export async function syncHolds(tx: Tx, parties: readonly Party[]): Promise<Party[]> {
  await sql`
    insert into compliance_hold (party, contractor_sub, employer_uuid, since)
      select coalesce(contractor_sub, employer_uuid::text), contractor_sub, employer_uuid, min(found_at) from screening_hit
        where ${ofParties(parties)} and status in (${LIVE}) group by contractor_sub, employer_uuid order by 1
      on conflict (party) do nothing`.execute(tx)
  const { rows } = await sql<Party>`
    delete from compliance_hold h where ${ofParties(parties)} and not exists (select from screening_hit s where s.status in (${LIVE})
        and (s.contractor_sub = h.contractor_sub or s.employer_uuid = h.employer_uuid))
      returning party, contractor_sub, employer_uuid`.execute(tx)
  return rows
}

/** What decides about an answer to a hit. */
export type HitState = {
  readonly hit_uuid: string
  readonly contractor_sub: string | null
  readonly employer_uuid: string | null
  readonly status: HitStatus
  readonly version: number
  readonly claimed_by: string | null
  readonly claimed_at: Date | null
  readonly decided_by: string | null
}

/**
 * A hit; nobody else answers it, nor another of the same person or company, until the transaction ends. Whether payments wait follows from
 * all of them (`syncHolds`): of two that are answered at once the second sees what was said of the first.
 */
export async function lockHit(tx: Tx, hit_uuid: string): Promise<HitState | undefined> {
  const { rows } = await sql<HitState>`
    select h.hit_uuid, h.contractor_sub, h.employer_uuid, h.status, h.version, h.claimed_by, h.claimed_at, h.decided_by from screening_hit h
      join screening_hit o on o.hit_uuid = ${hit_uuid}::uuid and (o.contractor_sub = h.contractor_sub or o.employer_uuid = h.employer_uuid)
      where h.status <> 'LAPSED' or h.hit_uuid = ${hit_uuid}::uuid order by h.hit_uuid for update of h`.execute(
    tx,
  )
  return rows.find(row => row.hit_uuid === hit_uuid)
}

/** Keeps an answer; `words` stay those of before where none are given. */
export async function saveAnswer(
  { tx, fields }: PrivateTx,
  hit_uuid: string,
  answer: Pick<HitState, 'status' | 'claimed_by' | 'claimed_at' | 'decided_by'> & {
    readonly decided_at: Date | null
    readonly words: string
  },
): Promise<void> {
  const { words, ...columns } = answer
  await tx
    .updateTable('screening_hit')
    .set(row => ({
      ...columns,
      ...(words !== '' && { words: fields.seal('screening_hit.words', hit_uuid, words) }),
      version: row('version', '+', 1),
    }))
    .where('hit_uuid', '=', hit_uuid)
    .execute()
}
