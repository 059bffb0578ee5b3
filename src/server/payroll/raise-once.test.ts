/** A raise of paid days is paid once, whatever becomes of the pay that it stands on and of the pay that it raises. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payroll } from '#contract/payroll.ts'
import { addPolicy, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { holding, outcome, rounds, waiting } from '#test/harness/races.ts'
import {
  biweekly,
  type CycleStage,
  givenApprovableCycle,
  givenDue,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { httpWorld } from '#test/server/http-world.ts'
import {
  add,
  type CycleId,
  itemsOf,
  owed,
  passes,
  raisedOnce,
  revise,
  settle,
  takeBack,
} from './late-raise.test-data.ts'

let world: World
let admin: Admin
beforeEach(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
})
afterEach(async () => {
  await admin.close()
  await world.close()
})

const onAll = (verb: 'archive' | 'unarchive', boss: Person, params: CycleId) =>
  call(world, boss, `${verb}Cycle`, { params, body: {} })
const onOne = (verb: 'archive' | 'unarchive' | 'cancel', boss: Person, params: ItemId) =>
  call(world, boss, `${verb}LineItem`, { params, body: {} })
type ItemId = CycleId & { readonly line_item_uuid: string }
const raisesOn = async (boss: Person, id: CycleId) =>
  (await itemsOf(world, boss, id)).flatMap(of =>
    of.entries.filter(({ kind }) => kind === 'RAISE').map(({ amount }) => amount.minor),
  )
const WHOLE = ['2026-03-09 2026-03-15 40 4250 6500 90000']

/** The raise stands on the pay of March 16 to 29, which is archived; that of March 30 to April 12 comes next. */
async function archivedWithItsRaise() {
  const { stage, boss, second, payment_uuids } = await raisedOnce(world)
  const first = await add(world, boss, second)
  await onAll('archive', boss, first)
  await passes(world, '2026-04-03')
  return { stage, boss, second, first, payment_uuids }
}

describe('a raise on a pay that is archived', () => {
  it('is left off when that pay is brought back and the raise stands on another by then, over HTTP', async () => {
    const { boss, second, first } = await archivedWithItsRaise()
    const then = await add(world, boss, second)
    expect(then).not.toEqual(first)
    const http = await httpWorld(world)
    const token = await http.tokenOf(boss)
    const back = () => http.ask(payroll.unarchiveCycle, { token, params: first, body: {} })
    expect(await back()).toMatchObject({
      status: 200,
      body: {
        changed: 1,
        items_refused: 0,
        left_off: [
          {
            reason:
              'Waits again without its raise of 900.00 USD for March 9 – 15, 2026, which the pay of April 17, 2026 covers by now. What no pay covers is named as unpaid.',
          },
        ],
      },
    })
    expect(await raisesOn(boss, first)).toEqual([])
    expect(await raisesOn(boss, then)).toEqual([90_000n])
    expect((await itemsOf(world, boss, first)).map(of => of.amount.minor)).toEqual([520_000n])
    expect(await owed(world, boss)).toEqual(new Map())
    // Brought back again, nothing more is left off.
    expect((await back()).body).toMatchObject({ changed: 1, left_off: [] })
    expect(await world.broken()).toEqual([])
    await http.close()
  })

  it('is left off of one item as of a selection, and its history says so', async () => {
    const { boss, second, first } = await archivedWithItsRaise()
    await add(world, boss, second)
    const [row] = await admin.rows<{ id: string }>(
      'select line_item_uuid id from line_item where cycle_uuid = $1',
      [first.cycle_uuid],
    )
    const params = { ...first, line_item_uuid: row?.id ?? '' }
    expect((await onOne('unarchive', boss, params)).left_off).toHaveLength(1)
    const { history } = await call(world, boss, 'getLineItem', { params })
    expect(history.map(({ text }) => text)).toContainEqual(expect.stringContaining('900.00'))
    await onOne('archive', boss, params)
    const body = { line_item_uuids: [params.line_item_uuid] }
    const again = await call(world, boss, 'unarchiveCycle', { params: first, body })
    expect(again).toMatchObject({ left_off: [], selection: { changed: [params.line_item_uuid] } })
    expect(await world.broken()).toEqual([])
  })

  it('stands again where nothing covers it, and is owed no more', async () => {
    const { boss, first } = await archivedWithItsRaise()
    expect((await owed(world, boss)).get(2)).toEqual(WHOLE)
    expect(await onAll('unarchive', boss, first)).toMatchObject({ changed: 1, left_off: [] })
    expect(await raisesOn(boss, first)).toEqual([90_000n])
    expect(await owed(world, boss)).toEqual(new Map())
    expect(await world.broken()).toEqual([])
  })

  it.each(['archive', 'cancel'] as const)(
    'is owed again by %s, also once nobody looked for it any more',
    async verb => {
      const { boss, second } = await raisedOnce(world)
      const first = await add(world, boss, second)
      await passes(world, '2026-04-01')
      expect(await admin.rows('select from maybe_unpaid')).toEqual([])
      const [item] = await itemsOf(world, boss, first)
      const params = { ...first, line_item_uuid: item?.line_item_uuid ?? '' }
      await onOne(verb, boss, params)
      expect((await owed(world, boss)).get(2)).toEqual(WHOLE)
    },
  )

  it('keeps its pay archived where a deduction would leave nothing of the rest, and says why', async () => {
    const { stage, boss, second } = await raisedOnce(world)
    const first = await add(world, boss, second)
    const [contractor] = stage.contractors
    const [item] = await itemsOf(world, boss, first)
    const params = { ...first, line_item_uuid: item?.line_item_uuid ?? '' }
    const deduction_uuid = newUuid()
    await call(world, boss, 'addEntry', {
      params: { ...params, entry_uuid: deduction_uuid },
      body: { kind: 'DEDUCTION', amount_in_smallest_unit: 530_000n, words: 'An advance.' },
    })
    if (!contractor) throw new Error('the stage has a contractor')
    await call(world, contractor, 'answerDeduction', {
      params: { deduction_uuid },
      body: { agrees: true },
    })
    await world.deliver()
    await onAll('archive', boss, first)
    await passes(world, '2026-04-03')
    await add(world, boss, second)
    const refused = { refused: [{ reason: expect.stringContaining('April 17, 2026') }] }
    expect(await onAll('unarchive', boss, first)).toMatchObject({
      changed: 0,
      left_off: [],
      ...refused,
    })
    expect(await outcome(onOne('unarchive', boss, params))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await itemsOf(world, boss, first)).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

describe('a raise that is taken off', () => {
  it('is owed again, also once nobody looked for it any more', async () => {
    const { boss, second } = await raisedOnce(world)
    const first = await add(world, boss, second)
    await passes(world, '2026-04-01')
    expect(await admin.rows('select from maybe_unpaid')).toEqual([])
    const [item] = await itemsOf(world, boss, first)
    const { line_item_uuid = '', entries = [] } = item ?? {}
    const entry_uuid = entries.at(-1)?.entry_uuid ?? ''
    await call(world, boss, 'removeEntry', { params: { ...first, line_item_uuid, entry_uuid } })
    expect((await owed(world, boss)).get(2)).toEqual(WHOLE)
    expect(await world.broken()).toEqual([])
  })
})

describe('a raise of a pay that came back', () => {
  /** What the days of the first period come to, over all that is a part of a pay. */
  const ofMarch = async (boss: Person, stage: CycleStage) =>
    (await itemsOf(world, boss, stage.id))
      .map(of => [of.hourly_rate.minor, of.hours].join(' '))
      .toSorted()

  it('is left off where those days are paid at the new rate by then', async () => {
    const { stage, boss, first, payment_uuids } = await archivedWithItsRaise()
    await takeBack(world, stage.operator, payment_uuids)
    expect(await ofMarch(boss, stage)).toEqual(['4250 4000', '6500 4000'])
    expect((await onAll('unarchive', boss, first)).left_off).toMatchObject([
      { reason: expect.stringContaining('the pay of March 20, 2026 covers') },
    ])
    expect(await raisesOn(boss, first)).toEqual([])
    expect(await owed(world, boss)).toEqual(new Map())
    expect(await world.broken()).toEqual([])
  })

  it.each(['2026-03-09', '2026-03-02'])(
    'from %s keeps that pay at its rate, also when it is archived and brought back',
    async from => {
      const { stage, boss, second, payment_uuids } = await raisedOnce(world, from)
      const first = await add(world, boss, second)
      await takeBack(world, stage.operator, payment_uuids)
      expect(await ofMarch(boss, stage)).toEqual(['4250 8000'])
      expect(await onAll('archive', boss, stage.id)).toMatchObject({ changed: 1 })
      expect(await onAll('unarchive', boss, stage.id)).toMatchObject({ changed: 1 })
      expect(await ofMarch(boss, stage)).toEqual(['4250 8000'])
      expect(await raisesOn(boss, first)).toHaveLength(1)
      expect(await world.broken()).toEqual([])
    },
  )

  it('keeps the days of that pay, archived, from the cycles of another policy', async () => {
    const stage = await givenApprovableCycle(world)
    const boss = stage.employer
    // Its cycle of March 9 to 22 has days of the pay that comes back.
    const other = await addPolicy(world, boss, 'Another', biweekly('2026-03-08'))
    await givenDue(world, stage)
    const payment_uuids = await settle(world, stage, '2026-03-20')
    await passes(world, '2026-03-21')
    await add(world, boss, await revise(world, stage, '2026-03-02', 6500n, other))
    await takeBack(world, stage.operator, payment_uuids)
    await onAll('archive', boss, stage.id)
    // Whatever is signed has every cycle looked at in which the two have a contract.
    await revise(world, stage, '2026-06-01', 7000n, other)
    const march = await admin.rows(
      "select from line_item where earning && daterange('2026-03-02', '2026-03-16')",
    )
    expect(march).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

describe('at the same moment', () => {
  it('bringing one pay back and adding its raise to another leave one raise, whichever is first, and neither holds up the other', async () => {
    const { boss, second, first } = await archivedWithItsRaise()
    const deadlocks = () =>
      admin.rows('select deadlocks from pg_stat_database where datname = current_database()')
    const before = await deadlocks()
    for (const _ of rounds) {
      await Promise.all([
        outcome(onAll('unarchive', boss, first)),
        outcome(add(world, boss, second)),
      ])
      const cycles = await admin.rows<CycleId>('select policy_uuid, cycle_uuid from pay_cycle')
      const raises = []
      for (const id of cycles) raises.push(...(await raisesOn(boss, id)))
      expect(raises).toEqual([90_000n])
      expect(await owed(world, boss)).toEqual(new Map())
      expect(await world.broken()).toEqual([])
      // Anew: both pays lose it.
      for (const id of cycles)
        for (const { line_item_uuid, entries, status } of await itemsOf(world, boss, id))
          for (const { kind, entry_uuid } of entries)
            if (
              kind === 'RAISE' &&
              status === 'PENDING_APPROVAL' &&
              id.cycle_uuid !== first.cycle_uuid
            )
              await call(world, boss, 'removeEntry', {
                params: { ...id, line_item_uuid, entry_uuid: entry_uuid ?? '' },
              })
      if ((await raisesOn(boss, first)).length === 0) await restore(boss, second, first)
      await onAll('archive', boss, first)
    }
    expect(await deadlocks()).toEqual(before)
  })

  /** Puts the raise on the first pay again, while the clock says that it is the next. */
  async function restore(boss: Person, second: string, first: CycleId) {
    world.clock.set('2026-03-21T10:00:00Z')
    expect(await add(world, boss, second)).toEqual(first)
    world.clock.set('2026-04-03T10:00:00Z')
  }

  /** Begins to take the raised pay back, which holds its item and waits for its payments; what comes back lets it go on. */
  async function takingBack(operator: Person, payment_uuids: string[]) {
    await admin.rows(
      `insert into review_due (cycle_uuid, contractor_sub, employer_uuid) select cycle_uuid, contractor_sub, employer_uuid from line_item
         on conflict do nothing`,
    )
    const release = await holding(world, 'select from payment for update')
    const taken = takeBack(world, operator, payment_uuids)
    await waiting(admin, 1, taken)
    return async () => {
      await release()
      await taken
    }
  }
  const heldDue = async () => {
    const all = await admin.rows('select from review_due')
    const free = await admin.rows('select from review_due for update skip locked')
    return all.length - free.length
  }

  it('bringing a pay back waits for its raised pay before anybody is due for review, as taking that back is', async () => {
    const { stage, boss, first, payment_uuids } = await archivedWithItsRaise()
    const goOn = await takingBack(stage.operator, payment_uuids)
    const back = onAll('unarchive', boss, first)
    await waiting(admin, 2, back)
    const held = await heldDue()
    await Promise.all([goOn(), outcome(back)])
    expect(held).toBe(0)
    expect(await world.broken()).toEqual([])
  })

  it('writing on a pay with a raise waits so as well', async () => {
    const { stage, boss, second, payment_uuids } = await raisedOnce(world)
    const first = await add(world, boss, second)
    await passes(world, '2026-04-03')
    const [item] = await itemsOf(world, boss, first)
    const params = { ...first, line_item_uuid: item?.line_item_uuid ?? '' }
    const goOn = await takingBack(stage.operator, payment_uuids)
    const body = { kind: 'BONUS' as const, amount_in_smallest_unit: 10_000n, words: 'Well done.' }
    const written = call(world, boss, 'addEntry', {
      params: { ...params, entry_uuid: newUuid() },
      body,
    })
    await waiting(admin, 2, written)
    const held = await heldDue()
    await Promise.all([goOn(), outcome(written)])
    expect(held).toBe(0)
    expect(await world.broken()).toEqual([])
  })

  it('bringing a pay back and its raised pay coming back end with one of both', async () => {
    const { stage, boss, first, payment_uuids } = await archivedWithItsRaise()
    await Promise.all([
      outcome(onAll('unarchive', boss, first)),
      takeBack(world, stage.operator, payment_uuids),
    ])
    const raises = await raisesOn(boss, first)
    const march = await itemsOf(world, boss, stage.id)
    expect([march.length, raises.length]).toEqual(raises.length > 0 ? [1, 1] : [2, 0])
    expect(await world.broken()).toEqual([])
  })
})

describe('the database', () => {
  it('refuses a raise that stands elsewhere already, as a process of before would bring it back', async () => {
    const { boss, second, first } = await archivedWithItsRaise()
    await add(world, boss, second)
    const back = admin.rows(
      `update line_item set status = 'PENDING_APPROVAL', version = version + 1 where cycle_uuid = '${first.cycle_uuid}'`,
    )
    await expect(back).rejects.toMatchObject({ code: '23P01', constraint: 'raise_covers_once' })
  })
})
