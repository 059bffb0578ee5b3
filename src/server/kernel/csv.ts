import { stringify } from 'csv-stringify/sync'

/** A page of a table, and after which row the next one begins: undefined after the last. */
export type CsvPage<Key> = { readonly records: readonly object[]; readonly last: Key | undefined }

/**
 * A table as CSV, page by page, of which one at a time is in memory. The first record names the columns; texts that a spreadsheet would
 * run as a formula are escaped.
 */
export async function* csvOf<Key>(
  pageAfter: (after: Key | undefined) => Promise<CsvPage<Key>>,
): AsyncGenerator<Uint8Array> {
  let after: Key | undefined
  do {
    const { records, last } = await pageAfter(after)
    const first = after === undefined
    const text = stringify([...records], { header: first, bom: first, escape_formulas: true })
    yield Buffer.from(text)
    after = last
  } while (after !== undefined)
}
