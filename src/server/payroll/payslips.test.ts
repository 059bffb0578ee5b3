/** What is paid, as contractors and operators read it: payslips, what comes next, and the cycles of an employer with what may be marked. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, callAs, type Person } from '#db/seed/cast.ts'
import { makeOperator } from '#server/identity/index.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import { uuidOf } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { fund, givenDuePayments, givenOperator, person, type World } from '#test/harness/world.ts'

type Paid = Awaited<ReturnType<typeof givenTwoPaidCycles>>

let world: World
let admin: Admin
let paid: Paid
/** Two contractors were paid on March 20 and on April 2; the cycle after these waits. */
eachInACopy(givenTwoPaidCycles, copy => {
  world = copy.world
  admin = copy.admin
  paid = copy.told
})

async function givenTwoPaidCycles(first: World) {
  const due = await givenDuePayments(first, 2)
  await pay(first, due, due.payment_uuids, '2026-03-20')
  await first.byTheClock()
  first.clock.set('2026-04-02T10:00:00Z')
  const { items } = await call(first, due.employer, 'listCycles', {
    query: { limit: 9, view: 'run' },
  })
  const cycle_uuid = items.find(item => item.pay_date === '2026-04-02')?.cycle_uuid ?? ''
  const second = { policy_uuid: due.id.policy_uuid, cycle_uuid }
  await fund(first, due, '6800.00', 'WIRE-2')
  await approveAll(first, due.employer, second)
  const { payment_uuids } = await call(first, due.operator, 'getChecklist', { query: {} })
  await pay(first, due, payment_uuids, '2026-04-02')
  await first.byTheClock()
  return { ...due, second }
}

async function pay(
  on: World,
  { operator }: { operator: Person },
  payment_uuids: string[],
  pay_date: string,
): Promise<void> {
  const { execution_uuid } = await call(on, operator, 'bulkExecute', {
    body: { pay_date, payment_uuids },
  })
  await on.execute(execution_uuid ?? '')
  await call(on, operator, 'bulkSettle', {
    body: { payment_uuids, reference: `BANK ${pay_date}` },
  })
}

const first = (): Person => paid.contractors[0] ?? paid.employer
const second = (): Person => paid.contractors[1] ?? paid.employer
const list = (who: Person, limit = 50, cursor?: string) =>
  call(world, who, 'listPayslips', { query: { limit, cursor } })
const pdf = async (who: Person, uuid: string) => {
  const { pieces, file_name } = await call(world, who, 'getPayslip', { params: { uuid } })
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  const text = Buffer.concat(all).toString()
  return { file_name, data: JSON.parse(text.slice(text.indexOf('{'))) }
}
const operations = (
  who: Person,
  { id, ...query }: { id?: string; summary?: 'true' | 'false'; cycle_uuid?: string } = {},
) =>
  call(world, who, 'listOperationsPayCycles', {
    params: { id: id ?? paid.employer.employer_uuid },
    query: { summary: 'false', ...query },
  })
const mark = async (
  operation: 'paid' | 'unpaid',
  line_item_uuid: string,
  { currency, minor }: { currency: string; minor: bigint },
) => {
  const { domain } = await call(world, paid.employer, 'getEmployer')
  return call(world, paid.operator, 'markLineItem', {
    params: { ...paid.second, line_item_uuid, operation, currency, domain: domain ?? '' },
    body: { amount_in_smallest_unit: minor, reference: 'AGAIN' },
  })
}

describe('payslips', () => {
  it('are one’s own, newest first, each once over its pages', async () => {
    const all = (await list(first())).items
    expect(all.map(of => [of.pay_date, of.status])).toEqual([
      ['2026-04-02', 'PAID'],
      ['2026-03-20', 'PAID'],
    ])
    const one = await list(first(), 1)
    const two = await list(first(), 1, one.next_cursor ?? '')
    expect([...one.items, ...two.items]).toEqual(all)
    expect(two.next_cursor).toBeNull()
    const others = (await list(second())).items.map(of => of.payslip_uuid)
    expect(others.filter(uuid => all.some(of => of.payslip_uuid === uuid))).toEqual([])
    await expect(list(first(), 1, 'x')).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('have what was promised beside what arrived, to the cent', async () => {
    const [newest] = (await list(first())).items
    expect(newest).toMatchObject({
      amount: { currency: 'USD', minor: 340_000n },
      hours: 8000,
      start_date: '2026-03-16',
      end_date: '2026-03-29',
    })
    expect(newest?.parts).toMatchObject([
      {
        source: { currency: 'USD', minor: 238_000n },
        promised: { currency: 'USD', minor: 238_000n },
        delivered: { currency: 'USD', minor: 238_000n },
        status: 'SETTLED',
        reference: 'BANK 2026-04-02',
        simulated: true,
      },
      {
        source: { currency: 'USD', minor: 102_000n },
        delivered: { currency: 'USDC', minor: 1_020_000_000n },
        rate: '1',
        rate_source: 'at par',
      },
    ])
  })

  it('as PDF add up the year until that pay, and say the same each time', async () => {
    const [newest, oldest] = (await list(first())).items
    const before = await pdf(first(), oldest?.payslip_uuid ?? '')
    const after = await pdf(first(), newest?.payslip_uuid ?? '')
    expect(before.data.year_to_date).toMatchObject({ year: 2026, payslips: 1 })
    expect(after.data.year_to_date).toMatchObject({ year: 2026, payslips: 2 })
    expect(after.data).toMatchObject({ pay_date: '2026-04-02', simulated: true })
    expect(after.data.parts).toHaveLength(2)
    expect(after.data.contractor.address_lines).toContain('Lagos, Lagos')
    expect(after.file_name).toBe('payslip-2026-04-02.pdf')
    expect(await pdf(first(), newest?.payslip_uuid ?? '')).toEqual(after)
  })

  it('are not found by anybody else, nor of what is not paid', async () => {
    const [mine] = (await list(first())).items
    const coming = (await call(world, first(), 'listNextPays')).find(of => of.status !== 'PAID')
    for (const [who, uuid] of [
      [second(), mine?.payslip_uuid ?? ''],
      [first(), coming?.line_item_uuid ?? ''],
      [first(), uuidOf('nothing')],
    ] as const)
      await expect(pdf(who, uuid)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('have no paper while a part of it did not arrive after all, and one again once it did', async () => {
    const [newest] = (await list(first())).items
    const id = newest?.payslip_uuid ?? ''
    await mark('unpaid', id, { currency: 'USD', minor: 238_000n })
    expect((await list(first())).items.map(of => of.came_back !== null)).toEqual([true, false])
    await expect(pdf(first(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const coming = await call(world, first(), 'listNextPays')
    expect(coming.find(of => of.line_item_uuid === id)?.parts.map(of => of.status)).toEqual([
      'SCHEDULED',
      'SETTLED',
    ])
    const { payment_uuids } = await call(world, paid.operator, 'getChecklist', { query: {} })
    await pay(world, paid, payment_uuids, '2026-04-02')
    expect((await list(first())).items).toHaveLength(2)
    expect((await pdf(first(), id)).data.year_to_date.payslips).toBe(2)
  })
})

describe('the code of a payslip', () => {
  const verify = (code: string) => callAs(world, ANONYMOUS, 'verifyPayslip', { body: { code } })
  const given = async (who: Person) => {
    const [newest] = (await list(who)).items
    const { data } = await pdf(who, newest?.payslip_uuid ?? '')
    return { id: newest?.payslip_uuid ?? '', ...data.verification, of: data }
  }

  it('leads whoever has it to what it says, however it is typed, and to nothing else', async () => {
    const { code, page, of } = await given(first())
    expect(page).toBe(`${world.kernel.gateways.publicUrl}/verify`)
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    const answer = await verify(code)
    expect(answer.payslip).toEqual({
      number: of.number,
      employer_name: of.employer.name,
      contractor_name: of.contractor.name,
      start_date: '2026-03-16',
      end_date: '2026-03-29',
      pay_date: '2026-04-02',
      amount: { currency: 'USD', minor: 340_000n },
      sealed_at: new Date(of.verification.sealed_at),
      simulated: true,
    })
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect(await verify(` ${typed} `)).toEqual(answer)
    expect((await given(second())).code).not.toBe(code)
  })

  it('that is guessed, changed or cut leads nowhere, in the same words', async () => {
    const { code } = await given(first())
    const other = (at: number) =>
      `${code.slice(0, at)}${code[at] === '7' ? '8' : '7'}${code.slice(at + 1)}`
    const guesses = [
      ...[0, 8, 15, 17, 22, 28].map(other),
      code.slice(0, -1),
      `${code}7`,
      '',
      'U'.repeat(24),
      '7'.repeat(24),
      "'; select 1 --",
      '\u0000'.repeat(24),
    ]
    for (const guess of guesses)
      expect(await verify(guess)).toEqual({ payslip: null, statement: null })
  })

  it('leads nowhere once the pay was taken back, and so does that of before once it was paid again', async () => {
    const { code, id } = await given(first())
    await mark('unpaid', id, { currency: 'USD', minor: 238_000n })
    expect(await verify(code)).toEqual({ payslip: null, statement: null })
    world.clock.set('2026-04-03T10:00:00Z')
    const { payment_uuids } = await call(world, paid.operator, 'getChecklist', { query: {} })
    await pay(world, paid, payment_uuids, '2026-04-02')
    expect(await verify(code)).toEqual({ payslip: null, statement: null })
    expect((await verify((await given(first())).code)).payslip).not.toBeNull()
  })

  it('is tried so often from one network and no more', async () => {
    const { code } = await given(first())
    const tries = Array.from({ length: 70 }, () => verify('7'.repeat(24)))
    const refused = (await Promise.allSettled(tries)).filter(each => each.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    await expect(verify(code)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

describe('what comes next', () => {
  it('says at which step each pay is, and what went wrong', async () => {
    world.clock.set('2026-04-14T10:00:00Z')
    await fund(world, paid, '6800.00', 'WIRE-3')
    const { items } = await call(world, paid.employer, 'listCycles', {
      query: { limit: 9, view: 'run' },
    })
    const [third] = items
    const id = { policy_uuid: paid.id.policy_uuid, cycle_uuid: third?.cycle_uuid ?? '' }
    const states = async () => {
      const [coming] = await call(world, first(), 'listNextPays')
      const { state, tone } = coming?.pay_state ?? {}
      return [`${state} ${tone}`, ...(coming?.steps ?? []).map(step => step.state)]
    }
    const sending = async (who = first()) =>
      (await call(world, who, 'listNextPays'))[0]?.steps[2]?.said.text
    expect(await sending()).toBe('payroll.steps.toSend')
    expect(await states()).toEqual([
      'UNAPPROVED WAITS',
      ...['done', 'now', 'ahead', 'ahead', 'ahead'],
    ])
    // From the day on which it would have left nobody knows when it does, until somebody says yes.
    world.clock.set('2026-04-17T17:00:00Z')
    const [late] = await call(world, first(), 'listNextPays')
    expect(late?.pay_state).toMatchObject({ state: 'UNAPPROVED', tone: 'WRONG', arrives: null })
    expect(await sending()).toBe('payroll.steps.onceApproved')
    expect(late?.steps.slice(2).map(({ when }) => when)).toEqual(['', '', ''])
    world.clock.set('2026-04-14T10:00:00Z')
    await approveAll(world, paid.employer, id)
    expect(await states()).toEqual(['DUE FINE', 'done', 'done', 'now', 'ahead', 'ahead'])
    expect(await sending()).toBe('payroll.steps.toSend')
    const secondStands = (operation: 'suspend' | 'reinstate') =>
      call(world, paid.operator, 'changeStanding', {
        params: { userTypes: 'contractors', sub: second().sub, operation },
        body: {},
      })
    await secondStands('suspend')
    // What is kept back is not said to be sent.
    expect(await sending(second())).toBe('payroll.steps.keptBack')
    await secondStands('reinstate')
    await world.byTheClock()
    world.clock.set('2026-04-17T10:00:00Z')
    const { payment_uuids } = await call(world, paid.operator, 'getChecklist', { query: {} })
    const { execution_uuid } = await call(world, paid.operator, 'bulkExecute', {
      body: { pay_date: '2026-04-17', payment_uuids },
    })
    await secondStands('suspend')
    await world.execute(execution_uuid ?? '')
    expect(await sending()).toBe('payroll.steps.sent')
    expect(await states()).toEqual(['ON_THE_WAY FINE', 'done', 'done', 'done', 'now', 'now'])
    const [wrong] = await call(world, second(), 'listNextPays')
    expect(wrong?.pay_state).toMatchObject({ state: 'FAILED', tone: 'WRONG', acts: 'CORRIDOR' })
    expect(wrong?.steps[2]).toMatchObject({
      state: 'wrong',
      when: '2026-04-17',
      text: expect.stringContaining('suspended'),
      text_said: null,
    })
    // Then comes what we do, since who is suspended is asked for nothing, and where it goes after that: not to where it failed.
    expect(wrong?.steps.slice(3).map(({ said, state }) => [said.text, state])).toEqual([
      ['payroll.steps.weLook', 'now'],
      ['payroll.steps.sentAgain', 'ahead'],
      ...(wrong?.parts ?? []).map(() => [expect.any(String), 'ahead']),
    ])
    expect(wrong?.steps.at(-1)?.text_said?.text).toBe('payroll.steps.chosen')
    const failed = { state: 'FAILED', tone: 'WRONG', count: 2 }
    const totals = [{ currency: 'USD', minor: 340_000n }]
    const cycle = await call(world, paid.employer, 'getCycle', { params: id, query: { limit: 1 } })
    expect(cycle.pay_state).toMatchObject({ ...failed, totals, people: ['Amara Okafor amara2'] })
    const run = await call(world, paid.employer, 'listCycles', { query: { limit: 9, view: 'run' } })
    expect(run.items[0]?.pay_state).toEqual(cycle.pay_state)
  })

  it('is late from the day after its pay date, and stands before what is not', async () => {
    world.clock.set('2026-04-20T10:00:00Z')
    await world.byTheClock()
    const [late, ...others] = await call(world, first(), 'listNextPays')
    expect(late).toMatchObject({
      pay_date: '2026-04-17',
      pay_state: { state: 'UNAPPROVED', tone: 'WRONG', acts: 'EMPLOYER', days_late: 3 },
    })
    // No day that is over is named for what is to come, nor one on which nobody knows that it leaves.
    expect(late?.steps.map(({ when }) => when)).toEqual(['2026-04-12', '', '', '', ''])
    expect(late?.parts.map(({ arrives }) => arrives)).toEqual([null, null])
    expect(others.every(of => of.pay_state.tone !== 'WRONG')).toBe(true)
  })

  it('has a pay that arrived for three days', async () => {
    const arrived = async () =>
      (await call(world, first(), 'listNextPays')).filter(of => of.pay_state.state === 'ARRIVED')
    expect((await arrived()).map(of => of.pay_date)).toEqual(['2026-04-02'])
    world.clock.set('2026-04-05T10:00:01Z')
    expect(await arrived()).toEqual([])
  })
})

describe('an employer’s cycles, to operators', () => {
  it('are found by domain and by id, newest first, one alone, and with their items where asked', async () => {
    const { domain } = await call(world, paid.employer, 'getEmployer')
    const summary = await operations(paid.operator, { id: domain ?? '', summary: 'true' })
    expect(summary.map(of => [of.pay_date, of.status])).toEqual([
      ['2026-04-17', 'PENDING_APPROVAL'],
      ['2026-04-02', 'PAID'],
      ['2026-03-20', 'PAID'],
    ])
    expect(summary.some(of => 'line_items' in of)).toBe(false)
    const whole = await operations(paid.operator)
    expect(whole.map(({ line_items: _, ...of }) => of)).toEqual(summary)
    expect(whole.map(of => of.line_items?.length)).toEqual([2, 2, 2])
    const one = await operations(paid.operator, { cycle_uuid: paid.second.cycle_uuid })
    expect(one).toEqual([whole[1]])
    expect(whole[1]).toMatchObject({
      totals: [{ currency: 'USD', minor: 680_000n }],
      paid: [{ currency: 'USD', minor: 680_000n }],
    })
  })

  it('are not found of nobody, and none of a cycle that is another’s', async () => {
    for (const id of ['nobody.test', uuidOf('nobody')])
      await expect(operations(paid.operator, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await operations(paid.operator, { cycle_uuid: uuidOf('another') })).toEqual([])
  })

  it('offer exactly the marks that are then taken, and offer a verifier none', async () => {
    const item = async (who = paid.operator) => {
      const [cycle] = await operations(who, { cycle_uuid: paid.second.cycle_uuid })
      const [row] = cycle?.line_items ?? []
      if (!row) throw new Error('the cycle has an item')
      return row
    }
    const before = await item()
    const unpaid = { operation: 'unpaid', outside: false }
    expect(before.marks).toEqual([
      { ...unpaid, currency: 'USD', amount: { currency: 'USD', minor: 238_000n } },
      {
        ...unpaid,
        currency: 'USDC',
        amount: { currency: 'USDC', minor: 1_020_000_000n },
      },
    ])
    for (const { operation, amount } of before.marks)
      await mark(operation, before.line_item_uuid, amount)
    expect((await item()).marks).toEqual([])
    const payment_uuids = await admin.rows<{ id: string }>(
      "select payment_uuid id from payment where status = 'SCHEDULED'",
    )
    const { execution_uuid } = await call(world, paid.operator, 'bulkExecute', {
      body: { pay_date: '2026-04-02', payment_uuids: payment_uuids.map(({ id }) => id) },
    })
    expect((await item()).marks).toEqual([])
    await world.execute(execution_uuid ?? '')
    const sent = await item()
    expect(sent.marks.map(of => of.operation)).toEqual(['paid', 'paid'])
    for (const { operation, amount } of sent.marks)
      await mark(operation, sent.line_item_uuid, amount)
    expect((await item()).marks).toEqual(before.marks)
    const verifier = person('tess@corridor.test')
    const names = { first_name: 'Tess', last_name: 'Nguyen', role: 'verifier' as const }
    await world.unit(ctx => makeOperator(ctx, { ...verifier, ...names, created_at: ctx.now }))
    expect((await item(verifier)).marks).toEqual([])
    expect((await item(await givenOperator(world, 'two@corridor.test'))).marks).toHaveLength(2)
  })
})
