/** What operators see of the check: that it looked, what it found, and that nothing leaves while it found something or sleeps. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenDuePayments, plainWorld, type World } from '#test/harness/world.ts'
import { checkJob } from './index.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  due = await givenDuePayments(world, 1)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const checked = () => checkJob(world.checking)({}, { kernel: world.kernel, unit: world.unit })
const seen = () => call(world, due.operator, 'getChecks', {})

describe('what operators see of the check', () => {
  it('is that nobody looked yet', async () => {
    const { state, checked_at, minutes_ago, broken, laws } = await seen()
    expect({ state, checked_at, minutes_ago, broken }).toEqual({
      ...{ state: 'NEVER', checked_at: null, minutes_ago: null, broken: 0 },
    })
    expect(laws.length).toBeGreaterThan(35)
    expect(laws.every(({ holds, text }) => holds === null && text.endsWith('.'))).toBe(true)
  })

  it('is that everything holds, when it was looked at, and no law is left out', async () => {
    await checked()
    const { state, checked_at, minutes_ago, broken, laws } = await seen()
    expect({ state, minutes_ago, broken }).toEqual({ state: 'HOLDS', minutes_ago: 0, broken: 0 })
    expect(checked_at).toBeInstanceOf(Date)
    expect(laws.filter(({ holds }) => !holds)).toEqual([])
  })

  it('is what is broken, first and by its name, until it is mended', async () => {
    const moved = (by: number) =>
      admin.tamper(
        `update ledger_account set posted_in = posted_in + (${by}) where kind = 'available' and currency = 'USD'`,
      )
    await moved(1)
    await checked()
    const found = await seen()
    expect(found.state).toBe('BROKEN')
    expect(found.laws[0]).toMatchObject({
      name: 'ledger-sums-to-zero',
      holds: false,
      violations: ['USD: 1'],
    })
    expect(found.laws.filter(({ holds }) => holds === false)).toHaveLength(found.broken)
    await moved(-1)
    await checked()
    expect((await seen()).state).toBe('HOLDS')
  })

  it('is that the guard sleeps, while payments wait for it', async () => {
    const ago = (minutes: number) =>
      admin.rows(
        "update setting set value = to_jsonb(now() - make_interval(mins => $1)) where name = 'invariants_checked_at'",
        [minutes],
      )
    await ago(29)
    expect((await seen()).state).toBe('HOLDS')
    await ago(31)
    const { state, minutes_ago } = await seen()
    expect({ state, minutes_ago }).toEqual({ state: 'ASLEEP', minutes_ago: 31 })
  })

  it('can be asked for now, and then waits once', async () => {
    await call(world, due.operator, 'checkNow', {})
    await call(world, due.operator, 'checkNow', {})
    const jobs = await admin.rows(
      "select task_identifier from graphile_worker.jobs where key = 'check_invariants'",
    )
    expect(jobs).toEqual([{ task_identifier: 'check_invariants' }])
  })
})
