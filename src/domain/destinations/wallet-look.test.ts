import { expect, it } from 'vitest'
import { WALLET_STATES } from '#domain/kernel/chain-problem.ts'
import { looksAgainAt } from './wallet-look.ts'

const ADDED = new Date('2026-03-02T10:00:00Z')
const after = (hours: number) => new Date(ADDED.getTime() + hours * 3_600_000)

it('is not asked again of a wallet that takes what is sent', () => {
  for (const state of ['READY', 'NEW'] as const)
    expect(looksAgainAt(state, ADDED, ADDED)).toBeNull()
})

it('is asked again in ten minutes at first, then an eighth of its age later, and each day at least', () => {
  const others = WALLET_STATES.filter(of => of !== 'READY' && of !== 'NEW')
  for (const state of [...others, null]) {
    expect(looksAgainAt(state, ADDED, ADDED)).toEqual(after(1 / 6))
    expect(looksAgainAt(state, ADDED, after(8))).toEqual(after(9))
    expect(looksAgainAt(state, ADDED, after(10_000))).toEqual(after(10_024))
  }
})
