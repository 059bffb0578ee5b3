import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayAndMonth,
  exchangeLines,
  feeLines,
  fundingLines,
  journalNumber,
  monthFirst,
  payCredit,
  payLines,
} from './journal.ts'

const sum = (lines: readonly { minor: bigint }[]) =>
  lines.reduce((total, { minor }) => total + minor, 0n)
const minor = fc.bigInt(-(10n ** 12n), 10n ** 12n)

describe('an entry', () => {
  it('balances, whatever it is of', () => {
    fc.assert(
      fc.property(minor, minor, (one, other) => {
        expect(sum([...payLines(one, other), ...payCredit(one + other)])).toBe(0n)
        expect(sum(fundingLines(one))).toBe(0n)
        expect(sum(exchangeLines(one))).toBe(0n)
        expect(sum(feeLines(one, other))).toBe(0n)
      }),
    )
  })

  it('has no line of nothing', () => {
    expect(payLines(5n, 0n)).toEqual([{ account: 'CONTRACTORS', minor: 5n }])
    expect(feeLines(5n, 0n).map(line => line.account)).toEqual(['FEES', 'BALANCE'])
  })

  it('has a number that import layouts keep whole', () => {
    const id = '01a204f4-b051-7139-a89f-6be80da55a05'
    const of = { kind: 'PAY', date: '2026-03-20', currency: 'USDC', id } as const
    expect(journalNumber(of)).toBe('P260320-USDC-A55A05')
    expect(journalNumber(of).length).toBeLessThanOrEqual(21)
  })

  it('is dated as each layout reads it', () => {
    expect([monthFirst('2026-03-09'), dayAndMonth('2026-03-09')]).toEqual([
      '03/09/2026',
      '9 Mar 2026',
    ])
  })
})
