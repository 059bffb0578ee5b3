/** What is written on a line item beside its hours, and deductions, which need a yes: each works once, twice, two at a time, and for nobody else. */
import { describe, expect, it } from 'vitest'
import { approvalOf, approveAll, call, type Person } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome, rounds } from '#test/harness/races.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 2)
    await fund(first, made, '100000.00')
    await givenEmployer(first, made.operator, 'boss@rival.test')
    return made
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

const rival = { sub: 'sub-boss@rival.test', email: 'boss@rival.test' }
const contractor = () => stage.contractors[0] as Person
const item = async () => {
  const { items } = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 50 },
  })
  const own = items.find(({ contractor_sub }) => contractor_sub === contractor().sub)
  if (!own) throw new Error('the contractor has an item')
  return own
}
type Added = {
  kind: 'BONUS' | 'EXPENSE' | 'ADJUSTMENT' | 'DEDUCTION'
  minor?: bigint
  words?: string
}
const add = async (
  { kind, minor = 15_000n, words = 'A prototype a week early.' }: Added,
  { entry_uuid = newUuid(), who = stage.employer as Person } = {},
) =>
  call(world, who, 'addEntry', {
    params: { ...stage.id, line_item_uuid: (await item()).line_item_uuid, entry_uuid },
    body: { kind, amount_in_smallest_unit: minor, words },
  })
const remove = async (entry_uuid: string, who: Person = stage.employer) =>
  call(world, who, 'removeEntry', {
    params: { ...stage.id, line_item_uuid: (await item()).line_item_uuid, entry_uuid },
  })
const edit = async (hours: number, words?: string) =>
  call(world, stage.employer, 'editLineItem', {
    params: { ...stage.id, line_item_uuid: (await item()).line_item_uuid },
    body: { hours, words },
  })
const asked = () => call(world, contractor(), 'listDeductions', {})
const answer = (deduction_uuid: string, agrees: boolean, who = contractor()) =>
  call(world, who, 'answerDeduction', { params: { deduction_uuid }, body: { agrees } })
const sumOf = ({ entries }: Awaited<ReturnType<typeof item>>) =>
  entries.reduce((sum, { amount }) => sum + amount.minor, 0n)

describe('an entry', () => {
  it('is part of the pay: with what it is worth, who wrote it and why, and the amount is their sum', async () => {
    const before = await item()
    const after = await add({ kind: 'BONUS' })
    expect(after.amount.minor).toBe(before.amount.minor + 15_000n)
    expect(after.entries).toMatchObject([
      { kind: 'SCHEDULED_TIME', entry_uuid: null, amount: before.amount },
      { kind: 'BONUS', words: 'A prototype a week early.', amount: { minor: 15_000n } },
    ])
    expect(after.entries[1]?.author_name).not.toBe('')
    expect(sumOf(after)).toBe(after.amount.minor)
    const edited = await edit(8_650, 'Night test')
    expect(edited.entries).toMatchObject([{}, {}, { kind: 'ADJUSTMENT', hours: 650 }])
    expect(sumOf(edited)).toBe(edited.amount.minor)
    expect((await edit(8_000)).amount).toEqual(after.amount)
    expect(await world.broken()).toEqual([])
  })

  it('sent twice is added once, and another one under its id is refused', async () => {
    const entry_uuid = newUuid()
    const first = await add({ kind: 'EXPENSE' }, { entry_uuid })
    expect(await add({ kind: 'EXPENSE' }, { entry_uuid })).toEqual(first)
    expect(await outcome(add({ kind: 'EXPENSE', minor: 1n }, { entry_uuid }))).toBe(
      'TRANSITION_NOT_ALLOWED',
    )
    const both = await Promise.all(
      rounds.map(() => outcome(add({ kind: 'EXPENSE' }, { entry_uuid }))),
    )
    expect(new Set(both)).toEqual(new Set(['done']))
    expect(await item()).toEqual(first)
  })

  it('makes an approval of what was seen before stale, and says what changed', async () => {
    const seen = await approvalOf(world, stage.employer, stage.id)
    await approveAll(world, stage.employer, stage.id)
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    await add({ kind: 'BONUS' })
    await expect(
      call(world, stage.employer, 'approveCycle', { params: stage.id, body: seen }),
    ).rejects.toMatchObject({
      code: 'APPROVAL_STALE',
      detail: expect.stringContaining(
        'from nothing to Bonus, 150.00 USD, “A prototype a week early.”',
      ),
    })
  })

  it('is taken off again while the item waits, and neither added nor taken off once it is approved', async () => {
    const before = await item()
    const { entries } = await add({ kind: 'ADJUSTMENT' })
    const entry_uuid = entries[1]?.entry_uuid ?? ''
    await approveAll(world, stage.employer, stage.id)
    expect(await outcome(add({ kind: 'BONUS' }))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(remove(entry_uuid))).toBe('TRANSITION_NOT_ALLOWED')
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    expect((await remove(entry_uuid)).amount).toEqual(before.amount)
    expect(await outcome(remove(entry_uuid))).toBe('NOT_FOUND')
    expect(await world.broken()).toEqual([])
  })

  it('of money stays when the item is put away and taken back; edited hours do not', async () => {
    await add({ kind: 'BONUS' })
    await edit(9_000)
    const { line_item_uuid } = await item()
    const params = { ...stage.id, line_item_uuid }
    await call(world, stage.employer, 'archiveLineItem', { params, body: {} })
    await call(world, stage.employer, 'unarchiveLineItem', { params, body: {} })
    const back = await item()
    expect(back.entries).toMatchObject([{ kind: 'SCHEDULED_TIME' }, { kind: 'BONUS' }])
    expect(sumOf(back)).toBe(back.amount.minor)
    expect(await world.broken()).toEqual([])
  })

  it('is nobody else’s to write', async () => {
    expect(await outcome(add({ kind: 'BONUS' }, { who: rival }))).toBe('NOT_FOUND')
  })
})

describe('a deduction', () => {
  const ask = async (minor = 12_000n) => {
    await add({ kind: 'DEDUCTION', minor, words: 'Half of the test bench.' })
    const [newest] = await asked()
    if (!newest) throw new Error('the contractor is asked')
    return newest
  }

  it('is asked for, and no part of the pay before the contractor agrees', async () => {
    const before = await item()
    const { deduction_uuid, state, amount, words } = await ask()
    expect({ state, amount, words }).toEqual({
      state: 'ASKED',
      amount: { currency: 'USD', minor: 12_000n },
      words: 'Half of the test bench.',
    })
    expect(await item()).toMatchObject({ amount: before.amount, deductions: [{ state: 'ASKED' }] })
    expect((await answer(deduction_uuid, true)).state).toBe('AGREED')
    await world.deliver()
    const after = await item()
    expect(after.amount.minor).toBe(before.amount.minor - 12_000n)
    expect(after.entries[1]).toMatchObject({ kind: 'DEDUCTION', amount: { minor: -12_000n } })
    expect(after.deductions).toEqual([])
    const again = await answer(deduction_uuid, true)
    expect(again).toMatchObject({ state: 'AGREED', pay: before.amount })
    expect(await item()).toEqual(after)
    expect(await outcome(answer(deduction_uuid, false))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await world.broken()).toEqual([])
  })

  it('that is declined, taken back or too late is not taken', async () => {
    const before = await item()
    const declined = await ask()
    await answer(declined.deduction_uuid, false)
    expect(await outcome(answer(declined.deduction_uuid, true))).toBe('TRANSITION_NOT_ALLOWED')
    const back = await ask()
    await remove(back.deduction_uuid)
    await remove(back.deduction_uuid)
    expect(await outcome(answer(back.deduction_uuid, true))).toBe('TRANSITION_NOT_ALLOWED')
    const late = await ask()
    // It is the last day until it is over on the last clock of the world.
    world.clock.set(`${addDays(late.answer_by, 1)}T12:00:00Z`)
    expect(await asked()).toContainEqual(expect.objectContaining({ state: 'LAPSED' }))
    expect(await outcome(answer(late.deduction_uuid, true))).toBe('TRANSITION_NOT_ALLOWED')
    world.clock.set(`${addDays(late.answer_by, 1)}T11:59:59Z`)
    expect((await asked())[0]?.state).toBe('ASKED')
    await approveAll(world, stage.employer, stage.id)
    expect((await asked()).map(({ state }) => state)).not.toContain('ASKED')
    expect(await outcome(answer(late.deduction_uuid, true))).toBe('TRANSITION_NOT_ALLOWED')
    expect((await item()).amount).toEqual(before.amount)
  })

  it('that was agreed to while the pay was approved is entered once it waits again, and taken off it is withdrawn', async () => {
    const before = await item()
    const { deduction_uuid } = await ask()
    await answer(deduction_uuid, true)
    await approveAll(world, stage.employer, stage.id)
    await world.deliver()
    expect((await item()).amount).toEqual(before.amount)
    expect((await asked()).map(({ state }) => state)).toEqual(['LAPSED'])
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    await world.deliver()
    const entered = await item()
    expect(entered.amount.minor).toBe(before.amount.minor - 12_000n)
    expect(entered.deductions).toEqual([])
    await remove(deduction_uuid)
    await approveAll(world, stage.employer, stage.id)
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    await world.deliver()
    expect(await item()).toMatchObject({ amount: before.amount, deductions: [] })
    expect(await asked()).toEqual([])
    expect(await outcome(answer(deduction_uuid, true))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await world.broken()).toEqual([])
  })

  it('for which an item has no room any more is not taken, as one that leaves nothing, and its employer is told', async () => {
    const { deduction_uuid } = await ask()
    for (let n = 0; n < 50; n++) await add({ kind: 'BONUS', minor: 1n })
    const before = await item()
    expect(before.entries).toHaveLength(51)
    await answer(deduction_uuid, true)
    await world.deliver()
    expect((await item()).amount).toEqual(before.amount)
    const [waits] = await admin.rows<{ n: number }>(
      "select count(*)::int n from outbox_event where type like 'payroll.deduction_%' and delivered_at is null",
    )
    expect(waits).toEqual({ n: 0 })
  })

  it('is taken back also once it was agreed to, until it is entered', async () => {
    const before = await item()
    const { deduction_uuid } = await ask()
    await answer(deduction_uuid, true)
    await remove(deduction_uuid)
    await world.deliver()
    expect(await item()).toMatchObject({ amount: before.amount, deductions: [] })
    expect(await asked()).toEqual([])
  })

  it('leaves something to be paid, and is nobody else’s to answer', async () => {
    const { amount } = await item()
    expect(await outcome(ask(amount.minor))).toBe('TRANSITION_NOT_ALLOWED')
    const { deduction_uuid } = await ask(amount.minor - 1n)
    expect(await outcome(ask(1n))).toBe('TRANSITION_NOT_ALLOWED')
    const [, other] = stage.contractors
    expect(await outcome(answer(deduction_uuid, true, other))).toBe('NOT_FOUND')
    expect(await call(world, other as Person, 'listDeductions', {})).toEqual([])
  })

  it('meets an approval, an edit or its withdrawal: one comes after the other', async () => {
    for (const _ of rounds) {
      const { deduction_uuid } = await ask(100n)
      const before = await item()
      const outcomes = await Promise.all([
        outcome(answer(deduction_uuid, true)),
        outcome(approveAll(world, stage.employer, stage.id)),
        outcome(edit(before.hours === 8_000 ? 8_100 : 8_000)),
        outcome(remove(deduction_uuid)),
      ])
      await world.deliver()
      for (const one of outcomes)
        expect(['done', 'TRANSITION_NOT_ALLOWED', 'APPROVAL_STALE', 'VALIDATION']).toContain(one)
      const after = await item()
      expect(sumOf(after)).toBe(after.amount.minor)
      expect(await world.broken()).toEqual([])
      if (after.status === 'APPROVED')
        await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
      // What waits again or was entered makes room for the next.
      await outcome(remove(deduction_uuid))
    }
  })
})

describe('the page of a line item', () => {
  const page = async (who: Person = stage.employer) =>
    call(world, who, 'getLineItem', {
      params: { ...stage.id, line_item_uuid: (await item()).line_item_uuid },
    })

  it('tells what happened to it, newest first, its place among the others, and the last pay', async () => {
    await edit(8_100)
    await add({ kind: 'BONUS' })
    const shown = await page()
    expect(shown).toMatchObject({ count: 2, last_pay: null })
    expect([1, 2]).toContain(shown.position)
    expect(shown.history.length).toBeGreaterThanOrEqual(3)
    const times = shown.history.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(shown.history[0]).toMatchObject({ amount: { minor: shown.item.amount.minor } })
  })

  it('says what its payments cost beside it', async () => {
    expect((await page()).fees).toEqual([])
    const prices = {
      ...{ currency: 'USD', per_contractor: 500, per_payment: { fiat: 100 } },
      ...{ margin: 0, tax: 1000 },
    }
    await call(world, stage.operator, 'putPrices', {
      params: { id: stage.employer.employer_uuid },
      body: prices,
    })
    const { item: shown, fees, margin, contractor_month } = await page()
    const paid = BigInt(shown.parts.filter(({ network }) => network === 'fiat').length)
    expect(fees).toEqual([{ currency: 'USD', minor: 110n * paid }])
    expect({ margin, contractor_month }).toEqual({
      margin: 0,
      contractor_month: { currency: 'USD', minor: 550n },
    })
  })

  it('is nobody else’s', async () => {
    const params = { ...stage.id, line_item_uuid: (await item()).line_item_uuid }
    await expect(call(world, rival, 'getLineItem', { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
