/** Saves lines of cells as a CSV file (RFC 4180) that is made on this device. */
export function saveCsv(file_name: string, lines: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(lines)], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: url, download: file_name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Lines of cells as CSV (RFC 4180). */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return lines.map(line => `${line.map(quoted).join(',')}\r\n`).join('')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
