/** What an employer is told before they end a relation: contracts in the way, what is owed, and when it is paid for the last time. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import { sayText } from '#server/kernel/words.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let stage: CycleStage
let sub: string
beforeEach(async () => {
  world = await plainWorld()
  // March 17, 2026: a pay of March 20 waits for approval.
  stage = await givenApprovableCycle(world)
  sub = stage.contractors[0]?.sub ?? ''
})
afterEach(() => world.close())

const ask = (by = stage.employer) => call(world, by, 'getOffboarding', { params: { id: sub } })
const end = async (desired_completion_date: string) => {
  const [contract] = (await ask()).contracts
  await call(world, stage.employer, 'completeContract', {
    params: { id: contract?.contract_uuid ?? '' },
    body: { desired_completion_date, reason: 'The project is over.' },
  })
}

describe('before a contract gets its last day', () => {
  const lastPay = async (last_day: string, by = stage.employer) => {
    const [contract] = (await ask()).contracts
    const { pays, last_pay } = await call(world, by, 'getLastPay', {
      params: { id: contract?.contract_uuid ?? '' },
      query: { last_day_on: last_day },
    })
    const shown = pays.map(({ pay_date, amount, after }) => [pay_date, amount?.minor, after.minor])
    return { shown, last: last_pay && [last_pay.pay_date, last_pay.amount.minor] }
  }

  it.each(['2026-03-12', '2026-03-17', '2026-03-25'])(
    'what it still pays with %s is said, and is what then stands',
    async day => {
      const before = await lastPay(day)
      expect(before.shown[0]?.slice(0, 2)).toEqual(['2026-03-20', 340000n])
      await end(day)
      await world.deliver()
      const open = (await ask()).owed.map(({ pay_date, amount }) => [pay_date, amount.minor])
      const said = before.shown.filter(([, now]) => now !== undefined)
      expect(open).toEqual(said.map(([pay_date, , after]) => [pay_date, after]))
      expect(before.last).not.toBeNull()
      if (day === '2026-03-25') expect(before.last?.[0]).toBe('2026-04-02')
      if (day === '2026-03-12') expect(before.last).toEqual(open.at(-1))
    },
  )

  it('a period that ends after the last year that has four digits is none, and its contractor is told of the end', async () => {
    expect((await lastPay('9999-12-31')).shown).toEqual([['2026-03-20', 340000n, 340000n]])
    await end('9999-12-31')
    await world.deliver()
    expect((await ask()).owed).toMatchObject([{ pay_date: '2026-03-20' }])
  })

  it.each(['2026-02-01', '9999-12-31'])(
    'that %s is refused is said before the button is pressed, in the words of its refusal',
    async day => {
      const [contract] = (await ask()).contracts
      const id = contract?.contract_uuid ?? ''
      await end('2026-03-25')
      const { refused } = await call(world, stage.employer, 'getLastPay', {
        params: { id },
        query: { last_day_on: day },
      })
      const pressed = await end(day).catch((problem: unknown) => problem)
      const { text, params } = pressed as Problem
      expect(pressed).toMatchObject({ code: 'VALIDATION' })
      expect(refused).toEqual({ said: { text, params }, reason: sayText({ text, params }) })
    },
  )

  it('of a day that is none in the way nothing is refused', async () => {
    const [contract] = (await ask()).contracts
    const answer = await call(world, stage.employer, 'getLastPay', {
      params: { id: contract?.contract_uuid ?? '' },
      query: { last_day_on: '2026-03-17' },
    })
    expect(answer.refused).toBeNull()
  })

  it('another company is told nothing', async () => {
    const stranger = await givenEmployer(world, stage.operator, 'stranger@elsewhere.test')
    await expect(lastPay('2026-03-17', stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('before a contractor is offboarded', () => {
  it('a contract that runs is in the way, and what is owed is named with its day', async () => {
    expect(await ask()).toMatchObject({
      contracts: [{ role: 'Data engineer', status: 'ACTIVE', last_day_on: null }],
      owed: [{ pay_date: '2026-03-20', amount: { minor: 340000n }, status: 'PENDING_APPROVAL' }],
      owed_totals: [{ currency: 'USD', minor: 340000n }],
      unpaid: [],
      last_pay_date: '2026-03-20',
      allowed_actions: [],
    })
  })

  it('a contract that ends later pays until then, and its last period says the last pay date', async () => {
    await end('2026-03-25')
    const { contracts, last_pay_date, allowed_actions } = await ask()
    expect(contracts).toMatchObject([{ last_day_on: '2026-03-25' }])
    expect(last_pay_date).toBe('2026-04-02')
    expect(allowed_actions).toEqual(contracts[0]?.status === 'ACTIVE' ? [] : ['offboard'])
  })

  it('what is approved is owed until it arrives, and once nothing is, it says so', async () => {
    await end('2026-03-17')
    await fund(world, stage, '9000.00')
    await approveAll(world, stage.employer, stage.id)
    const before = await ask()
    expect(before.owed.map(({ status }) => status)).toContain('APPROVED')
    expect(before.owed_totals[0]?.minor).toBeGreaterThanOrEqual(340000n)
  })

  it('is nobody else’s to ask', async () => {
    const other = await givenEmployer(world, stage.operator, 'dana@elsewhere.test')
    await expect(ask(other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
