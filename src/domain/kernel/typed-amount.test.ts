import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponentOf } from './currency.ts'
import { formatMinor } from './money.ts'
import { typedAmount } from './typed-amount.ts'

/** What was typed, as the smallest unit of a currency. */
const minorIn = (text: string, currency: string) => {
  const typed = typedAmount(text)
  if (typed?.currency && typed.currency !== currency) return undefined
  return typed?.minors.find(({ exponent }) => exponent === exponentOf(currency))?.minor
}

describe('a typed amount', () => {
  it.each([
    '1250',
    '1250.00',
    '1250.0',
    '1,250.00',
    '1,250',
    '1.250,00',
    '1250,00',
    '1 250.00',
    "1'250.00",
    '1250.00 USD',
    '1250 usd',
    'USD 1,250.00',
    'USD1250',
    '  1250.00USD ',
  ])('%s is 1250 dollars', text => {
    expect(minorIn(text, 'USD')).toBe(125_000n)
  })

  it('is of the decimals of each currency, and of one alone where that was typed', () => {
    expect(minorIn('1250', 'JPY')).toBe(1_250n)
    expect(minorIn('1250.00', 'JPY')).toBe(1_250n)
    expect(minorIn('1250.50', 'JPY')).toBeUndefined()
    expect(minorIn('912.5', 'USDC')).toBe(912_500_000n)
    expect(minorIn('1,234,567.89', 'EUR')).toBe(123_456_789n)
    expect(typedAmount('1250 EUR')).toEqual({
      currency: 'EUR',
      minors: [{ exponent: 2, minor: 125_000n }],
    })
  })

  it.each([
    '',
    'Amara',
    '12,50,00',
    '1,2,3',
    '1.2.3,4',
    '.5',
    'USD',
    'USD 5 EUR',
    '5 dollars',
    '-5',
    '1e5',
    '9'.repeat(40),
  ])('is none where a text says none: %s', text => {
    expect(typedAmount(text)).toBeUndefined()
  })

  it('finds every amount as it is shown, grouped or not', () => {
    const codes = fc.constantFrom('USD', 'JPY', 'KWD', 'USDC', 'BTC')
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), codes, (minor, currency) => {
        const shown = formatMinor(minor, exponentOf(currency))
        const [whole = '', fraction] = shown.split('.')
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '')
        for (const text of [`${shown} ${currency}`, `${grouped} ${currency}`])
          expect(minorIn(text, currency)).toBe(minor)
      }),
    )
  })
})
