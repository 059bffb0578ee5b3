/** What the books have and the bank does not show: told once it had the time for it. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/world.ts'
import {
  type AtTheBank,
  confirmAccount,
  eachAtTheBank,
  monday,
  type Stage,
  tuesday,
} from './bank.test-data.ts'
import { EURO_ACCOUNT } from './statements.test-data.ts'

const OTHER_ACCOUNT = 'DE89370400440532013000'

let world: World
let admin: Admin
let noor: Person
let stage: Stage
let bank: AtTheBank['bank']

eachAtTheBank(at => {
  ;({ world, admin, noor, bank } = at)
  stage = at
})

describe('what the books have and the bank does not show', () => {
  it('is told after three business days of statements; what was taken back is not', async () => {
    world.clock.set('2026-12-02T10:00:00Z')
    await bank.bookCsv('100.00', 'W-1', '2026-11-23')
    await bank.bookCsv('30.00', 'W-2', '2026-11-23')
    await bank.bookCsv('50.00', 'W-3', '2026-11-30')
    await bank.read({ day: '2026-11-25', from: '2026-11-23', opening: 0 })
    expect((await bank.kinds()).filter(([kind]) => kind !== 'MISSING')).toEqual([])
    const [transfer] = await admin.rows<{ id: string }>(
      'select transfer_uuid id from bank_movement where minor = 3000',
    )
    await bank.read({ day: '2026-12-01', from: '2026-11-26', opening: 0 })
    expect(
      (await bank.differences('amount')).map(({ kind, amount }) => [kind, amount.minor]),
    ).toEqual([
      ['NOT_SHOWN', 10_000n],
      ['NOT_SHOWN', 3_000n],
    ])
    const { waiting } = await call(world, noor, 'reverseFunding', {
      params: { id: transfer?.id ?? '' },
      body: { reason: 'Never came.' },
    })
    await bank.approve(waiting?.step_uuid)
    // Both of it once that is old enough as well.
    world.clock.set('2026-12-09T10:00:00Z')
    await bank.read({ day: '2026-12-08', from: '2026-12-02', opening: 0 })
    await call(world, noor, 'compareBank')
    expect((await bank.kinds()).filter(([kind]) => kind === 'NOT_SHOWN')).toEqual([
      ['NOT_SHOWN', 10_000],
      ['NOT_SHOWN', 5_000],
    ])
    const { currencies } = await call(world, noor, 'countDifferences')
    expect(currencies).toMatchObject([
      { currency: 'EUR', differences: 2, since_on: '2026-11-23', total: { minor: 15_000n } },
    ])
    const first = await call(world, noor, 'listDifferences', {
      query: { limit: 1, sort: 'amount' },
    })
    const next = await call(world, noor, 'listDifferences', {
      query: { limit: 1, sort: 'amount', cursor: first.next_cursor ?? '' },
    })
    expect([...first.items, ...next.items].map(({ amount }) => amount.minor)).toEqual([
      10_000n,
      5_000n,
    ])
    expect(next.next_cursor).toBeNull()
    await bank.wellTold()
  })

  it('is told also once another account took the place of one that is empty, of which no days are missed then', async () => {
    world.clock.set('2026-12-02T10:00:00Z')
    await bank.read({ day: '2026-11-23', opening: 0 })
    await confirmAccount(world, stage, OTHER_ACCOUNT)
    await bank.bookCsv('100.00', 'W-1', '2026-11-24')
    // Until there is one of the other account the one before is still waited for.
    expect((await bank.kinds()).map(([kind]) => kind)).toEqual(Array(6).fill('MISSING'))
    await bank.read({ day: '2026-12-01', from: '2026-11-24', opening: 0, account: OTHER_ACCOUNT })
    expect(await bank.kinds()).toEqual([['NOT_SHOWN', 10_000]])
    await bank.wellTold()
  })

  it('waits for the days of an account that another one took the place of while money is on it', async () => {
    world.clock.set('2026-11-27T10:00:00Z')
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    await bank.read(monday([{ cents: 10_000, at: 'B-1' }]))
    await confirmAccount(world, stage, OTHER_ACCOUNT)
    await bank.read({ day: '2026-11-26', from: '2026-11-24', opening: 0, account: OTHER_ACCOUNT })
    expect((await bank.differences()).map(({ kind, account }) => [kind, account])).toEqual(
      Array(3).fill(['MISSING', EURO_ACCOUNT]),
    )
  })

  it('is found by the clock once it is booked, also while the statement is read', async () => {
    await bank.read(monday([]))
    const [answer] = await Promise.all([
      bank.read(tuesday([{ cents: 10_000, at: 'B-1' }], 0)),
      bank.bookCsv('100.00', 'B-1', '2026-11-24'),
    ])
    expect(answer.again).toBe(false)
    await world.byTheClock()
    expect((await bank.kinds()).map(([kind]) => kind)).toEqual(['MISSING'])
    await bank.wellTold()
  })
})
