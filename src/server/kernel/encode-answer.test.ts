import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type Endpoint, isFileResponse } from '#contract/kernel/endpoint.ts'
import { heavy } from '#test/harness/heavy.ts'
import { sampleOf, withValue } from '#test/server/sample.ts'
import { answerEncoder } from './encode-answer.ts'

const ANSWERS = Object.entries(api as Readonly<Record<string, Endpoint>>).flatMap(
  ([name, { response }]) => (isFileResponse(response) ? [] : [{ name, response }]),
)
const WRONG = [undefined, null, '', '2026-02-30', true, 1.5, 7n, new Date(Number.NaN), {}]
/** What one place is given after the other, in turns: all of it, or a third. */
const TURNS = heavy(3, 1)
const EACH = Array.from({ length: TURNS }, (_, turn) =>
  WRONG.filter((_wrong, n) => n % TURNS === turn),
)

/** Every place in an answer, also those that hold others. */
function places(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [at]
  return [at, ...Object.entries(value).flatMap(([key, item]) => places(item, [...at, key]))]
}

/** What is sent, or that nothing is. */
function sent(encode: () => unknown): string {
  try {
    return JSON.stringify(encode()) ?? 'nothing'
  } catch {
    return 'a defect'
  }
}

function decoded(response: z.ZodType): unknown {
  return z.decode(response, sampleOf(response))
}

describe('an answer is encoded as the validator would', () => {
  it.each(ANSWERS)('$name', ({ name, response }) => {
    const encode = answerEncoder(name, response)
    const answer = decoded(response)
    expect(sent(() => encode(answer))).toBe(sent(() => z.encode(response, answer)))
    for (const [nth, place] of places(answer).entries())
      for (const wrong of EACH[nth % EACH.length] ?? []) {
        const other = withValue(answer, place, wrong)
        expect(
          sent(() => encode(other)),
          `${place.join('.')}: ${String(wrong)}`,
        ).toBe(sent(() => z.encode(response, other)))
      }
  })

  it('what the contract does not name is left out', () => {
    const encode = answerEncoder('getHealth', z.object({ ok: z.boolean() }))
    expect(encode({ ok: true, token: 'secret' })).toEqual({ ok: true })
  })

  it('what it does not say is a defect that names the call and the field', () => {
    const encode = answerEncoder('getHealth', z.object({ ok: z.boolean() }))
    expect(() => encode({ ok: 1 })).toThrow(/^getHealth answers what its contract.*ok/s)
  })
})
