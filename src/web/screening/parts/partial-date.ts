import { formatDate, isPlainDate } from '#domain/kernel/plain-date.ts'
import { monthAndYear } from '#web/parts/times.ts'

/** What a list knows of a day: `November 5, 1958`, `November 1958` or `1958`; what is no date stays as it is. */
export function partialDateText(text: string): string {
  if (isPlainDate(text)) return formatDate(text)
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? monthAndYear(`${text}-01`) : text
}
