import { expect, it } from 'vitest'
import { checkCompanyHolidays } from './holiday-policy.ts'

it('a day that is wrong is named as people write it, and why', () => {
  const days = ['2026-12-28', '2026-12-28', '2026-11-02', '2036-01-01', '2026-02-30']
  const holidays = days.map(date => ({ date, label: 'Closed' }))
  const wrong = checkCompanyHolidays(holidays, { known: [], today: '2026-11-30' })
  expect(wrong.map(({ loc, text, params }) => [loc[2], text.split('.').at(-1), params])).toEqual([
    [1, 'twice', { date: 'December 28, 2026' }],
    [2, 'over', { date: 'November 2, 2026' }],
    [3, 'far', { years: 3 }],
    [4, 'noDate', undefined],
  ])
})
