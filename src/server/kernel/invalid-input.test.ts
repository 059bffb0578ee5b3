import { expect, it } from 'vitest'
import { z } from 'zod'
import { Uuid } from '#contract/kernel/codecs.ts'
import { invalidOf } from './invalid-input.ts'
import { sayText } from './words.ts'

const id = '01890000-0000-7000-8000-000000000001'
const said = (where: 'path' | 'body', schema: z.ZodType, sent: unknown) =>
  (schema.safeParse(sent).error?.issues ?? []).map(issue => {
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
