import { stringify } from 'csv-stringify/sync'
import { defused } from '#domain/kernel/formula.ts'

/** A page of a table, and after which row the next one begins: undefined after the last. */
export type CsvPage<Key> = { readonly records: readonly object[]; readonly last: Key | undefined }

/**
 * A table as CSV, page by page, of which one at a time is in memory. `columns` are named also where there is no record; what a record does
 * not say of one is empty. Texts that a spreadsheet would run as a formula are escaped, amounts below nothing are not.
 */
export async function* csvOf<Key>(
  pageAfter: (after: Key | undefined) => Promise<CsvPage<Key>>,
  columns: readonly string[],
): AsyncGenerator<Uint8Array> {
  let after: Key | undefined
  let first = true
  do {
    const { records, last } = await pageAfter(after)
    const text = stringify(records.map(defusedEach), {
      columns: [...columns],
      header: first,
      bom: first,
    })
    yield Buffer.from(text)
    after = last
    first = false
  } while (after !== undefined)
}

function defusedEach(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' ? defused(value) : value,
    ]),
  )
}
