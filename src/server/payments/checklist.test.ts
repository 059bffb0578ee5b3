import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenDuePayments, plainWorld } from '#test/harness/world.ts'
import { givenFiles } from './bank-files.test-data.ts'
import { getChecklist } from './checklist.ts'

it('looks at everything that is due and nothing else, names some of it, and has a digest of all', async () => {
  const world = await plainWorld()
  const { operator, payment_uuids } = await givenDuePayments(world, 2)
  const look = (day: string, most?: number) => world.unit(ctx => getChecklist(ctx, day, most))
  const today = '2026-03-20'
  const whole = await look(today)
  expect(whole).toMatchObject({ ready_payments: 4, payment_uuids, sent: 0, sent_seen: null })
  // Banks before chains; and whom it goes to.
  expect(whole.ready.map(({ network, currency }) => [network, currency])).toEqual([
    ['fiat', 'USD'],
    ['solana', 'USDC'],
  ])
  for (const { payees } of whole.ready)
    expect(payees).toEqual(['Amara Okafor amara1', 'Amara Okafor amara2'])
  const short = await look(today, 3)
  expect(short).toEqual({ ...whole, payment_uuids: payment_uuids.slice(0, 3) })
  const nothing = { ready_payments: 0, payment_uuids: [], blocked: [] }
  expect(await look('2026-03-19')).toMatchObject(nothing)
  expect(whole.late).toBeNull()
  world.clock.set('2026-03-23T10:00:00Z')
  const { late, ready_payments, ready_totals } = await look('2026-03-23')
  expect(late).toEqual({ payments: ready_payments, since: today, totals: ready_totals })
  expect(ready_payments).toBe(4)
  world.clock.set(`${today}T10:00:00Z`)
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: today, payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  const sent_seen = { payments: 4, until: world.clock.now() }
  expect(await look(today)).toMatchObject({ ...nothing, sent: 4, sent_seen })
  await world.close()
})

it('says what lies at the bank, and when it stops taking payments for the day, where a channel has an hour', async () => {
  const world = await plainWorld()
  const { operator } = await givenFiles(world)
  const look = async () =>
    (await call(world, operator, 'getChecklist', { query: { pay_date: '2026-03-20' } })).ready
  // Four in the afternoon in Toronto, which has its summer time by then.
  world.clock.set('2026-03-20T19:06:00Z')
  const at = new Date('2026-03-20T20:00:00Z')
  const [bank, chain] = await look()
  expect(bank).toMatchObject({ network: 'fiat', balance: 340_000n, cut_off: { at, minutes: 54 } })
  expect(chain).toMatchObject({ network: 'solana', balance: null, cut_off: null })
  world.clock.set('2026-03-20T20:00:30Z')
  const monday = new Date('2026-03-23T20:00:00Z')
  expect((await look())[0]?.cut_off).toEqual({ at: monday, minutes: 3 * 24 * 60 })
  await world.close()
})
