import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenDuePayments, givenEmployer, testWorld } from '#test/harness/world.ts'

it('an employer reads the pays of one contractor, also what went wrong, and nobody else’s', async () => {
  const world = await testWorld()
  const { employer, operator, contractors, id, payment_uuids } = await givenDuePayments(world, 2)
  const [ada, other] = contractors.map(({ sub }) => sub)
  const pays = (sub = '', limit = 20) =>
    call(world, employer, 'listContractorPays', { params: { id: sub }, query: { limit } })
  expect(await pays(ada)).toMatchObject({
    items: [
      {
        ...{ ...id, kind: 'CALENDAR', policy_label: 'Biweekly', pay_date: '2026-03-20' },
        ...{ amount: { currency: 'USD', minor: 340_000n }, status: 'APPROVED', wrong: null },
      },
    ],
    next_cursor: null,
  })
  const unpaid = await call(world, operator, 'listUnpaid', { query: { limit: 20 } })
  const theirs = unpaid.items.filter(({ contractor_sub }) => contractor_sub === ada)
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  await call(world, operator, 'mendPayments', {
    body: {
      ...{ action: 'return', payment_uuids: theirs.map(of => of.payment_uuid) },
      ...{ reason: 'ACCOUNT_CLOSED', words: '', reference: 'RET-1' },
    },
  })
  expect((await pays(ada)).items[0]).toMatchObject({ wrong: 'RETURNED' })
  expect((await pays(other)).items[0]).toMatchObject({ wrong: null })
  // Later cycles are opened: a page leads on to the next one.
  world.clock.set('2026-04-02T10:00:00Z')
  await world.byTheClock()
  const { items: latest, next_cursor } = await pays(ada, 1)
  const { items: rest } = await call(world, employer, 'listContractorPays', {
    params: { id: ada ?? '' },
    query: { limit: 9, cursor: next_cursor ?? undefined },
  })
  const dates = [...latest, ...rest].map(({ pay_date }) => pay_date)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set(dates).size).toBe(dates.length)
  expect(dates.slice(-2)).toEqual(['2026-04-02', '2026-03-20'])
  const stranger = await givenEmployer(world, operator, 'other@rival.test')
  const theirAda = { params: { id: ada ?? '' }, query: { limit: 20 } }
  await expect(call(world, stranger, 'listContractorPays', theirAda)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
