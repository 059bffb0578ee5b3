import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import { adminOf } from '#test/harness/admin.ts'
import { givenDuePayments, plainWorld } from '#test/harness/world.ts'
import { executePayments } from './index.ts'

it('records what one rail took although another is down, and pays the rest once it is back', async () => {
  const world = await plainWorld()
  const admin = await adminOf(world)
  const { operator, payment_uuids } = await givenDuePayments(world)
  const body = { pay_date: '2026-03-20', payment_uuids }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  const rail = world.kernel.gateways.railOf('fiat')
  const send = () => Promise.reject(new GatewayError('RAIL_DOWN', 'down', { retriable: true }))
  const railOf = (network: string) => (network === 'fiat' ? { ...rail, send } : rail)
  const kernel = { ...world.kernel, gateways: { ...world.kernel.gateways, railOf } }
  const statuses = () => admin.rows('select network, status from payment order by network')

  await expect(executePayments({ execution_uuid }, { kernel, unit: world.unit })).rejects.toThrow(
    'down',
  )
  expect(await statuses()).toEqual([
    { network: 'fiat', status: 'EXECUTING' },
    { network: 'solana', status: 'SENT' },
  ])
  await world.execute(execution_uuid ?? '')
  expect(await statuses()).toEqual([
    { network: 'fiat', status: 'SENT' },
    { network: 'solana', status: 'SENT' },
  ])
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})
