/** Amounts as people type them into a search: `1,250.00`, `1250`, `1250.00 USD`, `EUR 1.250,00`. */
import { type CurrencyCode, exponentOf, OTHER_EXPONENTS } from './currency.ts'
import { parseMinor } from './money.ts'

/** The smallest units that a typed amount may be, by how many decimals a currency has, and the currency where one was typed. */
export type TypedAmount = {
  readonly currency: CurrencyCode | undefined
  readonly minors: readonly { readonly exponent: number; readonly minor: bigint }[]
}

const FORM = /^(?:([a-z]{3,4})\s*)?(\d[\d\s.,'’]*)(?:\s*([a-z]{3,4}))?$/i
/** What the ledger holds at most. */
const MOST = 2n ** 63n - 1n

/** The amount that a text says; undefined for a text that says none. */
export function typedAmount(text: string): TypedAmount | undefined {
  const [, before, digits = '', after] = FORM.exec(text.trim()) ?? []
  const decimal = decimalOf(digits.replace(/[\s'’]/g, ''))
  if (decimal === undefined || (before && after)) return undefined
  const currency = (before ?? after)?.toUpperCase()
  const exponents = currency ? [exponentOf(currency)] : [2, ...OTHER_EXPONENTS]
  const minors = exponents.flatMap(exponent => {
    const minor = parseMinor(fitted(decimal, exponent), exponent)
    return minor === undefined || minor > MOST ? [] : [{ exponent, minor }]
  })
  return minors.length > 0 ? { currency, minors } : undefined
}

/**
 * Digits with a point at most, of what was typed with separators: the last of two kinds is the point, as in `1,250.00` and `1.250,00`. One
 * kind groups thousands where it stands more than once, and a comma also before three digits: `1,250` is no amount of three decimals.
 */
function decimalOf(typed: string): string | undefined {
  const points = typed.split('.').length - 1
  const commas = typed.split(',').length - 1
  const point =
    points > 0 && commas > 0
      ? typed.lastIndexOf('.') > typed.lastIndexOf(',')
        ? '.'
        : ','
      : points === 1
        ? '.'
        : commas === 1 && !/,\d{3}$/.test(typed)
          ? ','
          : undefined
  const group = point === '.' ? ',' : point === ',' ? '.' : points > 0 ? '.' : ','
  const [whole = '', fraction, ...more] = point ? typed.split(point) : [typed]
  if (more.length > 0) return undefined
  const groups = whole.split(group)
  if (
    groups.length > 1 &&
    !groups.every((one, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(one))
  )
    return undefined
  const digits = groups.join('')
  if (!/^\d+$/.test(digits) || !/^\d*$/.test(fraction ?? '')) return undefined
  return fraction ? `${digits}.${fraction}` : digits
}

/** Without the zeros at the end that a currency has no place for: `1250.00` of yen. */
function fitted(decimal: string, exponent: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const kept = fraction.length > exponent ? fraction.replace(/0+$/, '') : fraction
  return kept ? `${whole}.${kept}` : whole
}
