/** Tests have no build that brings each script its words: all are there, also where a test loads its modules anew. */
import { vi } from 'vitest'

vi.mock('./learned.ts', async () => {
  const { ALL_WORDS } = await import('./all-words.ts')
  return { LEARNED: ALL_WORDS, learn: () => {} }
})
