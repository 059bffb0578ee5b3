import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/plain-date.ts'
import { sayText } from '#server/kernel/words.ts'
import { prorate } from './proration.ts'

const november = { start_date: '2026-11-09', end_date: '2026-11-22' }
const whole = {
  scheduled_hours_hundredths: 8000,
  period: november,
  contract_start_date: '2026-01-05',
  contract_end_date: null,
  isHoliday: () => false,
}

describe('prorate', () => {
  it('gives all hours to a contract that covers the period', () => {
    expect(prorate(whole)).toEqual({
      hours_hundredths: 8000,
      worked_business_days: 10,
      period_business_days: 10,
      prorated: false,
      said: { text: 'payroll.proration.whole', params: { hours: '80.00' } },
    })
  })

  it('counts from the start of the contract and up to its end', () => {
    const part = prorate({
      ...whole,
      contract_start_date: '2026-11-11',
      contract_end_date: '2026-11-19',
    })
    expect(part).toMatchObject({ hours_hundredths: 5600, worked_business_days: 7, prorated: true })
    expect(sayText(part.said)).toBe(
      '56.00 of 80.00 hours, for 7 of 10 business days: ' +
        'its days begin on November 11, 2026 and its days end on November 19, 2026.',
    )
  })

  it('does not prorate for a missing weekend, nor count holidays', () => {
    expect(prorate({ ...whole, contract_end_date: '2026-11-20' }).prorated).toBe(false)
    const feast = (date: string) => date === '2026-11-11'
    expect(
      prorate({ ...whole, contract_start_date: '2026-11-12', isHoliday: feast }),
    ).toMatchObject({ worked_business_days: 7, period_business_days: 9, hours_hundredths: 6222 })
  })

  it('rounds half to even, once', () => {
    const half = { ...whole, scheduled_hours_hundredths: 5, contract_start_date: '2026-11-16' }
    expect(prorate(half).hours_hundredths).toBe(2)
    expect(prorate({ ...half, scheduled_hours_hundredths: 7 }).hours_hundredths).toBe(4)
  })

  it('gives nothing outside the period, and takes calendar days where a feast leaves no other', () => {
    expect(prorate({ ...whole, contract_start_date: '2026-11-23' }).hours_hundredths).toBe(0)
    expect(prorate({ ...whole, contract_end_date: '2026-11-08' }).hours_hundredths).toBe(0)
    expect(
      prorate({ ...whole, contract_start_date: '2026-11-16', isHoliday: () => true }),
    ).toMatchObject({ hours_hundredths: 4000, period_business_days: 14 })
  })

  it('two contracts that meet inside a period earn together what one would, within the rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 13 }),
        (hours, n) => {
          const change = addDays(november.start_date, n)
          const facts = { ...whole, scheduled_hours_hundredths: hours }
          const a = prorate({ ...facts, contract_end_date: addDays(change, -1) })
          const b = prorate({ ...facts, contract_start_date: change })
          expect(a.worked_business_days + b.worked_business_days).toBe(10)
          expect(Math.abs(a.hours_hundredths + b.hours_hundredths - hours)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
