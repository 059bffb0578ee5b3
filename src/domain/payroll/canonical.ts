/**
 * One spelling of a value as JSON, for digests: keys sorted by code unit, no white space, bigint as a string of digits
 * (after RFC 8785; numbers must be safe integers, so that their spelling cannot differ).
 */
import { assert } from '#domain/kernel/assert.ts'

export type Canonical =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical }

/** The canonical JSON of a value. A number that is no safe integer is a `Defect`. */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'bigint') return JSON.stringify(String(value))
  if (typeof value === 'number')
    assert(Number.isSafeInteger(value), 'a number in a digest is a safe integer')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`)
  return `{${fields.join(',')}}`
}

function isList(value: Canonical): value is readonly Canonical[] {
  return Array.isArray(value)
}
