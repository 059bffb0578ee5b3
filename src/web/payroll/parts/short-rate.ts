/** How many significant digits of a rate are shown; the whole rate is in the title and in the CSV. */
const SHOWN_DIGITS = 6

/** A rate cut to its first significant digits, without rounding, such as `42.2220` of `42.222030386740331`. */
export function shortRate(rate: string): string {
  const [whole = '', decimals = ''] = rate.split('.')
  const leading = /^0*/.exec(decimals)?.[0].length ?? 0
  const kept = Number(whole) > 0 ? Math.max(SHOWN_DIGITS - whole.length, 2) : leading + SHOWN_DIGITS
  const cut = decimals.slice(0, kept)
  return cut === '' ? whole : `${whole}.${cut}`
}
