/** The calendar that a contractor follows has what their home has as coming, and the year past as it was opened. */
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll, call, callAs, type Person } from '#db/seed/cast.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenDue,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { submitBatch } from '../batches/batches.test-data.ts'
import { ANONYMOUS } from '../kernel/actor.ts'

let world: World
let stage: CycleStage
let amara: Person
let token: string
const BATCH_DAY = '2026-04-08'

beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  stage = await givenApprovableCycle(world)
  amara = stage.contractors[0] as Person
  const { path } = await call(world, amara, 'makePayFeed', { body: {} })
  token = path.split('/').at(-1) ?? ''
})
afterAll(() => world?.close())

async function events() {
  const file = await callAs(world, ANONYMOUS, 'readCalendarFeed', { params: { token } })
  const parts: Uint8Array[] = []
  for await (const piece of file.pieces) parts.push(piece)
  const calendar = new ICAL.Component(ICAL.parse(Buffer.concat(parts).toString()))
  return calendar.getAllSubcomponents('vevent').map(component => {
    const { uid, startDate, summary, description } = new ICAL.Event(component)
    return { uid, date: startDate.toString(), title: summary, text: description }
  })
}
const on = async (date: string) => (await events()).filter(event => event.date === date)
const batch = (references: readonly string[], pay_date = BATCH_DAY) =>
  submitBatch(
    world,
    stage.employer,
    [
      'email,name,amount,currency,reference',
      ...references.map(of => `${amara.email},Amara,33.00,USD,${of}`),
    ].join('\n'),
    { pay_date },
  )

describe('the calendar that a contractor follows', () => {
  it('keeps the pay of a period whose last day is over, under the id that it had before', async () => {
    const [ended, ...others] = await on('2026-03-20')
    expect(others).toEqual([])
    expect(ended).toMatchObject({
      uid: expect.stringMatching(/\.2026-03-15@corridor$/),
      text: [
        'Sent Friday, March 20, arrives Monday, March 23.',
        'For Monday, March 2 to Sunday, March 15.',
        'The first Friday on or after the end of the period.',
      ].join('\n'),
    })
    const ids = (await events()).map(({ uid }) => uid)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has the pay of a batch, whole and once however many rows pay it, and every pay that the home has', async () => {
    const { batch_uuid } = await batch(['R-1', 'R-2'])
    const [one, ...others] = await on(BATCH_DAY)
    expect(others).toEqual([])
    expect(one?.text).toMatch(/^Sent Wednesday, April 8, arrives [^\n]*$/)
    expect(one?.text).not.toContain('33')
    await fund(world, stage, '66.00', 'WIRE-2')
    await approveAll(world, stage.employer, { policy_uuid: batch_uuid, cycle_uuid: batch_uuid })
    expect(await on(BATCH_DAY)).toEqual([one])
    const home = await call(world, amara, 'listNextPays')
    expect(home.map(pay => pay.pay_date).sort()).toEqual(['2026-03-20', BATCH_DAY, BATCH_DAY])
    const shown = (await events()).map(({ date, title }) => `${date} ${title}`)
    for (const { pay_date, employer_name } of home)
      expect(shown).toContain(`${pay_date} Pay of ${employer_name}`)
  })

  it('has no pay that was cancelled', async () => {
    const { batch_uuid } = await batch(['R-3'], '2026-04-09')
    expect(await on('2026-04-09')).toHaveLength(1)
    await call(world, stage.employer, 'cancelPaymentBatch', { params: { batch_uuid } })
    expect(await on('2026-04-09')).toEqual([])
  })

  it('has no pay that was archived, and neither have the dates that are listed beside it', async () => {
    const { items } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 1 },
    })
    const params = { ...stage.id, line_item_uuid: items[0]?.line_item_uuid ?? '' }
    const listed = async () => {
      const { policies } = await call(world, amara, 'listContractorPolicies')
      return policies.flatMap(of => of.pay_periods.map(({ pay_date }) => pay_date))
    }
    const dates = await listed()
    expect(dates.slice(0, 2)).toEqual(['2026-03-20', '2026-04-02'])
    await call(world, stage.employer, 'archiveLineItem', { params })
    expect(await on('2026-03-20')).toEqual([])
    expect((await listed())[0]).toBe('2026-04-02')
    expect(await listed()).toHaveLength(dates.length)
    await call(world, stage.employer, 'unarchiveLineItem', { params })
    expect(await on('2026-03-20')).toHaveLength(1)
    expect(await listed()).toEqual(dates)
  })

  it('keeps what was paid for a year, on the day of which it was opened, and says no arrival of it', async () => {
    const due = await givenDue(world, stage)
    const body = { pay_date: '2026-03-20', payment_uuids: due.payment_uuids }
    const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    const { payment_uuids } = due
    await call(world, stage.operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK' } })
    const paid = [
      {
        title: expect.stringMatching(/^Pay of /),
        text: expect.stringMatching(/^For Monday, March 2 to Sunday, March 15\./),
      },
    ]
    expect(await on('2026-03-20')).toMatchObject(paid)
    world.clock.set('2027-03-20T10:00:00Z')
    expect(await on('2026-03-20')).toMatchObject(paid)
    world.clock.set('2027-03-21T10:00:00Z')
    expect(await on('2026-03-20')).toEqual([])
    expect(await on(BATCH_DAY)).toHaveLength(1)
  })
})
