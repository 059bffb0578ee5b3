import { describe, expect, it } from 'vitest'
import { money } from '#domain/kernel/money.ts'
import {
  amountWith,
  answerBy,
  deductionState,
  type EnteredItem,
  entriesOf,
  entriesText,
  listOrNone,
  type WrittenEntry,
  withHours,
  withinPay,
} from './entries.ts'

const by = { entry_uuid: 'e', words: 'Night test', author_sub: 'dana', written_at: '2026-12-04' }
const item = (of: Partial<EnteredItem> = {}): EnteredItem => ({
  hourly_rate: money('USD', 3_350n),
  scheduled_hours_hundredths: 8_000,
  hours_hundredths: 8_000,
  back_pay: false,
  entries: null,
  edited: null,
  ...of,
})
const bonus: WrittenEntry = { ...by, kind: 'BONUS', amount_minor: 15_000 }
const deduction: WrittenEntry = { ...by, kind: 'DEDUCTION', amount_minor: -12_000 }
const sumOf = (of: EnteredItem) => entriesOf(of).reduce((sum, { amount }) => sum + amount.minor, 0n)

/** The same from day to day: a small generator after Park and Miller. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

describe('the entries of an item', () => {
  it('are the time of its contract alone where nothing is written', () => {
    expect(entriesOf(item())).toEqual([
      {
        kind: 'SCHEDULED_TIME',
        hours_hundredths: 8_000,
        amount: money('USD', 268_000n),
        written: null,
      },
    ])
    expect(entriesOf(item({ back_pay: true }))[0]?.kind).toBe('BACK_PAY')
  })

  it('say hours that were edited before there were entries as an adjustment of who edited', () => {
    const edited = { by: 'dana', at: '2026-12-02T10:00:00.000Z' }
    expect(entriesOf(item({ hours_hundredths: 8_650, edited }))[1]).toMatchObject({
      kind: 'ADJUSTMENT',
      hours_hundredths: 650,
      amount: money('USD', 21_775n),
      written: { author_sub: 'dana', written_at: edited.at },
    })
  })

  it('sum to what the item comes to, as exact fractions do', () => {
    const next = numbers(7)
    for (let round = 0; round < 2_000; round += 1) {
      const scheduled = 1 + next(20_000)
      const rate = money('USD', BigInt(1 + next(99_999)))
      const entries: WrittenEntry[] = []
      for (let at = next(6); at > 0; at -= 1)
        entries.push(
          next(2) === 0
            ? { ...by, kind: 'REPORTED_TIME', hours_hundredths: next(400) - 100 }
            : { ...by, kind: 'ADJUSTMENT', amount_minor: next(50_000) - 10_000 },
        )
      const hours = entries.reduce((sum, one) => sum + (one.hours_hundredths ?? 0), scheduled)
      if (hours < 0) continue
      const of = item({
        hourly_rate: rate,
        scheduled_hours_hundredths: scheduled,
        hours_hundredths: hours,
        entries: listOrNone(entries),
      })
      const added = entries.reduce((sum, one) => sum + BigInt(one.amount_minor ?? 0), 0n)
      // In hundredths of the smallest unit nothing is rounded; the item is off by half a unit at the most, to the even side.
      const exact = rate.minor * BigInt(hours) + added * 100n
      const off = sumOf(of) * 100n - exact
      expect(off <= 50n && off >= -50n).toBe(true)
      if (off === 50n || off === -50n) expect((sumOf(of) - added) % 2n).toBe(0n)
      expect(amountWith(rate, hours, of.entries).minor).toBe(sumOf(of))
    }
  })
})

describe('other hours', () => {
  it('become one adjustment in place of the one before, and none where nothing is left to adjust', () => {
    const more = withHours([bonus], 8_000, 8_650, by)
    expect(more).toEqual([bonus, { ...by, kind: 'ADJUSTMENT', hours_hundredths: 650 }])
    expect(withHours(more, 8_000, 7_500, by)).toEqual([
      bonus,
      { ...by, kind: 'ADJUSTMENT', hours_hundredths: -500 },
    ])
    expect(withHours(withHours(null, 8_000, 8_650, by), 8_000, 8_000, by)).toBeNull()
  })

  it('leave what was reported', () => {
    const reported: WrittenEntry = { ...by, kind: 'REPORTED_TIME', hours_hundredths: 300 }
    expect(withHours([reported], 8_000, 8_300, by)).toEqual([reported])
    expect(withHours([reported], 8_000, 8_200, by)).toEqual([
      reported,
      { ...by, kind: 'ADJUSTMENT', hours_hundredths: -100 },
    ])
  })
})

describe('deductions of a pay that becomes less', () => {
  const off = (minor: number): WrittenEntry => ({ ...deduction, amount_minor: -minor })
  it.each([
    ['all that leave something stay', [off(3_000), bonus, off(15_000)], 4_000n, [0, 1, 2]],
    ['what would leave nothing is left off', [off(4_000)], 4_000n, []],
    ['a smaller one after it stays', [off(9_000), off(100)], 4_000n, [1]],
    ['a bonus bears them too', [off(9_000), bonus], 4_000n, [0, 1]],
  ])('%s', (_, entries, time_minor, stay) => {
    const { kept, left_off } = withinPay(entries, time_minor)
    expect(kept).toEqual(listOrNone(entries.filter((_, at) => stay.includes(at))))
    expect(left_off).toEqual(entries.filter((_, at) => !stay.includes(at)))
  })

  it('are none where nothing is written', () => {
    expect(withinPay(null, 1n)).toEqual({ kept: null, left_off: [] })
  })
})

describe('entries for people', () => {
  it('are named one by one, or said to be nothing', () => {
    expect(entriesText(null, 'USD')).toEqual({ text: 'payroll.entries.none' })
    const worded = {
      text: 'payroll.entries.worded',
      params: { what: '150.00 USD', words: 'Night test' },
    }
    expect(entriesText([bonus], 'USD')).toMatchObject(worded)
    expect(entriesText([bonus, { ...deduction, words: '' }], 'USD')).toMatchObject({
      text: 'payroll.entries.more',
      params: {
        before: worded,
        entry: { text: 'payroll.entries.plain', params: { what: '-120.00 USD' } },
      },
    })
  })
})

describe('a deduction that was asked for', () => {
  const open = { status: 'ASKED', answer_by: '2026-12-09', entered: false } as const
  it.each([
    ['on the last day', open, true, '2026-12-09', 'ASKED'],
    ['a day too late', open, true, '2026-12-10', 'LAPSED'],
    ['of a pay that is approved', open, false, '2026-12-08', 'LAPSED'],
    [
      'agreed to and entered, whatever came later',
      { ...open, status: 'AGREED', entered: true },
      false,
      '2027-01-01',
      'AGREED',
    ],
    [
      'agreed to and about to be entered',
      { ...open, status: 'AGREED' },
      true,
      '2026-12-08',
      'AGREED',
    ],
    [
      'agreed to while it was approved',
      { ...open, status: 'AGREED' },
      false,
      '2026-12-08',
      'LAPSED',
    ],
    ['declined', { ...open, status: 'DECLINED' }, true, '2026-12-08', 'DECLINED'],
    ['taken back', { ...open, status: 'WITHDRAWN' }, true, '2026-12-08', 'WITHDRAWN'],
  ] as const)('%s', (_, asked, waits, today, state) => {
    expect(deductionState(asked, waits, today)).toBe(state)
  })

  it('is answered by the day on which the pay is approved, and there is a day to think', () => {
    expect(answerBy('2026-12-11', '2026-12-01')).toBe('2026-12-09')
    expect(answerBy('2026-12-11', '2026-12-09')).toBe('2026-12-10')
    expect(answerBy('2026-12-11', '2026-12-20')).toBe('2026-12-21')
  })
})
