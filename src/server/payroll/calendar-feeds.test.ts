/** Pay dates outside Corridor: the table, the file, and the links that calendar applications follow. */
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPolicy, call, callAs, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { dumpTables, placesOf } from '#test/harness/dump.ts'
import {
  biweekly,
  type CycleStage,
  givenApprovableCycle,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { ANONYMOUS } from '../kernel/actor.ts'

let world: World
let admin: Admin
let stage: CycleStage
let rival: Person
let amara: Person
let id: string

beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  // March 17, 2026; the policy of the stage ends every second Sunday and pays on the Friday after.
  stage = await givenApprovableCycle(world)
  rival = await givenEmployer(world, stage.operator, 'boss@rival.test')
  amara = stage.contractors[0] as Person
  id = stage.id.policy_uuid
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})
beforeEach(() => admin.rows('delete from calendar_feed'))

/** What another library than the one that wrote it reads. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      date: event.startDate.toString(),
      ends: event.endDate.toString(),
      whole: event.startDate.isDate,
      title: event.summary,
      text: event.description,
    }
  })
}
const tokenOf = ({ path }: { path: string }) => path.split('/').at(-1)?.replace('.ics', '') ?? ''
const read = async (token: string) =>
  eventsIn(
    await textOf(
      (await callAs(world, ANONYMOUS, 'readCalendarFeed', { params: { token } })).pieces,
    ),
  )
const follow = () => call(world, stage.employer, 'makePolicyFeed', { params: { id }, body: {} })
const LOST = { code: 'LINK_NOT_VALID' }

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts).toString()
}

describe('the table of a policy', () => {
  it('names each period of twelve months with its pay date and why it is that', async () => {
    const { file_name, pieces } = await call(world, stage.employer, 'getPolicyCsv', {
      params: { id },
    })
    expect(file_name).toBe('Biweekly pay dates.csv')
    const [head, ...rows] = (await textOf(pieces)).trim().split('\n')
    expect(head?.replace('\uFEFF', '')).toBe(
      'policy,start_date,end_date,nominal_pay_date,pay_date,moved_because,reason',
    )
    expect(rows).toHaveLength(27)
    expect(rows.find(row => row.includes('2026-04-03'))).toContain('HOLIDAY')
    expect(rows.find(row => row.includes('2026-04-03'))).toContain('Good Friday')
  })

  it('does not let a name run as a formula, and is nobody else’s', async () => {
    const evil = await addPolicy(world, stage.employer, '=1+1', biweekly('2026-03-29'))
    const { pieces } = await call(world, stage.employer, 'getPolicyCsv', { params: { id: evil } })
    expect((await textOf(pieces)).split('\n')[1]).toMatch(/^'=1\+1,/)
    for (const name of ['getPolicyCsv', 'getPolicyIcs'] as const)
      await expect(call(world, rival, name, { params: { id } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
  })
})

describe('the calendar of a policy', () => {
  it('has each pay date as a whole day that no zone moves, and the same ids each time', async () => {
    const file = await call(world, stage.employer, 'getPolicyIcs', { params: { id } })
    expect(file.mime_type).toBe('text/calendar')
    const text = await textOf(file.pieces)
    expect(text.split('\r\n').every(line => Buffer.byteLength(line) <= 75)).toBe(true)
    const events = eventsIn(text)
    const { pay_periods } = await call(world, stage.employer, 'getPolicy', { params: { id } })
    const dates = events.map(({ date }) => date)
    expect(dates).toEqual(expect.arrayContaining(pay_periods.map(({ pay_date }) => pay_date)))
    expect(events.every(({ whole, date, ends }) => whole && ends > date)).toBe(true)
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
    expect(events[0]?.title).toBe('Payday: Biweekly')
    const again = await call(world, stage.employer, 'getPolicyIcs', { params: { id } })
    expect(eventsIn(await textOf(again.pieces))).toEqual(events)
  })

  it('is read by its link, of which the digest alone is kept', async () => {
    const made = await follow()
    const token = tokenOf(made)
    expect(made.path).toBe(`/api/v1/calendar-feeds/${token}.ics`)
    expect((await read(token)).length).toBeGreaterThan(20)
    expect(await read(`${token}.ics`)).toEqual(await read(token))
    expect(placesOf(token, await dumpTables(admin, []))).toEqual([])
    const { calendar_feed } = await call(world, stage.employer, 'getPolicy', { params: { id } })
    expect(calendar_feed).toEqual({ created_at: made.created_at })
    expect(await world.broken()).toEqual([])
  })

  it('a new link takes the place of the one before, and stopping stops it, twice as well', async () => {
    const [first, second] = [tokenOf(await follow()), tokenOf(await follow())]
    await expect(read(first)).rejects.toMatchObject(LOST)
    expect(await read(second)).not.toEqual([])
    const stop = () => call(world, stage.employer, 'stopPolicyFeed', { params: { id } })
    expect([await stop(), await stop()]).toEqual([{ ok: true }, { ok: true }])
    await expect(read(second)).rejects.toMatchObject(LOST)
    await expect(read('x')).rejects.toMatchObject(LOST)
    const { calendar_feed } = await call(world, stage.employer, 'getPolicy', { params: { id } })
    expect(calendar_feed).toBeNull()
    expect(tokenOf(await follow())).not.toBe('')
  })

  it('of two links made at the same moment one works', async () => {
    const tokens = (await Promise.all([follow(), follow(), follow()])).map(tokenOf)
    const answers = await Promise.allSettled(tokens.map(read))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is shown no more to who left the team, or while the company is suspended', async () => {
    const token = tokenOf(await follow())
    const lost = () => expect(read(token)).rejects.toMatchObject(LOST)
    await admin.rows('update employer set suspended_at = now()')
    await lost()
    await admin.rows('update employer set suspended_at = null')
    await read(token)
    const [left] = await admin.rows<{ row: object }>(
      `delete from employer_member m where sub = '${stage.employer.sub}' returning to_json(m) "row"`,
    )
    await lost()
    await admin.rows(
      `insert into employer_member select * from json_populate_record(null::employer_member, '${JSON.stringify(left?.row)}')`,
    )
    await read(token)
  })

  it('is followed by nobody of another company, nor by contractors', async () => {
    await expect(
      call(world, rival, 'makePolicyFeed', { params: { id }, body: {} }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(call(world, rival, 'stopPolicyFeed', { params: { id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('the pay of a contractor', () => {
  it('lists the policies that pay them, with why each date is what it is and when the money is there', async () => {
    const { policies } = await call(world, amara, 'listContractorPolicies')
    expect(policies).toHaveLength(1)
    const [policy] = policies
    expect(policy).toMatchObject({ uuid: id, label: 'Biweekly' })
    expect(policy?.pay_periods).toHaveLength(12)
    const { pay_periods } = await call(world, stage.employer, 'getPolicy', { params: { id } })
    expect(
      policy?.pay_periods.map(
        ({ arrives: _, arrives_in: __, pay_state: ___, ...period }) => period,
      ),
    ).toEqual(pay_periods.slice(0, 12))
    expect(policy?.pay_periods.every(({ arrives, pay_date }) => arrives > pay_date)).toBe(true)
  })

  it('keeps the company’s own holidays, as its policy does', async () => {
    await call(world, stage.employer, 'putHolidayPolicy', {
      body: { holidays: [{ date: '2026-04-17', label: 'Closed' }] },
    })
    const { policies } = await call(world, amara, 'listContractorPolicies')
    const { pay_periods } = await call(world, stage.employer, 'getPolicy', { params: { id } })
    expect(policies[0]?.pay_periods.map(({ pay_date }) => pay_date)).toEqual(
      pay_periods.slice(0, 12).map(({ pay_date }) => pay_date),
    )
  })

  it('is followed by a link of their own', async () => {
    const token = tokenOf(await call(world, amara, 'makePayFeed', { body: {} }))
    const events = await read(token)
    expect(events[0]?.text).toMatch(/^Sent .*, arrives /)
    const file = await call(world, amara, 'getPayCalendarIcs')
    expect(eventsIn(await textOf(file.pieces))).toEqual(events)
    const { calendar_feed } = await call(world, amara, 'listContractorPolicies')
    expect(calendar_feed).not.toBeNull()
    await call(world, amara, 'stopPayFeed')
    await expect(read(token)).rejects.toMatchObject(LOST)
  })
})
