/** Pay that came back and that operators keep as well: nobody is asked for another account while it could not leave to any. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'
import {
  decide,
  importFtm,
  invented,
  screenAll,
  waitingHits,
} from '../screening/lists.test-data.ts'
import { listSettling } from './payment.store.ts'
import { returnPayments } from './return-payments.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
/** Two people's pay left on its date, and is back by the next day. */
eachInACopy(
  async of => {
    const told = await givenDuePayments(of, 2)
    const { operator, payment_uuids } = told
    const body = { pay_date: '2026-03-20', payment_uuids }
    const { execution_uuid } = await call(of, operator, 'bulkExecute', { body })
    await of.execute(execution_uuid ?? '')
    return told
  },
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
  },
)

const first = (): Person => {
  const [person] = due.contractors
  if (!person) throw new Error('the stage has people')
  return person
}
const comeBack = () =>
  world.unit(async ctx => {
    const found = await listSettling(ctx.tx, due.payment_uuids)
    await returnPayments(ctx, found, 'The account is closed.')
  })
const suspend = () =>
  call(world, due.operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: first().sub, operation: 'suspend' },
    body: {},
  })
const match = async () => {
  await importFtm(world, invented({ id: 'inv-1', name: 'Amara Okafor amara1', country: ['ng'] }))
  await screenAll(world)
  for (const hit of await waitingHits(world, due.operator))
    if (hit.party.name !== 'Amara Okafor amara1') await decide(world, due.operator, hit, 'clear')
}

/** What each reads: employer's cycles and item, operators' pages, and the checklist. */
async function readings() {
  const query = { limit: 50 } as const
  const { items } = await call(world, due.employer, 'listCycles', {
    query: { ...query, view: 'run' },
  })
  const row = items.find(({ cycle_uuid }) => cycle_uuid === due.id.cycle_uuid)
  const cycle = await call(world, due.employer, 'getCycle', { params: due.id, query })
  const [company] = await call(world, due.operator, 'listOperationsPayCycles', {
    params: { id: due.employer.employer_uuid },
    query: { summary: 'true', cycle_uuid: due.id.cycle_uuid },
  })
  const { blocked } = await call(world, due.operator, 'getChecklist', {
    query: { pay_date: '2026-03-20' },
  })
  type Read = { readonly acts: string; readonly because: string | null; readonly count: number }
  const of = (states: readonly Read[] | undefined) =>
    states?.map(({ acts, because, count }) => [acts, because, count])
  return {
    row: of(row?.pay_states),
    cycle: of(cycle.pay_states),
    operators: of(company?.pay_states),
    checklist: blocked.map(({ code, who, payments }) => [code, who, payments]),
    people: cycle.pay_states.map(({ people }) => people),
    reasons: blocked.map(({ reason }) => reason),
  }
}
const mailsTo = async (email: string) => {
  await world.deliver()
  const mails = await waitingMails(world, admin)
  return mails.filter(({ to }) => to === email).map(({ text }) => text)
}

describe('pay that came back', () => {
  it('waits for another account of its contractor', async () => {
    await comeBack()
    const { row, cycle, operators, checklist } = await readings()
    expect([row, cycle, operators]).toEqual(Array(3).fill([['CONTRACTOR', null, 4]]))
    expect(checklist).toEqual([['RETURNED', 'CONTRACTOR', 4]])
    expect((await mailsTo(first().email)).join()).toContain('Say which account it goes to instead')
  })

  it.each([
    ['SUSPENDED', suspend, 'Corridor has suspended your account.'],
    ['COMPLIANCE', match, 'Corridor is checking something before this payment leaves.'],
  ] as const)(
    'waits for operators first where it is kept as %s, and says so to each',
    async (code, keep, said) => {
      await keep()
      await comeBack()
      const { row, cycle, operators, checklist, people, reasons } = await readings()
      const apart = [
        ['CORRIDOR', code, 2],
        ['CONTRACTOR', null, 2],
      ]
      expect({ row, cycle, operators }).toEqual({ row: apart, cycle: apart, operators: apart })
      expect(people.map(names => names.length)).toEqual([1, 1])
      expect(checklist).toEqual([
        ['RETURNED', 'CORRIDOR', 2],
        ['RETURNED', 'CONTRACTOR', 2],
      ])
      expect(reasons[0]).toMatch(/^It came back, and something else keeps it first\./)
      const mails = (await mailsTo(first().email)).join()
      expect(mails).toContain(`What to do: Nothing. ${said}`)
      expect(mails).not.toMatch(/another account|goes to instead/)
      const [pay] = await call(world, first(), 'listNextPays').catch(() => [])
      if (pay)
        expect(pay.pay_state).toMatchObject({
          acts: 'CORRIDOR',
          because: code,
          says: { next: null },
        })
    },
  )

  it('is no account for more: of what goes there next nobody names a day of arrival, until it is replaced', async () => {
    const days = async () => {
      const pays = await call(world, first(), 'listNextPays')
      const [next] = pays.filter(({ pay_date }) => pay_date > '2026-03-20')
      return [next?.pay_date, ...(next?.parts ?? []).map(({ arrives }) => arrives !== null)]
    }
    world.clock.set('2026-03-30T10:00:00Z')
    await world.byTheClock()
    expect(await days()).toEqual(['2026-04-02', true, true])
    await comeBack()
    const [back] = await call(world, first(), 'listNextPays')
    expect(back?.steps.map(({ said }) => said.text)).toContain('payroll.steps.otherAccount')
    expect(await days()).toEqual(['2026-04-02', false, false])
    const { items } = await call(world, due.employer, 'listCycles', {
      query: { view: 'run', limit: 20 },
    })
    const open = items.find(({ pay_date }) => pay_date === '2026-04-02')
    const cycle = await call(world, due.employer, 'getCycle', {
      params: { ...due.id, cycle_uuid: open?.cycle_uuid ?? '' },
      query: { limit: 5 },
    })
    expect(cycle.items.flatMap(({ parts }) => parts.map(({ arrives }) => arrives))).toEqual(
      Array(4).fill(null),
    )
  })
})
