import { describe, expect, it } from 'vitest'
import { DEFAULT_APPROVAL_LIMIT, isAboveLimit } from './approval-limit.ts'

const usd = (minor: bigint) => ({ currency: 'USD', minor })
const cad = (minor: bigint) => ({ currency: 'CAD', minor })
const rateFor = (from_currency: string, to_currency: string) =>
  from_currency === 'CAD' && to_currency === 'USD'
    ? { from_currency, to_currency, rate: '0.75', source: 'test', as_of: '2026-03-02T10:00:00Z' }
    : undefined

describe('isAboveLimit', () => {
  it.each([
    ['nothing', [], false],
    ['the limit itself', [usd(1_000_000n)], false],
    ['one cent more', [usd(1_000_000n), usd(1n)], true],
    ['another currency at its rate, just within', [usd(250_000n), cad(1_000_000n)], false],
    ['another currency at its rate, just above', [usd(250_001n), cad(1_000_000n)], true],
    ['a currency without a rate, however little', [{ currency: 'NGN', minor: 1n }], true],
  ])('%s', (_what, amounts, above) =>
    expect(isAboveLimit(amounts, DEFAULT_APPROVAL_LIMIT, rateFor)).toBe(above),
  )

  it('a limit of nothing lets nothing pass', () => {
    expect(isAboveLimit([usd(1n)], usd(0n), rateFor)).toBe(true)
  })
})
