/** Most decimals that an amount is ever shown with (specification 9). */
const mostDecimals = 8

/**
 * Moves the point in the digits of a smallest-unit amount; no division, so no digit is ever lost to floating point.
 * No grouping, at most 8 decimals. Currencies of more than three decimals drop trailing zeros down to two.
 */
export function formatAmount(minor: number | bigint, exponent: number): string {
  const text = BigInt(minor).toString()
  const negative = text.startsWith('-')
  const digits = (negative ? text.slice(1) : text).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  let decimals = digits.slice(digits.length - exponent).slice(0, mostDecimals)
  if (exponent > 3) {
    while (decimals.length > 2 && decimals.endsWith('0')) decimals = decimals.slice(0, -1)
  }
  return `${negative ? '-' : ''}${whole}${decimals ? `.${decimals}` : ''}`
}

/** Cuts the digits before the point into groups of three from the right, for spacing that CSS draws. */
export function groupWhole(whole: string): readonly string[] {
  const first = whole.length % 3
  const groups = first ? [whole.slice(0, first)] : []
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3))
  return groups
}
