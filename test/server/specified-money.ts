/** The specification's requests that book, execute and freeze. */
import { expect } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import { fund } from '#test/harness/world.ts'
import type { Request } from './specified-calls.ts'

export const BOOKED: Request = {
  fields: 'funding_csv',
  as: ({ stage }) => stage.operator,
  body: async ({ world, boss }) => {
    const { domain } = await call(world, boss, 'getEmployer')
    const row = `${domain},USD,100.00,WIRE-0,2026-03-01`
    const csv = `employer_domain,currency,amount,reference,received_on\n${row}\n`
    const form = new FormData()
    form.set('funding_csv', new File([csv], 'wires.csv', { type: 'text/csv' }))
    return form
  },
  effect: async (_answer, { admin }) =>
    expect(await admin.rows('select reference from funding')).toEqual([{ reference: 'WIRE-0' }]),
}

export const EXECUTED: Request = {
  fields: 'pay_date, payment_uuids',
  as: ({ stage }) => stage.operator,
  body: async ({ world, stage, boss }) => {
    await fund(world, stage, '3400.00')
    await approveAll(world, boss, stage.id)
    world.clock.set('2026-03-20T10:00:00Z')
    const query = { pay_date: '2026-03-20' }
    const { payment_uuids } = await call(world, stage.operator, 'getChecklist', { query })
    return { ...query, payment_uuids }
  },
  effect: async (answer, { world }) => {
    expect(answer).toMatchObject({ queued: 2 })
    await world.execute(String(answer.execution_uuid))
  },
}

export const FROZEN: Request = {
  fields: 'before',
  as: ({ stage }) => stage.operator,
  body: () => ({ before: '2026-03-21' }),
  effect: answer => expect(answer).toMatchObject({ before: '2026-03-21', lifted_at: null }),
}
