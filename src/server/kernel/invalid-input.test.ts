import { expect, it } from 'vitest'
import { z } from 'zod'
import { cycleSelection } from '#contract/cycle-selection.ts'
import { Uuid } from '#contract/kernel/codecs.ts'
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

it('says how many line items a preview of hours answers by name', () => {
  const shown = Array.from({ length: 201 }, () => id)
  expect(said('body', cycleSelection.previewHours.body, { rows: [], shown })).toEqual([
    'body.shown: At most 200 line items are answered by name. Name those of one page, or none: each is answered then.',
  ])
})
