import { describe, expect, it } from 'vitest'
import { epcText, walletText } from './pay-qr.ts'

const TRANSFER = {
  account_name: 'Łukasz Wiśniewski',
  iban: 'PL61 1090 1014 0000 0712 1981 2874',
  swift_code: 'WBKPPLPP',
  amount: { currency: 'EUR', minor: 449_640n },
  reference: 'LW-2026-014',
}

describe('a code for a bank’s app', () => {
  it('says the transfer line by line', () => {
    expect(epcText(TRANSFER)?.split('\n')).toEqual([
      ...['BCD', '002', '1', 'SCT', 'WBKPPLPP', 'Łukasz Wiśniewski'],
      ...['PL61109010140000071219812874', 'EUR4496.40', '', '', 'LW-2026-014'],
    ])
  })

  it('keeps to its lines whatever a name holds', () => {
    const odd = { ...TRANSFER, account_name: `A\nEUR1.00 ${'x'.repeat(99)}` }
    const lines = epcText(odd)?.split('\n') ?? []
    expect(lines).toHaveLength(11)
    expect(lines[5]).toHaveLength(70)
  })

  it.each([
    ['another currency', { amount: { currency: 'USD', minor: 1n } }],
    ['nothing', { amount: { currency: 'EUR', minor: 0n } }],
    ['more than a transfer takes', { amount: { currency: 'EUR', minor: 100_000_000_000n } }],
    ['an account without an IBAN', { iban: null }],
    ['an IBAN that SEPA does not reach', { iban: 'TR33 0006 1005 1978 6457 8413 26' }],
  ])('is none for %s', (_what, change) => {
    expect(epcText({ ...TRANSFER, ...change })).toBeUndefined()
  })
})

describe('a code for a wallet', () => {
  it('has the amount where that is understood, and the address alone elsewhere', () => {
    const amount = { currency: 'BTC', minor: 1_250_000n }
    expect(walletText('bitcoin', 'bc1qabc', amount)).toBe('bitcoin:bc1qabc?amount=0.01250000')
    expect(walletText('solana', '9wKx', { currency: 'USDC', minor: 1n })).toBe('9wKx')
  })
})
