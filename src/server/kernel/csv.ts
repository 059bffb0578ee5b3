import { stringify } from 'csv-stringify/sync'

/** A page of a table, and after which row the next one begins: undefined after the last. */
export type CsvPage<Key> = { readonly records: readonly object[]; readonly last: Key | undefined }

/** What a spreadsheet runs as a formula. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
/** An amount below nothing runs nothing, and is calculated with. */
const NEGATIVE = /^-\d+(\.\d+)?$/

/**
 * A table as CSV, page by page, of which one at a time is in memory. The first record names the columns, or `columns` do, also where there is
 * none; texts that a spreadsheet would run as a formula are escaped, amounts below nothing are not.
 */
export async function* csvOf<Key>(
  pageAfter: (after: Key | undefined) => Promise<CsvPage<Key>>,
  columns?: readonly string[],
): AsyncGenerator<Uint8Array> {
  let after: Key | undefined
  let first = true
  do {
    const { records, last } = await pageAfter(after)
    const text = stringify(records.map(defused), {
      ...(columns ? { columns: [...columns] } : {}),
      header: first,
      bom: first,
    })
    yield Buffer.from(text)
    after = last
    first &&= !columns && records.length === 0
  } while (after !== undefined)
}

function defused(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' && FORMULA.test(value) && !NEGATIVE.test(value)
        ? `'${value}`
        : value,
    ]),
  )
}
