import { expect, it } from 'vitest'
import { foldAddress } from './wallets.ts'

it.each([
  [
    'letters of Ethereum, whose case is a checksum',
    '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
    '0xab5801a7d398351b8be11c439e05c5b3259aec9b',
  ],
  [
    'Bech32 in capitals',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ],
  [
    'Base58, whose case says something',
    ' 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
    '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  ],
  ['an account of Hedera with its checksum', '0.0.48211-rwpec', '0.0.48211'],
  ['an account of Hedera', '0.0.48211', '0.0.48211'],
  [
    'Algorand, whose letters are all large',
    'VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA',
    'VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA',
  ],
])('spells %s as one', (_, address, folded) => {
  expect(foldAddress(address)).toBe(folded)
  expect(foldAddress(folded)).toBe(folded)
})
