/** Values made of a schema, so that tests can walk the whole contract without a list of bodies. */
import { z } from 'zod'
import { samplePdf } from '#db/seed/sample-pdf.ts'

type Json = {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly minLength?: number
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly items?: Json
  readonly prefixItems?: readonly Json[]
  readonly anyOf?: readonly Json[]
  readonly allOf?: readonly Json[]
  readonly oneOf?: readonly Json[]
}

/** The ids that a sample names, by the field that asks for them. */
export type Ids = Readonly<Record<string, string>>

/** A value that the schema accepts on the wire; every field is filled, also those that may be left out, and one of those that exclude each other. */
export function sampleOf(schema: z.ZodType, ids: Ids = {}): unknown {
  return valueAt(jsonOf(schema), '', ids)
}

const known = new WeakMap<z.ZodType, Json>()

function jsonOf(schema: z.ZodType): Json {
  const json =
    known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
  known.set(schema, json)
  return json
}

/** Every place in a sample where an id is asked for, as the path to it. */
export function idPaths(schema: z.ZodType): string[][] {
  return paths(sampleOf(schema), []).filter(path => isIdField(String(path.at(-1))))
}

/** Every place in a sample that holds a string. */
export function stringPaths(schema: z.ZodType): string[][] {
  return paths(sampleOf(schema), [])
}

/** Every place in a sample that holds a number. */
export function numberPaths(schema: z.ZodType): string[][] {
  return paths(sampleOf(schema), [], 'number')
}

/** The sample with another value at one place. */
export function withValue(sample: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  const copy = structuredClone(sample ?? {}) as Record<string, unknown>
  copy[first] = withValue(copy[first], rest, value)
  return copy
}

/** Whether a field names something that belongs to somebody. */
export function isIdField(name: string): boolean {
  return /^(id|uuid|sub|doc|file|policy|cycle|identifier)$|_(uuid|sub|email)$/.test(name)
}

/** Whether a field is a business date. */
export function isDateField(name: string): boolean {
  return /^date_of_|^(day|on)$|_(date|day|on|through)$/.test(name)
}

function paths(value: unknown, at: string[], of: 'string' | 'number' = 'string'): string[][] {
  if (typeof value === of) return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => paths(item, [...at, key], of))
}

/** Of fields of which one is given, all but the first. */
function others({ oneOf = [] }: Json): readonly string[] {
  return oneOf.slice(1).flatMap(({ required = [] }) => required)
}

function valueAt(json: Json, name: string, ids: Ids): unknown {
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  const [any] = json.anyOf ?? (json.type ? [] : json.oneOf) ?? []
  if (any) return valueAt(any, name, ids)
  // What may be nothing is something.
  const [type] = [json.type].flat()
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(json.properties ?? {})
          .filter(([key]) => !others(json).includes(key))
          .map(([key, field]) => [key, valueAt(field, key, ids)]),
      )
    case 'array':
      return (json.prefixItems ?? (json.items ? [json.items] : [])).map(item =>
        valueAt(item, name, ids),
      )
    case 'integer':
    case 'number':
      return Math.max(json.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(json, name, ids)
  }
}

const UNKNOWN = '01890000-0000-7000-8000-000000000000'

function textOf({ format, pattern, minLength, allOf }: Json, name: string, ids: Ids): string {
  const rule = `${pattern ?? ''}${allOf?.map(part => part.pattern).join(' ') ?? ''}`
  const known = ids[name]
  if (known) return known
  if (format === 'uuid' || name === 'identifier' || name === 'payment_uuids') return UNKNOWN
  if (format === 'date-time') return '2026-03-20T10:00:00.000Z'
  if (
    isDateField(name) ||
    /^(date|today|arrives|since|by|fund_by|review_by|answer_by|approve_by|report_by|before|from|until|to|was|becomes|month)$/.test(
      name,
    )
  )
    return '2026-03-20'
  if (/email/.test(name)) return 'someone@nowhere.test'
  if (rule.includes('[0-9a-f]{64}')) return '0'.repeat(64)
  if (rule.includes('\\d{1,40}')) return '1'
  if (rule.includes('[A-Z]{2}')) return 'CA'
  if (rule.includes('[A-Z]{3')) return 'USD'
  if (name === 'subdivision_code') return 'CA-ON'
  if (name === 'phone_number') return '+14165550142'
  if (name === 'content') return samplePdf('sample').toString('base64')
  if (name === 'continuation_url') return 'http://localhost:3000/'
  if (name === 'token') return 'an-unknown-invitation-token'
  if (name === 'website') return 'www.example.com'
  if (name === 'year') return '2026'
  if (name === 'code') return 'CA'
  if (name === 'limit') return '5'
  if (name === 'time') return '15:00'
  if (name === 'zone' || name === 'time_zone') return 'UTC'
  if (format === 'ipv4') return '203.0.113.24'
  if (format === 'uri') return 'https://hooks.nowhere.test/'
  return 'x'.repeat(Math.max(minLength ?? 0, 4))
}
