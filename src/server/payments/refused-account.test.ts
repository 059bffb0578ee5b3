/** An account at which something did not arrive: nothing that was never tried goes there, of no employer's, until what is kept goes elsewhere or is sent again. */
import { describe, expect, it } from 'vitest'
import { addPolicy, approveAll, call, engage, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { staleReviews } from '#test/harness/reviews.ts'
import {
  biweekly,
  type CycleStage,
  fund,
  givenDuePayments,
  givenEmployer,
  type World,
} from '#test/harness/world.ts'
import { giveBack } from './give-back.ts'
import { first } from './held.test-data.ts'
import { listSettling, lockPaymentsOfItems } from './payment.store.ts'
import { releaseHeldPayments } from './release-held.ts'
import { returnPayments } from './return-payments.ts'

type Of = Pick<CycleStage, 'operator' | 'employer' | 'id'>
let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
/** Somebody's pay left on its date for a bank account and a wallet; their next one is open and has its money, and so has one of another employer. */
eachInACopy(
  async of => {
    const told = await givenDuePayments(of)
    const other = await givenOther(of, told.operator, first(told))
    const { operator, payment_uuids } = told
    const body = { pay_date: '2026-03-20', payment_uuids }
    const { execution_uuid } = await call(of, operator, 'bulkExecute', { body })
    await of.execute(execution_uuid ?? '')
    of.clock.set('2026-03-30T10:00:00Z')
    await of.byTheClock()
    await fund(of, told, '3400.00', 'WIRE-2')
    await fund(of, { operator, employer: other }, '3400.00', 'WIRE-3')
    return { ...told, other }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
    next = { operator: due.operator, employer: due.employer, id: due.id }
    others = { operator: due.operator, employer: copy.told.other, id: copy.told.other.id }
  },
)
let next: Of
let others: Of

async function givenOther(of: World, operator: Person, contractor: Person) {
  const employer = await givenEmployer(of, operator, 'owner@harbor.test')
  const policy_uuid = await addPolicy(of, employer, 'Biweekly', biweekly('2026-03-29'))
  await engage(of, employer, contractor, {
    role: 'Designer',
    hourly_rate: { currency: 'USD', minor: 4250n },
    hours: 80,
    policy_uuid,
    start_date: '2026-03-16',
    signer_title: 'Director',
  })
  return { ...employer, id: { policy_uuid, cycle_uuid: '' } }
}

/** The cycle of an employer that is paid on April 2. */
async function openCycle({ employer, id }: Of) {
  const query = { limit: 50, view: 'run' } as const
  const { items } = await call(world, employer, 'listCycles', { query })
  const open = items.find(({ pay_date }) => pay_date > '2026-03-30')
  return { ...id, cycle_uuid: open?.cycle_uuid ?? '' }
}
const approve = async (of: Of) => approveAll(world, of.employer, await openCycle(of))
/** What went to the bank account came back; what went to the wallet arrived. */
async function comeBack(): Promise<string> {
  const [bank] = await admin.rows<{ id: string }>(
    `select payment_uuid id from payment where status = 'SENT' and currency = 'USD'`,
  )
  const id = bank?.id ?? ''
  await world.unit(async ctx =>
    returnPayments(ctx, await listSettling(ctx.tx, [id]), 'The account is closed.'),
  )
  return id
}
/** Of what is paid on April 2, in the order of currencies: what each payment is and why. */
async function payments(): Promise<string[]> {
  const rows = await admin.rows<{ said: string }>(
    `select concat_ws(' ', currency, status, hold_reason) said from payment
      where pay_date > '2026-03-30' and status <> 'CANCELLED' order by employer_uuid = '${due.employer.employer_uuid}', currency`,
  )
  return rows.map(({ said }) => said)
}
async function codes(): Promise<string[]> {
  const ids = await admin.rows<{ id: string }>(
    `select payment_uuid id from payment where pay_date > '2026-03-30' and currency = 'USD' and status <> 'CANCELLED'`,
  )
  const { results } = await call(world, due.operator, 'bulkExecute', {
    body: { pay_date: '2026-04-02', payment_uuids: ids.map(({ id }) => id) },
  })
  return results.map(({ result, blockers }) =>
    result === 'queued' ? result : blockers.map(({ code }) => code).join(),
  )
}
/** Has what is held looked at as far as somebody asked for that. */
async function release() {
  const jobs = await admin.rows<{ payload: Record<string, unknown> }>(
    `delete from graphile_worker._private_jobs where key like 'release_held:%' returning payload`,
  )
  for (const { payload } of jobs) await releaseHeldPayments(payload, world)
}
/** What the employer is told of the next cycle, and who acts. */
async function state() {
  const { pay_state } = await call(world, next.employer, 'getCycle', {
    params: await openCycle(next),
    query: { limit: 5 },
  })
  return [pay_state?.state, pay_state?.acts]
}
const holds = async () => {
  expect(await staleReviews(world, admin)).toEqual([])
  expect(await world.broken()).toEqual([])
}

const BLOCKED = ['USD HELD NO_DESTINATION', 'USDC SCHEDULED']
const FREE = ['USD SCHEDULED', 'USDC SCHEDULED']

describe('an account that did not take a payment', () => {
  it('keeps what is approved after that, of every employer, and nothing beside it', async () => {
    await comeBack()
    await approve(next)
    await approve(others)
    expect(await payments()).toEqual([...BLOCKED, ...BLOCKED])
    world.clock.set('2026-04-02T15:00:00Z')
    await world.release()
    expect(await payments()).toEqual([...BLOCKED, ...BLOCKED])
    expect(await codes()).toEqual(['DESTINATION_REFUSED', 'DESTINATION_REFUSED'])
    await holds()
  })

  it('is said before the approval, to either employer and to its contractor, who acts', async () => {
    await comeBack()
    for (const of of [next, others]) {
      const { items } = await call(world, of.employer, 'getCycle', {
        params: await openCycle(of),
        query: { limit: 5 },
      })
      const said = items.flatMap(item => item.blockers.map(({ code, who }) => [code, who]))
      expect(said).toEqual([['DESTINATION_REFUSED', 'CONTRACTOR']])
    }
    const pays = await call(world, first(due), 'listNextPays')
    const coming = pays.filter(({ pay_date }) => pay_date === '2026-04-02')
    expect(coming).toHaveLength(2)
    for (const { pay_state } of coming)
      expect(pay_state.says).toMatchObject({ next: { step: 'DESTINATION' } })
    await holds()
  })

  it('does not get what was scheduled before, also where nobody looked since', async () => {
    await approve(next)
    await approve(others)
    expect(await payments()).toEqual([...FREE, ...FREE])
    await comeBack()
    world.clock.set('2026-04-02T15:00:00Z')
    expect(await codes()).toEqual(['DESTINATION_REFUSED', 'DESTINATION_REFUSED'])
    expect(await state()).toEqual(['BLOCKED', 'CONTRACTOR'])
    expect(await payments()).toEqual([...FREE, ...FREE])
    for (let times = 0; times < 2; times++) await world.deliver()
    expect(await payments()).toEqual([...BLOCKED, ...BLOCKED])
    expect(await state()).toEqual(['BLOCKED', 'CONTRACTOR'])
    await holds()
  })

  it('is free once what is kept is sent there again', async () => {
    const id = await comeBack()
    await approve(next)
    await release()
    await call(world, due.operator, 'retryPayment', { params: { id } })
    await release()
    expect(await payments()).toEqual(FREE)
    await holds()
  })

  it('is free once what is kept went back to its employer', async () => {
    const id = await comeBack()
    await approve(next)
    await release()
    await world.unit(async ctx => giveBack(ctx, await lockPaymentsOfItems(ctx.tx, [id])))
    await release()
    expect(await payments()).toEqual(FREE)
    await holds()
  })

  it('is given up for another one, to which all of it goes', async () => {
    await comeBack()
    await approve(next)
    const contractor = first(due)
    await call(world, contractor, 'putBankingInformation', {
      body: {
        ...{ account_name: 'Amara Okafor', currency: 'USD' },
        ...{ account_number: '7770000', swift_code: 'FBNINGLA' },
      },
    })
    const { destinations } = await call(world, contractor, 'getBanking')
    const [from, , to] = destinations.map(({ destination_uuid }) => destination_uuid)
    await call(world, contractor, 'replaceDestination', {
      params: { id: from ?? '' },
      body: { destination_uuid: to ?? '' },
    })
    world.clock.set('2026-04-02T15:00:00Z')
    await world.release()
    expect(await codes()).toEqual(['NOT_APPROVED'])
    await call(world, due.employer, 'unapproveCycle', { params: await openCycle(next), body: {} })
    await approve(next)
    expect(await codes()).toEqual(['queued'])
    await holds()
  })
})
