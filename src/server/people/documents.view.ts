import type { z } from 'zod'
import type { DocumentRecord } from '#contract/verification.ts'
import { fileReads } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { DocumentRow } from './document.report.store.ts'

/** Documents as their owner and operators see them, with who opened each. */
export async function presentDocuments(
  ctx: Ctx,
  documents: readonly DocumentRow[],
): Promise<(DocumentRow & z.output<typeof DocumentRecord>)[]> {
  const readsOf = await fileReads(
    ctx,
    documents.map(document => document.file_uuid),
  )
  return documents.map(document => ({ ...document, reads: readsOf(document.file_uuid) }))
}
