import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  entryOf,
  hundredthsOf,
  type NextPay,
  payOf,
  stepped,
  type TimePeriod,
  totalOf,
  weeksOf,
} from './time-entry.ts'

const period = {
  scheduled_hours: 16,
  schedule: [
    { date: '2026-11-28', hours: 0 },
    { date: '2026-11-30', hours: 8 },
    { date: '2026-12-01', hours: 8 },
  ],
  timesheet: { version: 2, hours: null, days: null, notes: '' },
} as unknown as TimePeriod

describe('what is typed of a timesheet', () => {
  it('begins with what is scheduled, what was reported, or what waits to be sent', () => {
    const entry = entryOf(period, undefined)
    expect(entry).toMatchObject({ mode: 'days', days: { '2026-11-30': '8.00' }, sum: '16.00' })
    expect(bodyOf(entry, 2)).toEqual({
      version: 2,
      hours: 16,
      days: period.schedule.slice(1),
      notes: '',
    })
    const reported = { ...period.timesheet, hours: 7.5, days: null, notes: 'Half' }
    expect(entryOf({ ...period, timesheet: reported }, undefined)).toMatchObject({
      mode: 'sum',
      sum: '7.50',
      notes: 'Half',
    })
    const params = { contract_uuid: 'c', start_date: '2026-11-28' }
    const days = [{ date: '2026-11-28', hours: 3 }]
    const body = { version: 2, hours: 3, days, notes: '' }
    const unsent = { input: { params, body }, key: 'k', at_ms: 0 }
    expect(entryOf(period, unsent).days).toEqual({
      '2026-11-28': '3.00',
      '2026-11-30': '0.00',
      '2026-12-01': '0.00',
    })
  })

  it('is time with at most two decimals, by point or comma, and nothing for an empty field', () => {
    expect(['7.5', '7,25', ' 8. ', '', '0'].map(hundredthsOf)).toEqual([750, 725, 800, 0, 0])
    expect(['x', '7.555', '-1', '7:30'].map(hundredthsOf)).toEqual(Array(4).fill(undefined))
    const wrong = { mode: 'days', days: { a: '8', b: 'x' }, sum: '', notes: '' } as const
    expect(totalOf(wrong)).toBeUndefined()
    expect(bodyOf(wrong, 1)).toBeUndefined()
  })

  it('goes by half hours within a day, and by weeks from Monday on', () => {
    expect([stepped('8', 1), stepped('0.25', -1), stepped('24', 1)]).toEqual([
      '8.50',
      '0.00',
      '24.00',
    ])
    expect(weeksOf(period.schedule.map(({ date }) => date))).toEqual([
      ['2026-11-28'],
      ['2026-11-30', '2026-12-01'],
    ])
  })
})

describe('what reported time pays', () => {
  const usd = (amount_in_smallest_unit: number) => ({ currency: 'USD', amount_in_smallest_unit })
  const entry = (kind: string, hours: number | null, minor: number) => ({
    ...{ kind, hours, amount: usd(minor) },
  })
  const pay = (contract_uuid: string, ...entries: unknown[]) =>
    ({ contract_uuid, start_date: '2026-11-28', end_date: '2026-12-01', entries }) as NextPay
  const of = {
    ...period,
    ...{ contract_uuid: 'c', start_date: '2026-11-28', end_date: '2026-12-01' },
    hourly_rate: usd(3800),
  }

  it('is the hours at their rate, and what is written of money on the pay of its contract', () => {
    const [scheduled, less] = [entry('SCHEDULED_TIME', 16, 60800), entry('ADJUSTMENT', -1, -3800)]
    const [bonus, deduction] = [entry('BONUS', null, 1000), entry('DEDUCTION', null, -5000)]
    const own = pay('c', scheduled, less, bonus, deduction)
    const others = [pay('b', scheduled, bonus), pay('c', entry('BACK_PAY', 8, 30400), bonus)]
    expect(payOf(of, [...others, own], 800)).toEqual({
      ...{ pay: own, beside: [bonus, deduction] },
      time: { currency: 'USD', minor: 30400n },
      whole: { currency: 'USD', minor: 26400n },
    })
  })

  it('is the hours alone where the period has no pay yet', () => {
    const sum = { currency: 'USD', minor: 30400n }
    expect(payOf(of, undefined, 800)).toEqual({ pay: undefined, beside: [], time: sum, whole: sum })
  })
})
