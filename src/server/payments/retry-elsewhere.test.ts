/** A payment that failed and whose account is out of use: where it goes, and where it does not. */
import { describe, expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInItsCycle } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { fund, type World } from '#test/harness/world.ts'
import { all, first, paymentsIn } from './held.test-data.ts'

let world: World
let admin: Admin
let on: ReturnType<typeof paymentsIn>

const givenCycle = eachInItsCycle(copy => {
  world = copy.world
  admin = copy.admin
  on = paymentsIn(copy)
})

describe('a payment that failed', () => {
  it('goes to another account once the failed one is out of use, and to the one alone that the operator saw', async () => {
    const stage = await givenCycle()
    await fund(world, stage, '3400.00')
    const contractor = first(stage)
    const account = (account_number: string) =>
      call(world, contractor, 'putBankingInformation', {
        body: { account_name: 'Amara', currency: 'USD', account_number, swift_code: 'FBNINGLA' },
      })
    world.clock.set('2026-03-17T10:00:00Z')
    await account('7770000')
    await on.setSplit(contractor, [0, 0, 10_000])
    await approveAll(world, stage.employer, stage.id)
    world.clock.set('2026-03-20T10:00:00Z')
    const { execution_uuid } = await on.execute(stage.operator)
    await world.execute(execution_uuid ?? '')
    expect(await on.payments()).toEqual(all('FAILED', null, true, 1))
    const [failed] = await admin.rows<{ id: string; to: string }>(
      `select payment_uuid id, destination_uuid "to" from payment where status = 'FAILED'`,
    )
    const params = { id: failed?.id ?? '' }
    const retry = (body?: { destination_uuid: string }) =>
      outcome(call(world, stage.operator, 'retryPayment', { params, ...(body && { body }) }))
    const shown = async () => {
      const { items } = await call(world, stage.operator, 'listUnpaid', { query: { limit: 50 } })
      return items.find(({ payment_uuid }) => payment_uuid === params.id)
    }
    const mend = async () => {
      const payment_uuids = [params.id]
      const body = { action: 'retry' as const, payment_uuids, words: '', reference: '' }
      const { results } = await call(world, stage.operator, 'mendPayments', { body })
      return results
    }
    expect((await shown())?.elsewhere).toBeNull()
    await on.setSplit(contractor, [10_000, 0, 0])
    await call(world, contractor, 'deactivateDestination', {
      body: { destination_uuid: failed?.to ?? '' },
    })
    world.clock.set('2026-03-21T10:00:00Z')
    const seen = (await shown())?.elsewhere
    expect(await retry()).toBe('TRANSITION_NOT_ALLOWED')
    expect(await retry({ destination_uuid: params.id })).toBe('TRANSITION_NOT_ALLOWED')
    await expect(call(world, stage.operator, 'retryPayment', { params })).rejects.toMatchObject({
      params: { label: seen?.label },
    })
    expect(await mend()).toMatchObject([{ result: 'refused' }])
    expect(await on.payments()).toEqual(all('FAILED', null, true, 1))
    for (let times = 0; times < 2; times++)
      expect(await retry({ destination_uuid: seen?.destination_uuid ?? '' })).toBe('done')
    // Who saw another account is told where it goes by now; who names none asks for what was done.
    expect(await retry({ destination_uuid: failed?.to ?? '' })).toBe('TRANSITION_NOT_ALLOWED')
    expect(await retry()).toBe('done')
    const again = await on.execute(stage.operator, '2026-03-21')
    await world.execute(again.execution_uuid ?? '')
    expect(await on.payments()).toEqual(all('SENT', null, true, 1))
    const [sent] = await admin.rows<{ destination: string }>(
      'select destination from simulated_rail.transfer where accepted',
    )
    expect(sent?.destination).toBe('0123453391')
    expect(await world.broken()).toEqual([])
  })
})
