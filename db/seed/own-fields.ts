/** What every call in a story or a test is held to: a refusal names what the call was given. */
import { z } from 'zod'
import { type Api, api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { Problem } from '#domain/kernel/problem.ts'

/** What these refuse is a part of what was kept before and is looked at by then: it is named as it was when it was kept. */
const OF_WHAT_WAS_KEPT: readonly (keyof Api)[] = [
  'approveContract',
  'makeContractPdf',
  'approveCycle',
  'approveLineItem',
  'approveStep',
  'bookStatementReceipts',
  'sendInvoice',
]

/** Asserts that a refusal names fields that the call has: who sent it can mend no other. */
export function namesOwnFields(name: keyof Api, { fields = [] }: Problem): void {
  if (OF_WHAT_WAS_KEPT.includes(name)) return
  const { body, query, params, upload }: Endpoint = api[name]
  const own = [body, query, params].flatMap(fieldsOf).concat(upload ?? [])
  for (const { loc } of fields) {
    const [, field] = loc
    assert(
      typeof field !== 'string' || own.includes(field),
      `${name} refuses ${field}, which is no field of it (${own.join(', ')})`,
    )
  }
}

/** The names on the outside of a body, of each shape that it may have. */
function fieldsOf(shape: unknown): string[] {
  if (shape instanceof z.ZodObject) return Object.keys(shape.shape)
  if (shape instanceof z.ZodUnion) return shape.options.flatMap(fieldsOf)
  if (shape instanceof z.ZodPipe) return fieldsOf(shape.in)
  if (
    shape instanceof z.ZodOptional ||
    shape instanceof z.ZodNullable ||
    shape instanceof z.ZodDefault ||
    shape instanceof z.ZodPrefault
  )
    return fieldsOf(shape.unwrap())
  return []
}
