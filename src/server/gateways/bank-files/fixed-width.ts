/** Records of a fixed width: a table of fields says what stands where, and the same table writes and reads. */
import { assert } from '#domain/kernel/assert.ts'

/**
 * A field: its name, its length, and how it is filled: `9` digits with zeros before them, `X` letters with spaces behind, `R` letters with
 * spaces before; or what always stands there.
 */
export type Field = readonly [
  name: string,
  length: number,
  filled: '9' | 'X' | 'R' | { readonly always: string },
]

/** The length of a record. */
export function lengthOf(fields: readonly Field[]): number {
  return fields.reduce((sum, [, length]) => sum + length, 0)
}

/** A record of values that were checked before: one that does not fit its field is a `Defect`, and never cut. */
export function recordOf(
  fields: readonly Field[],
  values: Readonly<Record<string, string | number | bigint>>,
): string {
  return fields
    .map(([name, length, filled]) => {
      if (typeof filled === 'object') return filled.always.padEnd(length)
      const value = String(values[name] ?? '')
      assert(value.length <= length, `${name} has more than ${length} letters`)
      assert(filled !== '9' || /^\d*$/.test(value), `${name} is no number`)
      if (filled === '9') return value.padStart(length, '0')
      return filled === 'R' ? value.padStart(length) : value.padEnd(length)
    })
    .join('')
}

/** The fields of a record by name, as they stand in it, spaces included. */
export function fieldsOf(fields: readonly Field[], record: string): Record<string, string> {
  let at = 0
  return Object.fromEntries(
    fields.map(([name, length]) => {
      const value = record.slice(at, at + length)
      at += length
      return [name, value]
    }),
  )
}
