/** What operators read of pay that is late: by company, and of what was sent. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenApprovableCycle, givenDuePayments, plainWorld } from '#test/harness/world.ts'
import { listLatePay } from './late-pay.ts'

it('names pay that nobody approved from its date on, as its employer reads it', async () => {
  const world = await plainWorld()
  const stage = await givenApprovableCycle(world, 2)
  const read = () => call(world, stage.operator, 'listLatePay')
  expect(await read()).toEqual({ cycles: [], more: false, unconfirmed: null })
  world.clock.set('2026-03-27T10:00:00Z')
  const { cycles, more } = await read()
  const own = await call(world, stage.employer, 'listCycles', { query: { view: 'run', limit: 20 } })
  const [shown] = own.items.find(row => row.cycle_uuid === stage.id.cycle_uuid)?.pay_states ?? []
  if (!shown) throw new Error('nothing is said of it')
  // Each is told in words of their own what both see.
  const { says: _, ...facts } = shown
  const link = '/operations/employers/northwind.test/payroll'
  const next = { step: 'SEE', link }
  const says = { code: 'UNAPPROVED', when: 'late', who: 'EMPLOYER', next }
  const state = expect.objectContaining({ ...facts, says: expect.objectContaining(says) })
  expect(cycles).toEqual([
    expect.objectContaining({
      cycle_uuid: stage.id.cycle_uuid,
      pay_state: state,
      announced_on: null,
    }),
  ])
  expect(shown.says).toMatchObject({ who: 'YOU', next: { step: 'APPROVE' } })
  expect(shown).toMatchObject({ state: 'UNAPPROVED', tone: 'WRONG', count: 2, days_late: 7 })
  expect(more).toBe(false)
  expect(await world.unit(ctx => listLatePay(ctx, 0))).toMatchObject({ cycles: [], more: true })
  const [told] = await call(world, stage.operator, 'listOperationsPayCycles', {
    params: { id: stage.employer.employer_uuid },
    query: { summary: 'true', cycle_uuid: stage.id.cycle_uuid },
  })
  expect(told?.pay_states).toEqual([state])
  await world.close()
})

it('counts what was sent and not confirmed once the day of its arrival is over', async () => {
  const world = await plainWorld()
  const { operator, payment_uuids } = await givenDuePayments(world, 2)
  const pay_date = '2026-03-20'
  const body = { pay_date, payment_uuids }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  const unconfirmed = async () => (await call(world, operator, 'listLatePay')).unconfirmed
  expect(await unconfirmed()).toBeNull()
  world.clock.set('2026-03-21T10:00:00Z')
  // A chain pays the same day, a bank on its next day: half of them are late.
  expect(await unconfirmed()).toMatchObject({ payments: 2, since: pay_date })
  world.clock.set('2026-03-24T10:00:00Z')
  expect(await unconfirmed()).toMatchObject({ payments: 4, since: pay_date })
  const { sent_seen } = await call(world, operator, 'getChecklist', { query: {} })
  if (!sent_seen) throw new Error('nothing is sent')
  await call(world, operator, 'bulkSettle', { body: { sent: sent_seen, reference: 'MT940-7' } })
  expect(await unconfirmed()).toBeNull()
  await world.close()
})
