/** How receipts are called by transactions of networks. */
import { describe, expect, it } from 'vitest'
import type { DepositBlockchain } from '#domain/kernel/network.ts'
import { referencePattern } from './deposit.ts'

const rows: [network: DepositBlockchain, reference: string, is: boolean][] = [
  ['bitcoin', `${'a1'.repeat(32)}:0`, true],
  ['ethereum', `0x${'a1'.repeat(32)}`, true],
  ['ethereum', 'a1'.repeat(32), false],
  ['hedera', '0.0.48211@1700000000.123456789:1', true],
  // As explorers have it, and people who book by hand.
  ['hedera', '0.0.48211-1700000000-123456789', true],
  ['hedera', '0.0.48211-1700000000', false],
  ['algo', 'A2'.repeat(26), true],
  ['solana', 'WIRE-9', false],
]

describe('what a receipt of a network is called by', () => {
  it.each(rows)('%s: %s', (network, reference, is) =>
    expect(new RegExp(referencePattern(network)).test(reference)).toBe(is),
  )
})
