/** The life of a timesheet in every state, beside a line item in every state; what may be reported; and what it writes on the item. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WrittenEntry } from './entries.ts'
import { entriesOf } from './entries.ts'
import { LINE_ITEM_STATUSES } from './line-item.ts'
import {
  answerAsPaid,
  checkReport,
  contractorMay,
  correctsAnswer,
  employerMay,
  reportBy,
  scheduleOf,
  TIMESHEET_STATUSES,
  type TimesheetAction,
  type TimesheetStatus,
  timesheetMachine,
  timesheetState,
  whyNotPaid,
  withoutReported,
  withReported,
} from './timesheet.ts'

const ACTIONS: readonly TimesheetAction[] = [
  'report',
  'take_back',
  'accept',
  'correct',
  'let_stand',
  'take_off',
]

describe('timesheetMachine', () => {
  const legal: Record<string, string> = {
    'OPEN report': 'REPORTED',
    'OPEN let_stand': 'STANDS',
    'REPORTED report': 'REPORTED',
    'REPORTED take_back': 'OPEN',
    'REPORTED accept': 'ACCEPTED',
    'REPORTED correct': 'CORRECTED',
    'ACCEPTED correct': 'CORRECTED',
    'ACCEPTED take_off': 'REPORTED',
    'CORRECTED accept': 'ACCEPTED',
    'CORRECTED correct': 'CORRECTED',
    'CORRECTED take_off': 'REPORTED',
    'STANDS report': 'REPORTED',
  }
  it.each(TIMESHEET_STATUSES.flatMap(from => ACTIONS.map(action => [from, action] as const)))(
    '%s, %s',
    (from, action) => {
      expect(timesheetMachine.next(from, action)).toBe(legal[`${from} ${action}`])
    },
  )
})

describe('what was reported, once its contract pays other days', () => {
  const paid = { first: '2026-03-02', last: '2026-03-10', earns: true }
  const whole = { reported_first: '2026-03-02', reported_last: '2026-03-15' }
  const unknown = { reported_first: null, reported_last: null }
  const on = (date: string, hours_hundredths = 800) => [{ date, hours_hundredths }]
  it.each([
    ['a day that is paid', { ...whole, days: on('2026-03-10') }, paid, undefined],
    ['a day after', { ...whole, days: on('2026-03-11') }, paid, 'dayNotPaid'],
    ['a day before', { ...unknown, days: on('2026-03-01') }, paid, 'dayNotPaid'],
    ['nothing on a day after', { ...whole, days: on('2026-03-11', 0) }, paid, undefined],
    ['a sum of more', { ...whole, days: null }, paid, 'sumOfMore'],
    ['a sum of as much', { ...whole, reported_last: paid.last, days: null }, paid, undefined],
    ['a sum of days that nobody knows', { ...unknown, days: null }, paid, undefined],
    ['no day that is paid', { ...unknown, days: null }, { ...paid, earns: false }, 'noDayPaid'],
  ])('%s', (_, report, days, why) => {
    const key = why && `payroll.time.problems.${why}`
    const said = whyNotPaid(report, days, 'Amara')
    expect(said?.text).toBe(key)
    // Days as people write them.
    expect(JSON.stringify(said?.params ?? {})).not.toMatch(/\d{4}-\d{2}-\d{2}/)
  })
})

describe('beside its line item', () => {
  const items = [null, ...LINE_ITEM_STATUSES] as const
  it.each(TIMESHEET_STATUSES.flatMap(of => items.map(item => [of, item] as const)))(
    '%s with an item that is %s: who may do what',
    (status, item) => {
      const open = item === null || item === 'PENDING_APPROVAL'
      const contractor = contractorMay(status, item)
      expect(contractor).toEqual(
        open
          ? {
              OPEN: ['report'],
              REPORTED: ['report', 'take_back'],
              ACCEPTED: [],
              CORRECTED: [],
              STANDS: ['report'],
            }[status]
          : [],
      )
      const employer = employerMay(status, item, true)
      expect(employer).toEqual(
        item === 'PENDING_APPROVAL'
          ? {
              OPEN: ['let_stand'],
              REPORTED: ['accept', 'correct'],
              ACCEPTED: ['correct'],
              CORRECTED: ['accept', 'correct'],
              STANDS: [],
            }[status]
          : [],
      )
      expect(employerMay(status, item, false)).toEqual(
        employer.filter(action => action !== 'let_stand'),
      )
      expect(timesheetState(status, item)).toBe(status === 'REPORTED' && !open ? 'LAPSED' : status)
    },
  )
})

describe('what is reported', () => {
  const days = { first: '2026-03-02', last: '2026-03-15' }
  const wrong = (hours: number, at: readonly (readonly [string, number])[] | null = null) =>
    checkReport(
      {
        hours_hundredths: hours,
        days: at?.map(([date, hours_hundredths]) => ({ date, hours_hundredths })) ?? null,
      },
      days,
    ).map(({ text, params, loc }) => {
      expect(JSON.stringify(params)).not.toMatch(/\d{4}-\d{2}-\d{2}/)
      return [loc.slice(1).join('.'), text.split('.').at(-1)]
    })

  it('is more than nothing and no more than a period has', () => {
    expect(wrong(1)).toEqual([])
    expect(wrong(74_400)).toEqual([])
    expect(wrong(0)).toEqual([['hours', 'nothing']])
    expect(wrong(74_401)).toEqual([['hours', 'tooManyHours']])
  })

  it('by days names days of the contract once each, none longer than a day, and adds up', () => {
    expect(
      wrong(1600, [
        ['2026-03-02', 800],
        ['2026-03-15', 800],
      ]),
    ).toEqual([])
    expect(wrong(800, [['2026-03-01', 800]])).toEqual([['days.0.date', 'otherDay']])
    expect(wrong(800, [['2026-03-16', 800]])).toEqual([['days.0.date', 'otherDay']])
    expect(
      wrong(1600, [
        ['2026-03-02', 800],
        ['2026-03-02', 800],
      ]),
    ).toEqual([['days.1.date', 'twice']])
    expect(wrong(2401, [['2026-03-02', 2401]])).toEqual([['days.0.hours', 'longDay']])
    expect(wrong(801, [['2026-03-02', 800]])).toEqual([['hours', 'otherSum']])
  })

  it('is due on the last day, or when the pay is approved where that is earlier', () => {
    expect(reportBy('2026-03-15', '2026-03-20', '2026-03-02')).toBe('2026-03-15')
    expect(reportBy('2026-03-15', '2026-03-13', '2026-03-02')).toBe('2026-03-11')
    // Who begins when the pay should be approved is not late before the first day of work.
    expect(reportBy('2026-03-15', '2026-03-13', '2026-03-12')).toBe('2026-03-13')
    expect(reportBy('2026-03-13', '2026-03-13', '2026-03-12')).toBe('2026-03-13')
  })
})

describe('the schedule', () => {
  const holiday = (date: string) => date === '2026-03-04'
  it('spreads scheduled time over the days of work', () => {
    const of = scheduleOf({ first: '2026-03-02', last: '2026-03-08' }, 3201, holiday)
    expect(of.map(({ hours_hundredths }) => hours_hundredths)).toEqual([
      801, 800, 0, 800, 800, 0, 0,
    ])
  })

  it('has each day once and comes to what is scheduled, whatever that is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 30 }),
        (sum, n) => {
          const last = `2026-03-${String(1 + n).padStart(2, '0')}`
          const of = scheduleOf({ first: '2026-03-01', last }, sum, holiday)
          expect(of).toHaveLength(n + 1)
          expect(of.reduce((all, day) => all + day.hours_hundredths, 0)).toBe(sum)
        },
      ),
    )
  })
})

describe('what is answered', () => {
  const time = {
    timesheet_uuid: 'sheet',
    contractor_sub: 'amara',
    notes: 'Night test',
    reported_at: '2026-03-12T10:00:00Z',
    hours_hundredths: 8650,
  }
  const by = { entry_uuid: 'e', words: 'Half of it', author_sub: 'dana', written_at: 'now' }
  const bonus: WrittenEntry = { ...by, kind: 'BONUS', amount_minor: 100, entry_uuid: 'b' }
  const edit: WrittenEntry = { ...by, kind: 'ADJUSTMENT', hours_hundredths: -300, entry_uuid: 'a' }

  it('is an entry against the schedule; edited hours give way, money stays', () => {
    expect(withReported([edit, bonus], 8000, time, null)).toEqual({
      hours_hundredths: 8650,
      entries: [
        {
          entry_uuid: 'sheet',
          kind: 'REPORTED_TIME',
          hours_hundredths: 650,
          words: 'Night test',
          author_sub: 'amara',
          written_at: '2026-03-12T10:00:00Z',
        },
        bonus,
      ],
    })
  })

  it('with a correction stays as it was reported, and an adjustment makes the difference', () => {
    const { hours_hundredths, entries } = withReported(null, 8000, time, {
      corrected_hundredths: 8300,
      by,
    })
    expect(hours_hundredths).toBe(8300)
    expect(entries?.map(of => [of.kind, of.hours_hundredths])).toEqual([
      ['REPORTED_TIME', 650],
      ['ADJUSTMENT', -350],
    ])
  })

  it('answered again leaves nothing of the answer before, and taken off nothing at all', () => {
    const first = withReported([bonus], 8000, time, { corrected_hundredths: 8300, by })
    const second = withReported(first.entries, 8000, { ...time, hours_hundredths: 7750 }, null)
    expect(second.entries?.map(of => [of.kind, of.hours_hundredths])).toEqual([
      ['REPORTED_TIME', -250],
      ['BONUS', undefined],
    ])
    expect(withoutReported(second.entries)).toEqual([bonus])
  })

  it('always sums to the hours that are paid', () => {
    const hours = fc.integer({ min: 1, max: 74_400 })
    fc.assert(
      fc.property(
        hours,
        hours,
        fc.option(hours),
        fc.bigInt(1n, 99_999n),
        (scheduled, sum, corrected, minor) => {
          const after = withReported(
            [edit],
            scheduled,
            { ...time, hours_hundredths: sum },
            corrected === null ? null : { corrected_hundredths: corrected, by },
          )
          const paid = corrected ?? sum
          expect(after.hours_hundredths).toBe(paid)
          const entries = entriesOf({
            hourly_rate: { currency: 'USD', minor },
            scheduled_hours_hundredths: scheduled,
            back_pay: false,
            edited: null,
            ...after,
          })
          expect(entries.reduce((all, of) => all + (of.hours_hundredths ?? 0), 0)).toBe(paid)
        },
      ),
    )
  })
})

describe('an answer as it is paid', () => {
  const corrected = {
    status: 'CORRECTED',
    hours_hundredths: 7_750,
    corrected_hundredths: 7_000,
    reason: 'A holiday.',
  } as const
  const accepted = {
    ...corrected,
    status: 'ACCEPTED',
    corrected_hundredths: null,
    reason: '',
  } as const
  const other = { status: 'CORRECTED', corrected_hundredths: 7_600, reason: 'Night test' }
  it.each([
    [
      'what was corrected and is paid',
      corrected,
      7_000,
      { status: 'CORRECTED', corrected_hundredths: 7_000, reason: 'A holiday.' },
    ],
    [
      'what was corrected and is paid as it was reported',
      corrected,
      7_750,
      { status: 'ACCEPTED', corrected_hundredths: null, reason: '' },
    ],
    ['what was corrected and written otherwise since', corrected, 7_600, other],
    [
      'what was accepted and is paid',
      accepted,
      7_750,
      { status: 'ACCEPTED', corrected_hundredths: null, reason: '' },
    ],
    ['what was accepted and written otherwise since', accepted, 7_600, other],
    [
      'what nobody answered',
      { ...accepted, status: 'REPORTED' as const },
      8_000,
      { status: 'REPORTED', corrected_hundredths: null, reason: '' },
    ],
  ])('is %s', (_, answered, hours, expected) => {
    expect(answerAsPaid(answered, { hours, words: 'Night test' })).toEqual(expected)
  })
})

it('hours correct time that was answered where they are neither paid by now nor what was reported', () => {
  const corrects = (status: TimesheetStatus, paid: number, written: number) =>
    correctsAnswer({ status, hours_hundredths: 7750 }, { paid, written })
  expect(corrects('ACCEPTED', 7750, 7600)).toBe(true)
  expect(corrects('CORRECTED', 7000, 7600)).toBe(true)
  expect(corrects('CORRECTED', 7000, 7000)).toBe(false)
  expect(corrects('CORRECTED', 7000, 7750)).toBe(false)
  for (const status of ['OPEN', 'REPORTED', 'STANDS'] as const)
    expect(corrects(status, 8000, 7600)).toBe(false)
})
