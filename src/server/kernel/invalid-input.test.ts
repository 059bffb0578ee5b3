import { expect, it } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { cycleSelection } from '#contract/cycle-selection.ts'
import { Uuid } from '#contract/kernel/codecs.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { words } from '#domain/kernel/words.ts'
import { invalidOf, issuesMeant } from './invalid-input.ts'
import { sayText } from './words.ts'

const id = '01890000-0000-7000-8000-000000000001'
const said = (where: 'path' | 'body', schema: z.ZodType, sent: unknown) =>
  issuesMeant(schema.safeParse(sent).error?.issues ?? []).map(issue => {
    const field = invalidOf(where, issue, sent)
    return `${field.loc.join('.')}: ${sayText(field)}`
  })

it('names the field of a body whose id is missing or none, and speaks of the address where that is not whole', () => {
  const Body = z.object({ pay_policy_uuid: Uuid, payment_uuids: z.array(Uuid) })
  expect(said('body', Body, { payment_uuids: [id] })).toEqual([
    'body.pay_policy_uuid: Pay policy is required',
  ])
  expect(said('body', Body, { pay_policy_uuid: '', payment_uuids: [id, 'x', null] })).toEqual([
    'body.pay_policy_uuid: Pay policy is no id. Choose it from its list.',
    'body.payment_uuids.1: Payments is no id. Choose it from its list.',
    'body.payment_uuids.2: Payments is no id. Choose it from its list.',
  ])
  expect(said('path', z.object({ id: Uuid }), { id: 'nonsense' })).toEqual([
    'path.id: The address is not whole: an id in it is none. Open the page from its list.',
  ])
})

it('says of one of several forms what is wrong with the one that was meant, and of none that it is none', () => {
  const Name = z.string().max(3, words('kernel.problems.tooManyCharacters'))
  const Few = z.array(Name).max(2, words('payroll.problems.tooManyShown'))
  const Body = z.object({
    by: z.union([z.strictObject({ names: Few }), z.strictObject({ all: Name })]),
  })
  expect(said('body', Body, { by: { names: ['a', 'b', 'c'] } })).toEqual([
    expect.stringMatching(/^body\.by\.names: At most 2 /),
  ])
  expect(said('body', Body, { by: { all: 'long' } })).toEqual([
    expect.stringMatching(/^body\.by\.all: At most 3 /),
  ])
  expect(said('body', Body, { by: { names: 'a' } })).toEqual([
    expect.stringMatching(/^body\.by\.names: /),
  ])
  expect(said('body', Body, { by: 7 })).toEqual([expect.stringMatching(/^body\.by: /)])
})

it('says what the validator finds by itself in words of ours, of the whole body as well', () => {
  const Body = z.strictObject({
    name: z.string().max(3),
    kind: z.enum(['A', 'B']).optional(),
    rows: z.array(z.number()).min(1).optional(),
    hours: z.int().max(9).optional(),
    mark: z.string().regex(/^x$/).optional(),
    by: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]).optional(),
  })
  const name = 'Ada'
  const sent: [unknown, string[]][] = [
    [null, ['body: Body has to be an object.']],
    [[], ['body: Body has to be an object.']],
    [{ name: 7 }, ['body.name: Name has to be a text.']],
    [{ name: 'Adam' }, ['body.name: Name: at most 3 characters.']],
    [{ name, kind: 'C' }, ['body.kind: Kind has to be one of: A, B.']],
    [{ name, rows: [] }, ['body.rows: Rows: at least 1 entry.']],
    [{ name, rows: ['x'] }, ['body.rows.0: Rows has to be a number.']],
    [{ name, hours: 1.5 }, ['body.hours: Hours has to be a whole number.']],
    [{ name, hours: 10 }, ['body.hours: Hours: at most 9.']],
    [{ name, mark: 'y' }, ['body.mark: Mark is not as this call takes it.']],
    [{ name, by: 7 }, ['body.by: By has none of the forms that this call takes.']],
    [{ name, more: 1, yet: 2 }, ['body: Body has what this call does not take: more, yet.']],
  ]
  for (const [body, expected] of sent) expect(said('body', Body, body)).toEqual(expected)
})

it('says how many line items a preview of hours answers by name', () => {
  const shown = Array.from({ length: 201 }, () => id)
  expect(said('body', cycleSelection.previewHours.body, { rows: [], shown })).toEqual([
    'body.shown: At most 200 line items are answered by name. Name those of one page, or none: each is answered then.',
  ])
})

it('refuses a body that is null in words of ours, whatever the call', () => {
  const refused = Object.entries<Endpoint>(api).flatMap(([name, { body }]) =>
    (body ? said('body', body, null) : []).map(text => `${name} ${text}`),
  )
  expect(refused.length).toBeGreaterThan(100)
  const ours = / body: Body has (to be (an object|a list)\.|none of the forms)/
  expect(refused.filter(text => !ours.test(text))).toEqual([])
})
