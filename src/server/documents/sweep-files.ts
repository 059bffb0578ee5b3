/** What nobody points to any more is removed from the store: bytes whose row was never written, or is marked as removed. */
import { SYSTEM, transact } from '../kernel/db.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { markRemoved, selectKnown } from './file.store.ts'

/** No transaction takes as long: what has no row by then never gets one. */
const GRACE_MS = 60 * 60 * 1000
const MOST_AT_ONCE = 10_000

/** Gives files up: from now on they do not exist for anyone, and the next sweep removes their bytes with the only key to them. */
export async function removeFiles(
  ctx: Ctx,
  file_uuids: readonly string[],
  reason: 'superseded' | 'erased' = 'superseded',
): Promise<void> {
  const removed = await markRemoved(ctx.tx, file_uuids, ctx.now)
  for (const [employer_uuid, files] of Map.groupBy(removed, file => file.employer_uuid))
    ctx.audit({
      action: 'remove',
      entity: 'file',
      entity_uuids: files.map(file => file.file_uuid),
      employer_uuid,
      after: { reason },
    })
}

/**
 * Removes bytes that were given up, of which a row says so, and bytes that no row knows; at most some thousands of each, answers how
 * many. Where more are without a row than have one, what has none is left and the log says so: the folder may be another
 * database's, or the database be older than the folder. What was given up is known to be ours, and goes in any case.
 */
export async function sweepFiles(
  { db, gateways, log }: Pick<Kernel, 'db' | 'gateways' | 'log'>,
  grace_ms = GRACE_MS,
): Promise<number> {
  await gateways.files.sweep(grace_ms)
  let [known, unknown] = [0, 0]
  const removed: string[] = []
  const nameless: string[] = []
  for await (const file_uuids of gateways.files.list(grace_ms)) {
    const rows = await transact(db, SYSTEM, tx => selectKnown(tx, file_uuids), { readonly: true })
    known += rows.size
    unknown += file_uuids.length - rows.size
    const found = Map.groupBy(file_uuids, file_uuid => rows.get(file_uuid))
    removed.push(...(found.get('removed') ?? []).slice(0, MOST_AT_ONCE - removed.length))
    nameless.push(...(found.get(undefined) ?? []).slice(0, MOST_AT_ONCE - nameless.length))
  }
  if (unknown > known) {
    log.error({ known, unknown }, 'the file store has more files without a row than with one')
    nameless.length = 0
  }
  const gone = [...removed, ...nameless]
  const failures: unknown[] = []
  // One that does not go is tried again, and keeps none of the others.
  for (const file_uuid of gone)
    await gateways.files.remove(file_uuid).catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return gone.length
}
