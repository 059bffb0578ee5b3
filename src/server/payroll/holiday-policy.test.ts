/** A company's own holidays: they move the dates of policies that nobody signed for, and leave those that somebody did. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addPolicy, call } from '#db/seed/cast.ts'
import {
  biweekly,
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let stage: CycleStage
beforeEach(async () => {
  world = await plainWorld()
  // March 17, 2026, a Tuesday; the policy of the stage pays on Friday, March 20, and on April 3.
  stage = await givenApprovableCycle(world)
})
afterEach(() => world.close())

const put = (body: object) =>
  call(world, stage.employer, 'putHolidayPolicy', {
    body,
  })
const datesOf = async (id: string) =>
  (await call(world, stage.employer, 'getPolicy', { params: { id } })).pay_periods.map(
    period => period.pay_date,
  )
const CLOSED = { date: '2026-04-17', label: 'Company closed' }

describe('company holidays', () => {
  it('move the dates of a policy that nobody signed for, and of those that are made later', async () => {
    const free = await addPolicy(world, stage.employer, 'Free', biweekly('2026-03-29'))
    const before = await datesOf(free)
    expect(before).toContain('2026-04-17')
    expect(await world.checked()).toEqual([])
    const said = await put({ holidays: [CLOSED] })
    expect(said).toMatchObject({ version: 1, applies_to: ['Free'], kept_by: ['Biweekly'] })
    const moved = before.map(date => (date === '2026-04-17' ? '2026-04-16' : date))
    expect(await datesOf(free)).toEqual(moved)
    const later = await addPolicy(world, stage.employer, 'Later', biweekly('2026-03-29'))
    expect(await datesOf(later)).toEqual(moved)
    expect(await world.checked()).toEqual([])
  })

  it('leave the dates of a policy that somebody signed for, with the cycles that open and what they earn', async () => {
    const before = await datesOf(stage.id.policy_uuid)
    const days = ['2026-03-25', '2026-03-26', ...before.filter(date => date > '2026-03-20')]
    await put({ holidays: days.map(date => ({ date, label: 'Closed' })) })
    expect(await datesOf(stage.id.policy_uuid)).toEqual(before)
    world.clock.set('2026-03-30T10:00:00Z')
    await world.byTheClock()
    const { items } = await call(world, stage.employer, 'listCycles', {
      query: { limit: 50, view: 'run' },
    })
    const opened = items.find(item => item.start_date === '2026-03-16')
    expect(opened?.totals).toEqual([{ currency: 'USD', minor: 340000n }])
    expect(opened?.pay_date).toBe(before.find(date => date > '2026-03-20'))
    expect(await world.broken()).toEqual([])
  })

  it('are said once: the same again changes nothing, and what is left out of a place stays', async () => {
    const first = await put({ holidays: [CLOSED] })
    expect(await put({ holidays: [CLOSED], version: 0 })).toEqual(first)
    await put({ subdivision_code: 'CA-QC', holidays: [CLOSED] })
    expect(await put({})).toMatchObject({ version: 2, holidays: [CLOSED] })
    expect(await put({ holidays: [] })).toMatchObject({ version: 3, subdivision_code: 'CA-QC' })
    await expect(put({ subdivision_code: 'US-CA' })).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('of two changes at the same moment one is told that the other came first', async () => {
    const answers = await Promise.allSettled(
      ['2026-05-01', '2026-05-04', '2026-05-05'].map(date =>
        put({ holidays: [{ ...CLOSED, date }], version: 0 }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CONFLICT' })
  })

  it('name the place of each day that cannot be kept, and keep none', async () => {
    const problem = await put({
      holidays: [
        CLOSED,
        CLOSED,
        { ...CLOSED, date: '2026-03-16' },
        { ...CLOSED, date: '2036-01-01' },
      ],
    }).catch(error => error)
    expect(problem.fields.map((of: { loc: unknown[] }) => of.loc)).toEqual([
      ['body', 'holidays', 1, 'date'],
      ['body', 'holidays', 2, 'date'],
      ['body', 'holidays', 3, 'date'],
    ])
    expect((await call(world, stage.employer, 'getHolidayPolicy')).version).toBe(0)
  })

  it('are in what a new policy is previewed with', async () => {
    await put({ holidays: [CLOSED] })
    const { pay_periods } = await call(world, stage.employer, 'previewPolicy', {
      body: { label: 'x', ...biweekly('2026-03-29') } as never,
    })
    expect(pay_periods.map(({ pay_date }) => pay_date)).toContain('2026-04-16')
  })
})

describe('a change of a policy is told before it is saved', () => {
  const terms = (change: object) => ({ label: 'x', ...biweekly('2026-03-29'), ...change }) as never
  const previewed = async (policy_uuid: string, change: object) =>
    (
      await call(world, stage.employer, 'previewPolicy', {
        body: { ...(terms(change) as object), policy_uuid } as never,
      })
    ).change

  it('which dates move and how many stay, and saving moves just those', async () => {
    const free = await addPolicy(world, stage.employer, 'Free', biweekly('2026-03-29'))
    expect(await previewed(free, {})).toMatchObject({ applies: true, moved: [], same: 26 })
    const change = await previewed(free, { after_holiday: true })
    const before = await datesOf(free)
    expect(change?.moved.length).toBeGreaterThan(0)
    await call(world, stage.employer, 'putPolicy', {
      params: { id: free },
      body: terms({ label: 'Free', after_holiday: true }),
    })
    const after = await datesOf(free)
    const differ = before.flatMap((was, at) =>
      was === after[at] ? [] : [{ was, becomes: after[at] }],
    )
    expect(change?.moved.map(({ was, becomes }) => ({ was, becomes }))).toEqual(differ)
  })

  it('of one that somebody signed for that it stays, for whom and through when', async () => {
    const { policy_uuid: id } = stage.id
    const before = await datesOf(id)
    const change = await previewed(id, { after_holiday: true })
    const { kept, allowed_actions } = await call(world, stage.employer, 'getPolicy', {
      params: { id },
    })
    expect(change).toMatchObject({ applies: false, kept })
    expect(kept.contracts).toBeGreaterThan(0)
    expect(kept.opened_through).toBe('2026-03-15')
    expect(change?.moved.every(({ end_date }) => end_date > '2026-03-15')).toBe(true)
    expect(allowed_actions).not.toContain('edit')
    await expect(
      call(world, stage.employer, 'putPolicy', {
        params: { id },
        body: terms({ label: 'Biweekly', after_holiday: true }),
      }),
    ).rejects.toMatchObject({ code: 'POLICY_IN_USE' })
    expect(await datesOf(id)).toEqual(before)
  })
})
