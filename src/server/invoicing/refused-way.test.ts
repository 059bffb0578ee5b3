/** Clients are sent to no account at which a payment of Corridor's did not arrive. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenDuePayments, plainWorld } from '#test/harness/world.ts'

it('an account at which a payment came back is shown to no client, until that is mended', async () => {
  const world = await plainWorld()
  const { payment_uuids, operator, contractors } = await givenDuePayments(world, 1)
  const [contractor] = contractors
  if (!contractor) throw new Error('a contractor was given')
  const kinds = async () => {
    const { ways } = await call(world, contractor, 'getInvoiceDefaults', {})
    return ways.map(({ kind }) => kind)
  }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  await call(world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK-1' } })
  expect(await kinds()).toEqual(['bank', 'wallet'])
  const { items } = await call(world, operator, 'listPaymentHistory', { query: { limit: 10 } })
  const toBank = items.filter(({ amount }) => amount?.currency === 'USD')
  const ids = toBank.map(({ payment_uuid }) => payment_uuid)
  const came = { reason: 'ACCOUNT_CLOSED', reference: 'R-1', happened_on: '2026-03-20' } as const
  await call(world, operator, 'mendPayments', {
    body: { action: 'return', payment_uuids: ids, words: '', ...came },
  })
  expect(await kinds()).toEqual(['wallet'])
  for (const id of ids) await call(world, operator, 'retryPayment', { params: { id } })
  expect(await kinds()).toEqual(['bank', 'wallet'])
  await world.close()
})
