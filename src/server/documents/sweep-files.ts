/** What nobody points to any more is removed from the store: bytes whose row was never written, or is marked as removed. */
import { SYSTEM, transact } from '../kernel/db.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { markRemoved, selectKept } from './file.store.ts'

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
 * Removes bytes that no row points to, at most some thousands; answers how many. Where more are unknown than known the folder
 * is not this database's, or the database not this folder's: then nothing is removed, and the log says so.
 */
export async function sweepFiles(
  { db, gateways, log }: Pick<Kernel, 'db' | 'gateways' | 'log'>,
  grace_ms = GRACE_MS,
): Promise<number> {
  await gateways.files.sweep(grace_ms)
  let known = 0
  const unknown: string[] = []
  for await (const file_uuids of gateways.files.list(grace_ms)) {
    const kept = await transact(db, SYSTEM, tx => selectKept(tx, file_uuids), { readonly: true })
    known += kept.size
    unknown.push(...file_uuids.filter(file_uuid => !kept.has(file_uuid)))
    if (unknown.length > MOST_AT_ONCE) break
  }
  if (unknown.length > known) {
    log.error({ known, unknown: unknown.length }, 'the file store is not of this database')
    return 0
  }
  for (const file_uuid of unknown) await gateways.files.remove(file_uuid)
  return unknown.length
}
