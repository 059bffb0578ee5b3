import type { z } from 'zod'
import type { DocumentRecord } from '#contract/verification.ts'
import { reasonText } from '#domain/people/document-review.ts'
import { fileReads } from '../documents/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import type { DocumentRow } from './document.report.store.ts'

type Shown = Omit<DocumentRow, 'number' | 'birth_date'> & z.output<typeof DocumentRecord>

/** Documents as their owner and operators see them, with who opened each; of a number its end. */
export async function presentDocuments(
  ctx: Ctx,
  documents: readonly DocumentRow[],
): Promise<Shown[]> {
  const readsOf = await fileReads(
    ctx,
    documents.map(document => document.file_uuid),
  )
  return documents.map(({ number, birth_date: _, ...document }) => ({
    ...document,
    reason: reasonOf(document),
    number_label: number === null ? null : `•• ${number.slice(-4)}`,
    reads: readsOf(document.file_uuid),
  }))
}

/** What the owner of a rejected document reads: the operator's own words, else those of the standard reason. */
export function reasonOf({
  reason,
  reason_code,
}: Pick<DocumentRow, 'reason' | 'reason_code'>): string | null {
  const standard = reason_code && reasonText(reason_code)
  return reason ?? (standard ? sayText(standard) : null)
}
