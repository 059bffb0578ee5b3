/** Numbers as people type them: never changed, only taken or refused. */

/**
 * Why a text is no decimal number with at most `decimals` digits behind its point; undefined when it is one. A comma is refused as well:
 * whether it groups thousands or stands for the point, nobody knows but who typed it.
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
