import { removeFiles } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { selectSupersededFiles } from './document.report.store.ts'

const GRACE_MS = 30 * 24 * 60 * 60 * 1000
const BATCH = 500

/**
 * Job: gives up files of documents that were replaced 30 days ago and that nobody ever verified: drafts, blurred pictures, wrong
 * papers. What somebody was verified by stays as long as the law asks for it. Answers how many, none when there are no more.
 */
export async function retireDocuments(ctx: Ctx): Promise<number> {
  const until = new Date(ctx.now.getTime() - GRACE_MS)
  const files = await selectSupersededFiles(ctx.tx, until, BATCH)
  await removeFiles(ctx, files)
  return files.length
}
