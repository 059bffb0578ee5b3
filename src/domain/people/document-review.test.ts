import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/plain-date.ts'
import { endsSoonUntil, expiryNotice } from './document-expiry.ts'
import { DOCUMENT_REASONS, documentMachine, reasonText } from './document-review.ts'
import { dueReminder, LATEST_DAYS, REMINDER_DAYS } from './onboarding-reminders.ts'

describe('a document', () => {
  it('is decided by itself: rejected after it was accepted, and the other way about', () => {
    expect(documentMachine.next('PENDING_REVIEW', 'verify')).toBe('VERIFIED')
    expect(documentMachine.next('VERIFIED', 'reject')).toBe('REJECTED')
    expect(documentMachine.next('REJECTED', 'verify')).toBe('VERIFIED')
    expect(documentMachine.next('VERIFIED', 'verify')).toBeUndefined()
    expect(documentMachine.next('REJECTED', 'reject')).toBeUndefined()
  })

  it('has words for every standard reason but the one that needs them', () => {
    for (const code of DOCUMENT_REASONS)
      expect(reasonText(code) === undefined).toBe(code === 'OTHER')
  })

  it('is announced 30 days before it ends and on the day, the latest alone', () => {
    const ends = '2026-12-31'
    expect(expiryNotice(ends, '2026-11-30')).toBeNull()
    expect(expiryNotice(ends, '2026-12-01')).toBe(30)
    expect(expiryNotice(ends, '2026-12-30')).toBe(30)
    expect(expiryNotice(ends, ends)).toBe(30)
    expect(expiryNotice(ends, addDays(ends, 1))).toBe(0)
    expect(expiryNotice(ends, '2027-05-01')).toBe(0)
    expect(expiryNotice(endsSoonUntil('2026-11-23'), '2026-11-23')).toBe(30)
    expect(expiryNotice(addDays(endsSoonUntil('2026-11-23'), 1), '2026-11-23')).toBeNull()
  })
})

describe('a reminder', () => {
  it('is due on each of its days, and once', () => {
    const sent: number[] = []
    for (let day = 0; day <= LATEST_DAYS + 10; day++) {
      const due = dueReminder(day, sent)
      if (due !== null) sent.push(due)
      expect(due === null || due === day).toBe(true)
    }
    expect(sent).toEqual([...REMINDER_DAYS])
  })

  it('that was missed is not made up for: whenever it is looked, the newest alone is sent', () => {
    const looks = fc.uniqueArray(fc.integer({ min: 0, max: 60 }))
    fc.assert(
      fc.property(looks, days => {
        const sent: number[] = []
        for (const day of days.toSorted((a, b) => a - b)) {
          const due = dueReminder(day, sent)
          if (due === null) continue
          expect(due).toBe(REMINDER_DAYS.findLast(of => of <= day))
          expect(day).toBeLessThanOrEqual(LATEST_DAYS)
          sent.push(due)
        }
        expect(new Set(sent).size).toBe(sent.length)
      }),
    )
  })
})
