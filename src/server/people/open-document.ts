import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { readFile } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Owner, selectDocument } from './document.store.ts'
import { touchClaim } from './review-claim.store.ts'

/**
 * Opens a verification document of one owner, by the document's or the file's uuid. Any other file, also one that the actor
 * may open elsewhere, is NOT_FOUND here. The owner sees who opened it, and why; an operator's
 * claim goes on by it.
 */
export async function openDocument(ctx: Ctx, owner: Owner, id: string): Promise<FileInPieces> {
  const document = await selectDocument(ctx.tx, owner, id)
  if (!document) throw new Problem('NOT_FOUND', 'people.problems.noSuchDocument')
  const { sub: by, role } = ctx.actor
  if (role !== 'operator') return readFile(ctx, document.file_uuid, 'own')
  await touchClaim(ctx.tx, owner, { by, at: ctx.now })
  return readFile(ctx, document.file_uuid, 'verification')
}
