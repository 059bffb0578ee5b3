/** What companies' machines rely on: of the shapes of events nothing goes or changes without another day of `EVENTS_VERSION`; fields may be added. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EVENTS_VERSION, TOLD_TYPES } from '#domain/integrations/told-events.ts'

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}
type Document = {
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> }
  readonly webhooks: Readonly<
    Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>
  >
}

const document: Document = JSON.parse(readFileSync('docs/api/machine-api.json', 'utf8'))

/** What a schema says, one thing a line: each field with its type, and whether it is always there. */
function linesOf(schema: Schema, at: string): string[] {
  if (schema.$ref) {
    const named = document.components.schemas?.[schema.$ref.split('/').at(-1) ?? '']
    if (!named) throw new Error(`${schema.$ref} is not there`)
    return linesOf(named, at)
  }
  const { type, format, properties = {}, required = [], items, anyOf = [], oneOf = [] } = schema
  return [
    ...[type ?? []].flat().map(one => `${at}: ${one}${format ? ` ${format}` : ''}`),
    ...(schema.const === undefined ? [] : [`${at} = ${String(schema.const)}`]),
    ...(schema.enum ?? []).map(value => `${at} = ${String(value)}`),
    ...required.map(name => `${at}.${name} always`),
    ...Object.entries(properties).flatMap(([name, of]) => linesOf(of, `${at}.${name}`)),
    ...(items ? linesOf(items, `${at}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap(of => linesOf(of, at)),
  ]
}

const now = Object.entries(document.webhooks).flatMap(([type, { post }]) => {
  const schema = post.requestBody.content['application/json']?.schema
  if (!schema) throw new Error(`${type} has no schema`)
  return linesOf(schema, type)
})

it('every event is listed with its schema', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...TOLD_TYPES])
  for (const type of TOLD_TYPES) expect(now).toContain(`${type}.data always`)
})

it('nothing goes from what an event says, or is another, as long as its version is of one day', () => {
  const [day, ...kept] = readFileSync('test/golden/events.txt', 'utf8').trim().split('\n')
  // Another day begins anew: write the lines of `now` below it.
  expect(day).toBe(EVENTS_VERSION)
  const said = new Set(now)
  expect(kept.filter(line => !said.has(line))).toEqual([])
  expect(kept.length).toBeGreaterThan(100)
})
