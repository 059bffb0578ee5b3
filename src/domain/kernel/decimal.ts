/** Numbers as people type them: taken as what they can alone mean, or refused. */

/**
 * A decimal in digits and with a point, where it can mean nothing else: the keypads of phones have a comma in place of the point in many
 * countries, and other digits in some. A comma before three digits may group thousands. That, and anything else, stays as it was typed.
 */
export function withPoint(typed: string): string {
  const digits = typed
    .trim()
    .replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))
    .replace('٫', '.')
  const [, whole, part] = /^(\d+),(\d{1,2}|\d{4,})$/.exec(digits) ?? []
  if (whole && part) return `${whole}.${part}`
  return /^\d+(?:\.\d+)?$/.test(digits) ? digits : typed
}

/**
 * Why a text is no decimal number with at most `decimals` digits behind its point; undefined when it is one. A comma is refused, where `withPoint`
 * left it: whether it groups thousands or stands for the point, nobody knows but who typed it.
 */
export function decimalProblem(
  typed: string,
  decimals: number,
): 'form' | 'decimals' | 'whole' | undefined {
  const match = /^\d{1,15}(?:\.(\d+))?$/.exec(typed.trim())
  if (!match) return 'form'
  if ((match[1] ?? '').length <= decimals) return undefined
  return decimals === 0 ? 'whole' : 'decimals'
}
