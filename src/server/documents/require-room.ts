import { Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { selectUsage } from './file.store.ts'

/** What one person, or one company, may keep; what was replaced counts until it is removed. */
export const MOST_FILES = 200
export const MOST_BYTES = 200 * 1024 * 1024

/** Whose files: a person's, or a company's own. */
export type FileOwner = {
  readonly employer_uuid: string | null
  readonly contractor_sub: string | null
}

/**
 * STORAGE_FULL, with the limit and what is used, when these documents are more than the owner may keep. The caller holds the
 * owner's row, so that two requests at once do not both find room.
 */
export async function requireRoom(
  ctx: Ctx,
  owner: FileOwner,
  documents: readonly { readonly bytes: Uint8Array }[],
): Promise<void> {
  const used = await selectUsage(ctx.tx, owner)
  const files = used.files + documents.length
  const bytes = documents.reduce((sum, document) => sum + document.bytes.length, used.bytes)
  if (files > MOST_FILES) throw full('documents.problems.tooManyFiles', MOST_FILES, used.files)
  if (bytes > MOST_BYTES)
    throw full('documents.problems.tooManyMegabytes', megabytes(MOST_BYTES), megabytes(used.bytes))
}

function full(text: TextKey, most: number, used: number): Problem {
  return new Problem('STORAGE_FULL', text, { params: { most, used } })
}

function megabytes(bytes: number): number {
  return Math.round(bytes / (1024 * 1024))
}
