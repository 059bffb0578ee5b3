/** Whether pasted text is of a spreadsheet: several cells, and not a word for one. */
export function isCells(text: string): boolean {
  return /[\t\n\r]/.test(text.replace(/\r?\n$/, ''))
}
