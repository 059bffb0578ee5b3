/** What stands among the payslips of a contractor of whose pay a part came back. */
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'

type Due = Awaited<ReturnType<typeof givenDuePayments>>

let world: World
let due: Due
/** A contractor was paid on March 20, in two parts. */
eachInACopy(
  async of => {
    const told = await givenDuePayments(of, 1)
    await pay(of, told, told.payment_uuids)
    await of.byTheClock()
    return told
  },
  copy => {
    world = copy.world
    due = copy.told
  },
)

async function pay(on: World, { operator }: Due, payment_uuids: string[]): Promise<void> {
  const { execution_uuid } = await call(on, operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await on.execute(execution_uuid ?? '')
  await call(on, operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK' } })
}

const paid = (): Person => due.contractors[0] ?? due.employer
const list = async () => (await call(world, paid(), 'listPayslips', { query: { limit: 9 } })).items
const pdf = (uuid: string) => call(world, paid(), 'getPayslip', { params: { uuid } })

it('a payslip stays and says what happened, without a paper that says it was paid', async () => {
  const [newest] = await list()
  const id = newest?.payslip_uuid ?? ''
  expect(newest?.came_back).toBeNull()
  const back = newest?.parts[0]?.payment_uuid ?? ''
  const { results } = await call(world, due.operator, 'mendPayments', {
    body: {
      action: 'return',
      reason: 'ACCOUNT_CLOSED',
      payment_uuids: [back],
      words: '',
      reference: '',
    },
  })
  expect(results).toMatchObject([{ result: 'done' }])
  const stands = async () => (await list()).find(of => of.payslip_uuid === id)
  expect(await stands()).toMatchObject({
    status: 'APPROVED',
    came_back: { state: 'RETURNED', tone: 'WRONG' },
    parts: [
      {
        status: 'RETURNED',
        failure_reason: expect.stringMatching(/closed/),
        delivered: null,
        left: { currency: 'USD', minor: 238_000n },
      },
      { status: 'SETTLED' },
    ],
  })
  await expect(pdf(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // Sent again it says so, and once it is there it is a payslip as before.
  await call(world, due.operator, 'mendPayments', {
    body: { action: 'retry', payment_uuids: [back], words: '', reference: '' },
  })
  expect(await stands()).toMatchObject({ came_back: { state: 'DUE' } })
  await pay(world, due, [back])
  await world.byTheClock()
  expect(await stands()).toMatchObject({ status: 'PAID', came_back: null })
  expect((await pdf(id)).file_name).toBe('payslip-2026-03-20.pdf')
})
