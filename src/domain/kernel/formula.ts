/** What a spreadsheet runs as a formula. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
/** An amount below nothing runs nothing, and is calculated with. */
const NEGATIVE = /^-\d+(\.\d+)?$/

/** A text as a cell that no spreadsheet runs; an amount below nothing stays as it is. */
export function defused(text: string): string {
  return FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text
}
