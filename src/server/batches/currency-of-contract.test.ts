/** A payment whose currency is left empty is made in that of the person's contract; who has none is named. */
import { beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { assert } from '#domain/kernel/assert.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { offer, sign } from '#test/harness/offers.ts'
import { givenApprovableCycle, plainWorld, type World } from '#test/harness/world.ts'

let world: World
beforeEach(async () => {
  world = await plainWorld()
  return () => world.close()
})

it('is asked for of who has no contract, and known of who has one, by any spelling of their address', async () => {
  const { employer, contractors } = await givenApprovableCycle(world, 2)
  const [ana, ben] = contractors.map(({ email }) => email)
  const rows = [
    `${ana?.toUpperCase()},10.00,,Bonus`,
    `${ben},20.00,EUR,Bonus`,
    'stranger@example.test,30.00,,Bonus',
  ]
  const body = {
    text: ['email,amount,currency,reference', ...rows].join('\n'),
    ...{ mends: [], without: [] },
  }
  const read = await call(world, employer, 'previewPaymentBatch', { body })
  expect(read).toMatchObject({
    good: 2,
    totals: [
      { currency: 'EUR', minor: 2000n },
      { currency: 'USD', minor: 1000n },
    ],
    wrong_rows: [{ row: 4, said: [{ field: 'currency' }] }],
  })
  const submit = () =>
    call(world, employer, 'submitPaymentBatch', {
      params: { batch_uuid: newUuid() },
      body: {
        ...{ ...body, file_name: 'bonus.csv', pay_date: '2026-03-20', words: '' },
        leave_out_wrong: true,
      },
    })
  const sent = await submit()
  expect((await submit()).batch_uuid).toBe(sent.batch_uuid)
  expect(await world.broken()).toEqual([])
})

it('is the same batch when it is sent again, whatever contracts they have by now', async () => {
  const { employer, contractors, id } = await givenApprovableCycle(world, 2)
  const [ana, ben] = contractors
  assert(ana && ben, 'two people')
  const rows = [`${ana.email},10.00,,Bonus A`, `${ben.email},20.00,USD,Bonus B`]
  const text = ['email,amount,currency,reference', ...rows].join('\n')
  const file = { text, mends: [], without: [] }
  const submit = (batch_uuid: string, leave_out_wrong: boolean) =>
    call(world, employer, 'submitPaymentBatch', {
      params: { batch_uuid },
      body: { ...file, file_name: 'b.csv', pay_date: '2026-03-25', words: '', leave_out_wrong },
    })
  const first = newUuid()
  await submit(first, false)
  const days = { effective_date: '2026-03-18', start_date: '2026-03-18' }
  const terms = { ...days, rate: 5000n, role: 'Reviewer', currency: 'EUR' }
  await sign(world, await offer(world, employer, ana, { ...terms, policy_uuid: id.policy_uuid }))
  for (const leave_out_wrong of [true, false])
    for (const batch_uuid of [first, newUuid()])
      expect((await submit(batch_uuid, leave_out_wrong)).batch_uuid).toBe(first)
  const { already } = await call(world, employer, 'previewPaymentBatch', { body: file })
  expect(already).toMatchObject({ batch_uuid: first })
  expect(await world.broken()).toEqual([])
})

it('is what was seen, or nothing is sent: a contract of another currency that was signed meanwhile is said', async () => {
  const { employer, contractors, id } = await givenApprovableCycle(world)
  const [ana] = contractors
  assert(ana, 'a person')
  const text = `email,amount,currency,reference\n${ana.email},10.00,,Bonus A`
  const file = { text, mends: [], without: [] }
  const { paying, totals } = await call(world, employer, 'previewPaymentBatch', { body: file })
  expect(totals).toEqual([{ currency: 'USD', minor: 1000n }])
  const terms = { effective_date: '2026-03-02', rate: 5000n, currency: 'EUR' }
  await sign(world, await offer(world, employer, ana, { ...terms, policy_uuid: id.policy_uuid }))
  const batch_uuid = newUuid()
  const submit = (seen: string) =>
    call(world, employer, 'submitPaymentBatch', {
      params: { batch_uuid },
      body: {
        ...file,
        file_name: 'b.csv',
        pay_date: '2026-03-25',
        words: '',
        paying: seen,
        leave_out_wrong: false,
      },
    })
  await expect(submit(paying)).rejects.toMatchObject({
    code: 'CONFLICT',
    detail: expect.stringContaining('another currency'),
  })
  const again = await call(world, employer, 'previewPaymentBatch', { body: file })
  expect([again.already, again.totals]).toEqual([null, [{ currency: 'EUR', minor: 1000n }]])
  expect((await submit(again.paying)).totals).toEqual([{ currency: 'EUR', minor: 1000n }])
  // What was sent answers as it is, whatever was seen of it.
  expect((await submit(paying)).batch_uuid).toBe(batch_uuid)
  expect(await world.broken()).toEqual([])
})
