import { expect, it } from 'vitest'
import { newEntry, termsOf, withPeriodType } from './policy-entry.ts'

it('a monthly policy ends on the last day of every month unless a day is chosen, in a month of 30 days too', () => {
  for (const [today, first] of [
    ['2026-11-22', '2026-10-31'],
    ['2026-12-05', '2026-12-31'],
    ['2026-02-01', '2026-01-31'],
  ] as const) {
    const entry = withPeriodType(newEntry(today), 'MONTHLY', today)
    expect(termsOf(entry).first_period_end_date).toBe(first)
  }
  const entry = { ...withPeriodType(newEntry('2026-11-22'), 'MONTHLY', '2026-11-22') }
  const chosen = { ...entry, month_end: 'day', first_period_end_date: '2026-12-15' } as const
  expect(termsOf(chosen).first_period_end_date).toBe('2026-12-15')
})
