/** A payment that failed and whose account is out of use: where it goes, and where it does not. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInItsCycle } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { type CycleStage, fund, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin

const givenCycle = eachInItsCycle(copy => {
  world = copy.world
  admin = copy.admin
})

type Row = { currency: string; status: string; hold_reason: string | null; funded: boolean }
const payments = () =>
  admin.rows<Row>(
    "select currency, status, hold_reason, funded from payment where status <> 'CANCELLED' order by currency, payment_uuid",
  )
const all = (status: string, hold_reason: string | null, funded: boolean, count = 2) =>
  Array.from({ length: count }, () => expect.objectContaining({ status, hold_reason, funded }))
const execute = async (operator: Person, pay_date = '2026-03-20') => {
  const ids = await admin.rows<{ id: string }>('select payment_uuid id from payment')
  const payment_uuids = ids.map(({ id }) => id)
  return call(world, operator, 'bulkExecute', { body: { pay_date, payment_uuids } })
}
const setSplit = async (contractor: Person, shares: readonly number[]) => {
  const { destinations } = await call(world, contractor, 'getBanking')
  const body = shares.map((percentage, at) => ({
    identifier: destinations[at]?.destination_uuid ?? '',
    percentage,
  }))
  await call(world, contractor, 'putSetupPercentages', { body })
}
const first = ({ contractors }: CycleStage): Person => {
  const [contractor] = contractors
  if (!contractor) throw new Error('the stage has a contractor')
  return contractor
}

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
    await setSplit(contractor, [0, 0, 10_000])
    await approveAll(world, stage.employer, stage.id)
    world.clock.set('2026-03-20T10:00:00Z')
    const { execution_uuid } = await execute(stage.operator)
    await world.execute(execution_uuid ?? '')
    expect(await payments()).toEqual(all('FAILED', null, true, 1))
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
    await setSplit(contractor, [10_000, 0, 0])
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
    expect(await payments()).toEqual(all('FAILED', null, true, 1))
    for (let times = 0; times < 2; times++)
      expect(await retry({ destination_uuid: seen?.destination_uuid ?? '' })).toBe('done')
    // Who saw another account is told where it goes by now; who names none asks for what was done.
    expect(await retry({ destination_uuid: failed?.to ?? '' })).toBe('TRANSITION_NOT_ALLOWED')
    expect(await retry()).toBe('done')
    const again = await execute(stage.operator, '2026-03-21')
    await world.execute(again.execution_uuid ?? '')
    expect(await payments()).toEqual(all('SENT', null, true, 1))
    const [sent] = await admin.rows<{ destination: string }>(
      'select destination from simulated_rail.transfer where accepted',
    )
    expect(sent?.destination).toBe('0123453391')
    expect(await world.broken()).toEqual([])
  })
})
