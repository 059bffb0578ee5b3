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
  return JSON.stringify(ordered(value))
}

/** The value as plain JSON data whose keys stand in order, so that one call writes the whole of it. */
function ordered(value: Canonical): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number')
    assert(Number.isSafeInteger(value), 'a number in a digest is a safe integer')
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map(ordered)
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) fields[key] = ordered(value[key] ?? null)
  return fields
}

function isList(value: Canonical): value is readonly Canonical[] {
  return Array.isArray(value)
}
