/** How the lines for machines at the foot of a passport spell what was entered of it, so that an eye can compare letter by letter (ICAO 9303-3, 4.9; 9303-4, 4.2.2). */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'

const WEIGHTS = [7, 3, 1] as const
const NUMBER_LENGTH = 9

/** A character counts as its digit, a letter from A for 10 on, and the filler as nothing. */
function checkDigit(text: string): string {
  const sum = [...text].reduce((total, letter, at) => {
    const value = letter === '<' ? 0 : Number.parseInt(letter, 36)
    return total + value * (WEIGHTS[at % WEIGHTS.length] ?? 0)
  }, 0)
  return String(sum % 10)
}

/** A passport's number with its check digit; undefined of one that no passport has, such as the end of one that is masked. */
export function numberAtFoot(number: string): string | undefined {
  const letters = number.replace(/[\s-]/g, '').toUpperCase()
  if (!/^[A-Z0-9]+$/.test(letters) || letters.length > NUMBER_LENGTH) return undefined
  const field = letters.padEnd(NUMBER_LENGTH, '<')
  return field + checkDigit(field)
}

/** A day as two digits each of year, month and day, with its check digit. */
export function dayAtFoot(day: PlainDateString): string {
  const field = day.slice(2).replaceAll('-', '')
  return field + checkDigit(field)
}
