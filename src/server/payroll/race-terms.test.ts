/**
 * Different calls on different rows of one whole at the same moment: offers of a contract, a policy and its cycle, a contract and the
 * cycle that pays it. Each ends as if one had come after the other. `npm run torture` races longer.
 */
import { describe, expect, it } from 'vitest'
import { addPolicy, approveAll, call, engage, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { offer, sign } from '#test/harness/offers.ts'
import { eachInItsWorld, outcome, ROUNDS, rounds } from '#test/harness/races.ts'
import {
  biweekly,
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenContractor,
  givenEmployer,
  givenOperator,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
eachInItsWorld((ofTest, adminOfTest) => {
  world = ofTest
  admin = adminOfTest
})

/** Days that somebody is paid twice for in one role: the law that no cycle and no revision may break. */
const twice = () =>
  admin.rows(
    `select a.line_item_uuid from line_item a join line_item b on a.contractor_sub = b.contractor_sub and a.employer_uuid = b.employer_uuid
      and a.line_item_uuid < b.line_item_uuid and lower(a.role) = lower(b.role) and a.earning && b.earning`,
  )

describe('offers of one contract', () => {
  it('wait one at a time: another one of the role is refused until the first is discarded', async () => {
    const stage = await givenApprovableCycle(world)
    const { policy_uuid } = stage.id
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    const first = { effective_date: '2026-04-01', rate: 6500n, policy_uuid }
    const { id } = await offer(world, stage.employer, contractor, first)
    const second = {
      effective_date: '2026-04-01',
      rate: 6600n,
      policy_uuid,
      role: ' data ENGINEER',
    }
    await expect(offer(world, stage.employer, contractor, second)).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      detail: expect.stringContaining('Discard that one first'),
    })
    await call(world, stage.employer, 'discardContract', { params: { id } })
    await sign(world, await offer(world, stage.employer, contractor, second))
    world.clock.set('2026-04-20T10:00:00Z')
    await world.deliver()
    await world.byTheClock()
    expect(await twice()).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  it('that are approved at the same moment: one of them is sent', async () => {
    const stage = await givenApprovableCycle(world, ROUNDS)
    const { policy_uuid } = stage.id
    for (const contractor of stage.contractors) {
      const terms = { effective_date: '2026-04-01', policy_uuid }
      const outcomes = await Promise.all([
        outcome(offer(world, stage.employer, contractor, { ...terms, rate: 6500n })),
        outcome(offer(world, stage.employer, contractor, { ...terms, rate: 6600n })),
      ])
      expect(outcomes.sort()).toEqual(['TRANSITION_NOT_ALLOWED', 'done'])
    }
  })

  it('of other roles stand beside, and the approval names whoever is in the pay twice', async () => {
    const stage = await givenApprovableCycle(world)
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    const { policy_uuid } = stage.id
    const terms = { effective_date: '2026-03-02', rate: 5000n, policy_uuid, role: 'Reviewer' }
    await sign(world, await offer(world, stage.employer, contractor, terms))
    await world.deliver()
    const { items, preview } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 10 },
    })
    expect(items.map(item => item.role).sort()).toEqual(['Data engineer', 'Reviewer'])
    expect(preview.unusual.map(thing => thing.code)).toContain('DUPLICATE')
  })
})

describe('a raise inside a period', () => {
  const raise = async (stage: CycleStage) => {
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    const { policy_uuid } = stage.id
    const terms = { effective_date: '2026-03-09', rate: 6500n, policy_uuid }
    await sign(world, await offer(world, stage.employer, contractor, terms))
    await world.deliver()
  }
  const hours = async (stage: CycleStage) => {
    const query = { limit: 10 }
    const cycle = await call(world, stage.employer, 'getCycle', { params: stage.id, query })
    return cycle.items
      .filter(item => item.status !== 'ARCHIVED')
      .map(item => [item.hourly_rate.minor, item.hours, item.status])
      .sort()
  }

  it('that is approved pays no day twice; taken back, the pay follows the raise', async () => {
    const stage = await givenApprovableCycle(world)
    await fund(world, stage, '9999.00')
    await approveAll(world, stage.employer, stage.id)
    await raise(stage)
    expect(await hours(stage)).toEqual([[4250n, 8000, 'APPROVED']])
    expect(await twice()).toEqual([])
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    expect(await hours(stage)).toEqual([
      [4250n, 4000, 'PENDING_APPROVAL'],
      [6500n, 4000, 'PENDING_APPROVAL'],
    ])
    expect(await world.broken()).toEqual([])
  })

  it('of which somebody edited the hours pays no day twice', async () => {
    const stage = await givenApprovableCycle(world)
    const query = { limit: 10 }
    const { items } = await call(world, stage.employer, 'getCycle', { params: stage.id, query })
    await call(world, stage.employer, 'editLineItem', {
      params: { ...stage.id, line_item_uuid: items[0]?.line_item_uuid ?? '' },
      body: { hours: 7000 },
    })
    await raise(stage)
    expect(await hours(stage)).toEqual([[4250n, 7000, 'PENDING_APPROVAL']])
    expect(await twice()).toEqual([])
  })

  it('meets an approval: whichever comes first, no day is paid twice', async () => {
    const stage = await givenApprovableCycle(world, ROUNDS)
    await fund(world, stage, '99999.00')
    const { policy_uuid } = stage.id
    const terms = { effective_date: '2026-03-09', rate: 6500n, policy_uuid }
    const offers = []
    for (const contractor of stage.contractors)
      offers.push(await offer(world, stage.employer, contractor, terms))
    for (const one of offers) {
      await Promise.all([
        sign(world, one).then(() => world.deliver()),
        outcome(approveAll(world, stage.employer, stage.id)),
      ])
      await outcome(call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} }))
    }
    await world.deliver()
    expect(await twice()).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

describe('an archived item', () => {
  it('comes back with the days that nothing else pays, or not at all', async () => {
    const stage = await givenApprovableCycle(world)
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    await call(world, stage.employer, 'archiveCycle', { params: stage.id, body: {} })
    const { policy_uuid } = stage.id
    const terms = { effective_date: '2026-03-02', rate: 6500n, policy_uuid }
    await sign(world, await offer(world, stage.employer, contractor, terms))
    await world.deliver()
    const answer = await call(world, stage.employer, 'unarchiveCycle', {
      params: stage.id,
      body: {},
    })
    expect(answer.refused).toMatchObject([{ reason: expect.stringContaining('no day') }])
    expect(await twice()).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

describe('a contract that is completed while its cycle opens', () => {
  it('is paid until its last day and no longer', async () => {
    const operator = await givenOperator(world)
    const employer = await givenEmployer(world, operator)
    const contractor = await givenContractor(world, operator, 'amara@okafor.test')
    for (const n of rounds) {
      const first_end = new Date(Date.parse('2026-03-15') + n * 86_400_000)
        .toISOString()
        .slice(0, 10)
      const policy_uuid = await addPolicy(world, employer, `Policy ${n}`, biweekly(first_end))
      const { id } = await hire(employer, contractor, policy_uuid, `Role ${n}`)
      await Promise.all([
        outcome(
          call(world, employer, 'openCycle', {
            params: { policy_uuid },
            body: { end_date: first_end },
          }),
        ),
        call(world, employer, 'completeContract', {
          params: { id },
          body: { desired_completion_date: '2026-03-02', reason: '' },
        }),
      ])
      await world.deliver()
    }
    const late = await admin.rows(
      `select i.line_item_uuid from line_item i join contract k using (contract_uuid)
        where i.status <> 'ARCHIVED' and upper(i.earned) - 1 > k.contract_end_date`,
    )
    expect(late).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  async function hire(employer: Person, contractor: Person, policy_uuid: string, role: string) {
    if (role === 'Role 0') {
      const id = await engage(world, employer, contractor, {
        role,
        hourly_rate: { currency: 'USD', minor: 4250n },
        hours: 80,
        policy_uuid,
        start_date: '2026-03-02',
        signer_title: 'Director',
      })
      return { id }
    }
    const terms = { effective_date: '2026-03-02', rate: 4250n, policy_uuid, role }
    const offered = await offer(world, employer, contractor, terms)
    await sign(world, offered)
    return offered
  }
})

describe('a policy that is edited while its first cycle opens', () => {
  it('keeps the dates of what was opened, and its periods follow each other', async () => {
    const operator = await givenOperator(world)
    const employer = await givenEmployer(world, operator)
    const ends = ['2026-03-15', '2026-03-06', '2026-03-20', '2026-04-05']
    for (const n of rounds) {
      const label = `Policy ${n}`
      const policy_uuid = await addPolicy(world, employer, label, biweekly('2026-03-15'))
      const outcomes = await Promise.all([
        outcome(
          call(world, employer, 'openCycle', {
            params: { policy_uuid },
            body: { end_date: '2026-03-15' },
          }),
        ),
        outcome(addPolicy(world, employer, label, biweekly(ends[n % ends.length] ?? ''))),
      ])
      expect(outcomes).toContain('done')
    }
    for (const day of ['2026-03-16', '2026-04-06', '2026-05-01']) {
      world.clock.set(`${day}T10:00:00Z`)
      await world.byTheClock()
    }
    expect(await world.broken()).toEqual([])
    const [gap] = await admin.rows(
      'select policy_uuid from payroll_policy p where not exists (select from pay_cycle c where c.policy_uuid = p.policy_uuid and c.end_date >= $1)',
      ['2026-05-01'],
    )
    expect(gap).toBeUndefined()
  })

  it('that signed terms name keeps its calendar, also before a cycle opened', async () => {
    const stage = await givenApprovableCycle(world)
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    const policy_uuid = await addPolicy(world, stage.employer, 'Later', biweekly('2026-05-10'))
    const terms = { effective_date: '2026-05-01', rate: 6500n, policy_uuid, role: 'Reviewer' }
    await offer(world, stage.employer, contractor, terms)
    await expect(
      addPolicy(world, stage.employer, 'Later', biweekly('2026-05-17')),
    ).rejects.toMatchObject({ code: 'POLICY_IN_USE' })
  })
})

describe('one employer whose policy cannot open', () => {
  it('stops no other', async () => {
    const operator = await givenOperator(world)
    const bad = await givenEmployer(world, operator, 'boss@bad.test')
    const good = await givenEmployer(world, operator, 'boss@good.test')
    const first = await addPolicy(world, bad, 'Bad', biweekly('2026-03-15'))
    const other = await addPolicy(world, bad, 'Other', biweekly('2026-03-15'))
    await addPolicy(world, good, 'Good', biweekly('2026-03-15'))
    await admin
      .tamper("update payroll_policy set period_type = 'NEVER' where policy_uuid = $1", [first])
      .catch(() =>
        admin.rows('alter table payroll_policy drop constraint payroll_policy_period_type_check'),
      )
    await admin.tamper("update payroll_policy set period_type = 'NEVER' where policy_uuid = $1", [
      first,
    ])
    await outcome(world.byTheClock()).catch(() => {})
    const opened = await admin.rows<{ label: string }>(
      'select distinct label from pay_cycle join payroll_policy using (policy_uuid) order by 1',
    )
    expect(opened.map(({ label }) => label)).toEqual(['Good', 'Other'])
    expect(other).not.toBe(first)
  })
})
