/** What looking for somebody anew changes about what was found before. */
import { type HitStatus, HOLDING } from './screening-hit.ts'

/** Which subject is like which entry, each as it is now. */
export type Pair = {
  readonly subject_key: string
  readonly subject_digest: string
  readonly source: string
  readonly entry_id: string
  readonly entry_digest: string
}

export type KeptHit = Pair & { readonly hit_uuid: string; readonly status: HitStatus }

/** What is known of those who were looked for. */
export type Round<F extends Pair> = {
  readonly found: readonly F[]
  readonly kept: readonly KeptHit[]
  /** The digest of each subject as it is now. */
  readonly subjects: ReadonlyMap<string, string>
  /** Whether an entry is on a list that is in force. */
  readonly isListed: (hit: Pick<Pair, 'source' | 'entry_id'>) => boolean
}

export type RoundChanges<F extends Pair> = {
  readonly opened: readonly F[]
  /** Open ones of which one side reads otherwise by now: they are asked anew, as they are. */
  readonly changed: readonly { readonly hit_uuid: string; readonly found: F }[]
  readonly lapsed: readonly string[]
}

const isLive = ({ status }: KeptHit) => HOLDING.includes(status)
const isSameThing = (a: Pair, b: Pair) =>
  a.subject_key === b.subject_key && a.source === b.source && a.entry_id === b.entry_id
const isSamePair = (a: Pair, b: Pair) =>
  isSameThing(a, b) && a.subject_digest === b.subject_digest && a.entry_digest === b.entry_digest

/**
 * What is new is opened, and so is what was cleared when one side read otherwise. What is open lapses when its entry is gone, or when
 * nobody of ours changed and the entry is less alike by now: who changes their own name ends nothing by it. What two people confirmed
 * stays until they say otherwise.
 */
export function reconcile<F extends Pair>({
  found,
  kept,
  subjects,
  isListed,
}: Round<F>): RoundChanges<F> {
  const opened: F[] = []
  const changed: { hit_uuid: string; found: F }[] = []
  const lapsed = new Set<string>()
  for (const one of found) {
    const known = kept.filter(hit => isSameThing(hit, one) && hit.status !== 'LAPSED')
    const live = known.find(isLive)
    if (known.some(hit => isSamePair(hit, one))) {
      const isOther = live && live.status !== 'CONFIRMED' && !isSamePair(live, one)
      if (isOther) lapsed.add(live.hit_uuid)
    } else if (!live) opened.push(one)
    else if (live.status !== 'CONFIRMED') changed.push({ hit_uuid: live.hit_uuid, found: one })
  }
  for (const hit of kept)
    if (isLive(hit) && hit.status !== 'CONFIRMED' && !found.some(one => isSameThing(one, hit))) {
      const isUnchanged = subjects.get(hit.subject_key) === hit.subject_digest
      if (!isListed(hit) || isUnchanged) lapsed.add(hit.hit_uuid)
    }
  return { opened, changed, lapsed: [...lapsed] }
}
