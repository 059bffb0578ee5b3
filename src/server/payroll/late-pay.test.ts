/** What operators read of pay that is late: by company, and of what was sent. */
import { expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import { fund, givenApprovableCycle, givenDuePayments, plainWorld } from '#test/harness/world.ts'
import { listLatePay } from './late-pay.ts'

it('names pay that nobody approved from its date on, as its employer reads it', async () => {
  const world = await plainWorld()
  const stage = await givenApprovableCycle(world, 2)
  const read = () => call(world, stage.operator, 'listLatePay')
  expect(await read()).toEqual({ cycles: [], companies_late: 0, more: 0, unconfirmed: null })
  world.clock.set('2026-03-27T10:00:00Z')
  const { cycles, more, companies_late } = await read()
  const own = await call(world, stage.employer, 'listCycles', { query: { view: 'run', limit: 20 } })
  const [shown] = own.items.find(row => row.cycle_uuid === stage.id.cycle_uuid)?.pay_states ?? []
  if (!shown) throw new Error('nothing is said of it')
  // Each is told in words of their own what both see.
  const { says: _, ...facts } = shown
  const link = '/operations/employers/northwind.test/payroll'
  const next = { step: 'SEE', link }
  const says = { code: 'UNAPPROVED', when: 'late', who: 'EMPLOYER', next }
  const state = expect.objectContaining({ ...facts, says: expect.objectContaining(says) })
  expect(cycles).toEqual([
    expect.objectContaining({
      cycle_uuid: stage.id.cycle_uuid,
      pay_state: state,
      announced_on: null,
    }),
  ])
  expect(shown.says).toMatchObject({ who: 'YOU', next: { step: 'APPROVE' } })
  expect(shown).toMatchObject({ state: 'UNAPPROVED', tone: 'WRONG', count: 2, days_late: 7 })
  expect([more, companies_late]).toEqual([0, 1])
  // However many are told by themselves, all are counted.
  const counted = { cycles: [], more: 1, companies_late: 1 }
  expect(await world.unit(ctx => listLatePay(ctx, 0))).toMatchObject(counted)
  const [told] = await call(world, stage.operator, 'listOperationsPayCycles', {
    params: { id: stage.employer.employer_uuid },
    query: { summary: 'true', cycle_uuid: stage.id.cycle_uuid },
  })
  expect(told?.pay_states).toEqual([state])
  // Its operators read whose it is, what of it is paid and what is missing.
  const { company_name, paid_contractors, contractors, short, totals } = told ?? {}
  expect([company_name, paid_contractors, contractors]).toEqual(['Company of boss', 0, 2])
  expect(short).toEqual(totals)
  // Approved it is in a report: late, and no word of being paid.
  await fund(world, stage, '6800.00')
  await approveAll(world, stage.employer, stage.id)
  const behind = async () => {
    const { items } = await call(world, stage.employer, 'listReports', { query: { limit: 5 } })
    return items.map(report => [report.totals, report.behind])
  }
  expect(await behind()).toEqual([[totals, totals]])
  world.clock.set('2026-03-20T10:00:00Z')
  expect(await behind()).toEqual([[totals, []]])
  await world.close()
})

it('counts what was sent and not confirmed once the day of its arrival is over', async () => {
  const world = await plainWorld()
  const { operator, payment_uuids } = await givenDuePayments(world, 2)
  const pay_date = '2026-03-20'
  const body = { pay_date, payment_uuids }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  const unconfirmed = async () => (await call(world, operator, 'listLatePay')).unconfirmed
  expect(await unconfirmed()).toBeNull()
  world.clock.set('2026-03-21T10:00:00Z')
  // A chain pays the same day, a bank on its next day: half of them are late.
  expect(await unconfirmed()).toMatchObject({ payments: 2, since: pay_date })
  world.clock.set('2026-03-24T10:00:00Z')
  expect(await unconfirmed()).toMatchObject({ payments: 4, since: pay_date })
  const { sent_seen } = await call(world, operator, 'getChecklist', { query: {} })
  if (!sent_seen) throw new Error('nothing is sent')
  await call(world, operator, 'bulkSettle', { body: { sent: sent_seen, reference: 'MT940-7' } })
  expect(await unconfirmed()).toBeNull()
  await world.close()
})

it('names pay that is held on its date, and what waits for a new account once that is over, with who acts', async () => {
  const world = await plainWorld()
  const stage = await givenApprovableCycle(world, 2)
  const [first, second] = stage.contractors
  if (!first || !second) throw new Error('two are paid')
  const read = async () => {
    const { cycles } = await call(world, stage.operator, 'listLatePay')
    return cycles.map(({ pay_state: { state, count, says } }) => [
      ...[state, count, says.code, says.who, says.next?.link],
    ])
  }
  await fund(world, stage, '6800.00')
  world.clock.set('2026-03-20T18:00:00Z')
  await call(world, stage.operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: first.sub, operation: 'unverify' },
    body: { reason: 'A document expired.' },
  })
  const { destinations } = await call(world, second, 'getBanking')
  await call(world, second, 'putSetupPercentages', {
    body: destinations.map(({ destination_uuid: identifier }) => ({
      ...{ identifier, percentage: 5000 },
    })),
  })
  await world.deliver()
  await approveAll(world, stage.employer, stage.id)
  await world.deliver()
  const held = ['BLOCKED', 2, 'BLOCKED', 'CONTRACTOR', '/operations/transactions']
  expect(await read()).toEqual([held])
  world.clock.set('2026-03-21T10:00:00Z')
  const cooling = [
    'COOLING',
    2,
    'COOLING',
    'NOBODY',
    '/operations/employers/northwind.test/payroll',
  ]
  expect(await read()).toEqual([held, cooling])
  await world.close()
})

it('names what was scheduled and is kept by what was found since, once its day is over', async () => {
  const world = await plainWorld()
  const { operator, contractors } = await givenDuePayments(world, 2)
  const read = () => call(world, operator, 'listLatePay')
  world.clock.set('2026-03-23T10:00:00Z')
  // What is ready is counted by payments, and its company among those whose pay is late.
  expect(await read()).toMatchObject({ cycles: [], companies_late: 1, more: 0 })
  await call(world, operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: contractors[0]?.sub ?? '', operation: 'suspend' },
    body: { reason: 'A document expired.' },
  })
  const { cycles, companies_late } = await read()
  const because = { state: 'BLOCKED', because: 'SUSPENDED', count: 2, days_late: 3 }
  expect(cycles).toEqual([expect.objectContaining({ pay_state: expect.objectContaining(because) })])
  expect(companies_late).toBe(1)
  await world.close()
})

it('asks a company that is verified no more for no money, and leads to what comes first', async () => {
  const world = await plainWorld()
  const { operator, employer, id } = await givenApprovableCycle(world)
  const read = async () => {
    const { items } = await call(world, employer, 'listCycles', {
      query: { view: 'run', limit: 20 },
    })
    const row = items.find(({ cycle_uuid }) => cycle_uuid === id.cycle_uuid)
    const cycle = await call(world, employer, 'getCycle', { params: id, query: { limit: 5 } })
    const funds = cycle.items.flatMap(({ blockers }) =>
      blockers.filter(({ code }) => code === 'FUNDS').map(({ who, link }) => [who, link]),
    )
    const says = row?.pay_state?.says
    return [row?.short.length, row?.to_send.length, cycle.to_send.length, says?.funds, ...funds]
  }
  expect(await read()).toEqual([1, 1, 1, 'short'])
  await call(world, operator, 'changeStanding', {
    params: { userTypes: 'employers', sub: employer.employer_uuid, operation: 'unverify' },
    body: { reason: 'The register names another director.' },
  })
  expect(await read()).toEqual([1, 0, 0, 'short'])
  await approveAll(world, employer, id, true)
  const held = await read()
  expect(held.slice(0, 3)).toEqual([1, 0, 0])
  expect(held[4]).not.toContain('/employer/fund-payroll')
  await world.close()
})

it('says the same to who is paid and to who pays while something is looked at about either', async () => {
  const world = await plainWorld()
  const { operator, employer, contractors, id } = await givenDuePayments(world)
  const [contractor] = contractors
  const read = async () => {
    const { pay_states } = await call(world, employer, 'getCycle', {
      params: id,
      query: { limit: 5 },
    })
    const pays = contractor ? await call(world, contractor, 'listNextPays') : []
    const [of] = await call(world, operator, 'listOperationsPayCycles', {
      params: { id: employer.employer_uuid },
      query: { summary: 'true', cycle_uuid: id.cycle_uuid },
    })
    const states = [pay_states[0], pays[0]?.pay_state, of?.pay_states[0]]
    return states.map(one => [one?.state, one?.tone, one?.acts, one?.because].join(' '))
  }
  const admin = await adminOf(world)
  for (const [column, party] of [
    ['contractor_sub', contractor?.sub ?? ''],
    ['employer_uuid', employer.employer_uuid],
  ] as const) {
    await admin.rows(
      `insert into compliance_hold (party, ${column}, since) select $1::text, ($1::text)::${column === 'employer_uuid' ? 'uuid' : 'text'}, now()`,
      [party],
    )
    for (const day of ['2026-03-20T10:00:00Z', '2026-03-23T10:00:00Z']) {
      world.clock.set(day)
      expect(await read()).toEqual(Array(3).fill('BLOCKED WRONG CORRIDOR COMPLIANCE'))
    }
    await admin.rows('delete from compliance_hold')
  }
  await admin.close()
  await world.close()
})
