/** Two operators who say what left a treasury by nothing of ours, for tests that go on after that. */
import { expect } from 'vitest'
import type { Rail } from '../gateways/rails/rail.ts'

/** What is missing from the rail's first treasury is explained, if anything is. */
export async function explainedByTwo(rail: Rail): Promise<void> {
  const [treasury] = (await rail.treasuries?.()) ?? []
  if (!treasury?.missing) return
  const said = { words: 'Moved to the vault.', asked_by: 'noor', explained_by: 'emeka' }
  const { missing } = treasury
  expect(await rail.explainMissing?.({ ...said, missing, explained_at: new Date() })).toBe(true)
}
