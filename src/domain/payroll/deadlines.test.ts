import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/plain-date.ts'
import { approveBy, approvedThrough, isLateToFund } from './deadlines.ts'

describe('by when pay is approved', () => {
  it('is two working days before its date', () => {
    expect(approveBy('2026-12-04', '2026-11-20')).toBe('2026-12-02')
    expect(approveBy('2026-12-07', '2026-11-20')).toBe('2026-12-03')
  })

  it('is one rule, whichever way it is read, on every day of the week', () => {
    for (let day = 0; day < 7; day++) {
      const today = addDays('2026-11-23', day)
      for (let ahead = 0; ahead < 12; ahead++) {
        const pay_date = addDays(today, ahead)
        const due = approveBy(pay_date, today) === today
        expect([today, pay_date, pay_date <= approvedThrough(today)]).toEqual([
          today,
          pay_date,
          due,
        ])
      }
    }
  })
})

describe('money that is sent', () => {
  it.each([
    ['2026-12-01', false],
    ['2026-12-02', true],
    ['2026-12-05', true],
  ])('on %s for Friday, December 4 may come too late: %s', (today, late) => {
    expect(isLateToFund('2026-12-04', today)).toBe(late)
  })
})
