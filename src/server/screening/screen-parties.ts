/** Looks for people and companies on the lists in force, and has what is like somebody there looked at by operators. */

import { foldLook, foldName } from '#domain/screening/fold-name.ts'
import { ASKED_FROM, type Scored, scoreOf } from '#domain/screening/score.ts'
import { reconcile } from '#domain/screening/screening-round.ts'
import { foldAddress, scoreOfWallet } from '#domain/screening/wallets.ts'
import { newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { deleteAllDue, listDue, type Party, postpone, takeDue } from './due.store.ts'
import { changeHits, type Found, insertHits, lapseHits, lockKept, syncHolds } from './hit.store.ts'
import {
  hasLists,
  type ListedEntry,
  lockUnlooked,
  selectAlike,
  selectEntries,
  selectListed,
  selectWallets,
  updateLooks,
} from './list.store.ts'
import { type KnownSubject, selectSubjects } from './subject.report.store.ts'

/** Parties of one unit of work. */
const SLICE = 100
/** Names of lists of one. */
const NAMES = 5000
const HOUR_MS = 3_600_000

/**
 * The job: looks for everybody who is due, slice by slice. Of whom something does not open is tried again in an hour, and keeps nobody
 * else from their turn. Killed anywhere it goes on where it was.
 */
export async function screenDue(
  _payload: unknown,
  { unit }: Pick<JobContext, 'unit'>,
): Promise<void> {
  if (await unit(forgetWithoutLists)) return
  while (await unit(keepLooks));
  let after = ''
  for (;;) {
    const from = after
    const slice = await unit(ctx => listDue(ctx.tx, ctx.now, from, SLICE))
    const parties = slice.map(({ party }) => party)
    await unit(ctx => screen(ctx, parties, false)).catch(() => oneByOne(unit, parties))
    const last = parties.at(-1)
    if (last === undefined || parties.length < SLICE) return
    after = last
  }
}

async function forgetWithoutLists(ctx: Ctx): Promise<boolean> {
  if (await hasLists(ctx.tx)) return false
  await deleteAllDue(ctx.tx)
  return true
}

/** Says of some of the names that came before it was kept what they look like; answers whether there were any. */
async function keepLooks({ tx }: Ctx): Promise<boolean> {
  const names = await lockUnlooked(tx, NAMES)
  await updateLooks(
    tx,
    names.map(({ at, name }) => ({ at, look: foldLook(name) })),
  )
  return names.length > 0
}

async function oneByOne(unit: JobContext['unit'], parties: readonly string[]): Promise<void> {
  for (const party of parties)
    await unit(ctx => screen(ctx, [party], false)).catch(error =>
      unit(async ctx => {
        ctx.log.error({ err: error, party }, 'nobody can be looked for on the lists as they are')
        await postpone(ctx.tx, party, new Date(ctx.now.getTime() + HOUR_MS))
      }),
    )
}

/**
 * Looks now for those of them who are due, also where the job is at it, which is waited for: nobody is paid who was changed a moment
 * ago and not looked for since. Answers whether anybody was.
 */
export async function screenBeforePaying(
  ctx: Ctx,
  payments: readonly { readonly contractor_sub: string; readonly employer_uuid: string }[],
): Promise<boolean> {
  const parties = new Set(payments.flatMap(of => [of.contractor_sub, of.employer_uuid]))
  return screenNow(ctx, [...parties])
}

/**
 * The same for people and companies by their ids: a contractor's sub, an employer's uuid. What is found stays, and is seen by operators at once,
 * also where the caller refuses what it was asked for.
 */
export async function screenNow(ctx: Ctx, parties: readonly string[]): Promise<boolean> {
  const screened = (await hasLists(ctx.tx)) && (await screen(ctx, parties, true))
  if (screened) ctx.ifRefused(again => screenNow(again, parties))
  return screened
}

async function screen(ctx: Ctx, due: readonly string[], wait: boolean): Promise<boolean> {
  const parties = await takeDue(ctx.tx, due, wait)
  if (parties.length === 0) return false
  const kept = await lockKept(ctx.tx, parties)
  const subjects = (await selectSubjects(ctx, parties)).map(subject => ({
    ...subject,
    subject_digest: digestOf(ctx, subject),
  }))
  const listed = await selectListed(ctx.tx, kept)
  const { opened, changed, lapsed } = reconcile({
    found: [
      ...(await find(ctx, subjects.filter(isNamed))),
      ...(await findWallets(
        ctx,
        subjects.filter(one => !isNamed(one)),
      )),
    ],
    kept,
    subjects: new Map(subjects.map(one => [one.subject_key, one.subject_digest])),
    isListed: ({ source, entry_id }) => listed.has(`${source}/${entry_id}`),
  })
  const news = opened.map(found => ({ hit_uuid: newUuid(), found }))
  await lapseHits(ctx.tx, lapsed)
  await changeHits(ctx, changed)
  await insertHits(ctx, news, ctx.now)
  auditHits(
    ctx,
    'find',
    news.map(({ hit_uuid }) => hit_uuid),
    { status: 'OPEN' },
  )
  auditHits(
    ctx,
    'change',
    changed.map(({ hit_uuid }) => hit_uuid),
    { status: 'OPEN' },
  )
  auditHits(ctx, 'lapse', lapsed, { status: 'LAPSED' })
  await letGo(ctx, parties)
  return true
}

/** Has payments wait for what is open of these parties, and looks at what waits of those of whom nothing is. */
export async function letGo(ctx: Ctx, parties: readonly Party[]): Promise<void> {
  for (const { contractor_sub, employer_uuid } of await syncHolds(ctx.tx, parties))
    if (contractor_sub !== null) await ctx.doors.payments.lookAtHolds(ctx, { contractor_sub })
    else if (employer_uuid !== null) await ctx.doors.payments.lookAtHolds(ctx, { employer_uuid })
}

type Known = KnownSubject & { readonly subject_digest: string }

const isNamed = ({ subject_kind }: Known) => subject_kind !== 'wallet'

/** What of the lists is like one of these, from the score on from which it is asked. */
async function find(ctx: Ctx, subjects: readonly Known[]): Promise<Found[]> {
  const looked = subjects.flatMap(subject =>
    subject.names.map(name => ({ subject, folded: foldName(name), look: foldLook(name) })),
  )
  const alike = await selectAlike(ctx.tx, looked)
  return foundIn(
    ctx,
    alike.map(({ nth, ...key }) => ({ ...key, subject: looked[nth]?.subject })),
    scoreOf,
  )
}

/** Which wallets the lists name. */
async function findWallets(ctx: Ctx, wallets: readonly Known[]): Promise<Found[]> {
  const byAddress = Map.groupBy(wallets, ({ names: [address = ''] }) => foldAddress(address))
  const listed = await selectWallets(ctx.tx, [...byAddress.keys()])
  return foundIn(
    ctx,
    listed.flatMap(({ address, ...key }) =>
      (byAddress.get(address) ?? []).map(subject => ({ ...key, subject })),
    ),
    ({ names: [address = ''] }) => scoreOfWallet(address),
  )
}

type Pair = {
  readonly subject: Known | undefined
  readonly list_uuid: string
  readonly entry_id: string
}

/** Pairs that are alike enough to be asked about, each once. */
async function foundIn(
  ctx: Ctx,
  pairs: readonly Pair[],
  score: (subject: Known, entry: ListedEntry) => Scored | undefined,
): Promise<Found[]> {
  const keyOf = ({ list_uuid, entry_id }: Omit<Pair, 'subject'>) => `${list_uuid} ${entry_id}`
  const keys = new Map(
    pairs.map(({ list_uuid, entry_id }) => [
      keyOf({ list_uuid, entry_id }),
      { list_uuid, entry_id },
    ]),
  )
  const entries = new Map(
    (await selectEntries(ctx.tx, [...keys.values()])).map(entry => [keyOf(entry), entry]),
  )
  const found = new Map<string, Found>()
  for (const { subject, ...key } of pairs) {
    const entry = entries.get(keyOf(key))
    const hit = subject && entry && judge(subject, entry, score(subject, entry))
    if (hit) found.set(`${hit.subject_key} ${keyOf(key)}`, hit)
  }
  return [...found.values()]
}

function judge(known: Known, listed: ListedEntry, scored: Scored | undefined): Found | undefined {
  const { party, subject_kind, subject_key, subject_digest, ...subject } = known
  const { source, list_uuid, ...entry } = listed
  if (!scored || scored.score < ASKED_FROM) return undefined
  return {
    party,
    subject_kind,
    subject_key,
    subject_digest,
    subject,
    source,
    entry_id: entry.entry_id,
    entry_digest: sha256(JSON.stringify(spelled(entry))),
    entry,
    list_uuid,
    score: scored.score,
    reasons: scored.reasons,
  }
}

/** An entry so that the same is spelled the same in each list that has it. */
function spelled({ names, ...entry }: Omit<ListedEntry, 'source' | 'list_uuid'>): unknown[] {
  const sets = [
    entry.birth_dates,
    entry.countries,
    entry.registration_numbers,
    entry.topics,
    entry.programs,
  ]
  return [entry.kind, names, ...sets.map(values => values.toSorted())]
}

function digestOf({ fields }: Ctx, subject: KnownSubject): string {
  const { names, birth_date, countries, registration_number } = subject
  const facts = JSON.stringify([names, birth_date, countries, registration_number])
  return fields.blindIndex('screening', facts).toString('hex')
}

/** Writes into the platform's chain what became of hits: companies read their own, and are not told. */
export function auditHits(
  ctx: Ctx,
  action: string,
  hit_uuids: readonly string[],
  after: object,
): void {
  ctx.audit({
    action,
    entity: 'screening_hit',
    entity_uuids: hit_uuids,
    employer_uuid: null,
    after,
  })
}
