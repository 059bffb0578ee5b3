/** Numbers as people type them: never changed, only taken or refused. */

/**
 * Why a text is no decimal number with at most `decimals` digits behind its point; undefined when it is one. A comma is refused as well:
 * whether it groups thousands or stands for the point, nobody knows but who typed it.
 */
export function decimalProblem(
  typed: string,
  decimals: number,
): 'comma' | 'form' | 'decimals' | 'whole' | undefined {
  const text = typed.trim()
  if (/^\d+([.,]\d+)+$/.test(text) && text.includes(',')) return 'comma'
  const match = /^\d{1,15}(?:\.(\d+))?$/.exec(text)
  if (!match) return 'form'
  if ((match[1] ?? '').length <= decimals) return undefined
  return decimals === 0 ? 'whole' : 'decimals'
}
