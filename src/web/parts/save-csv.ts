/** Saves lines of cells as a CSV file (RFC 4180) that is made on this device. */
export function saveCsv(file_name: string, lines: readonly (readonly string[])[]): void {
  const text = lines.map(line => line.map(quoted).join(',')).join('\r\n')
  const url = URL.createObjectURL(new Blob([`${text}\r\n`], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: url, download: file_name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
