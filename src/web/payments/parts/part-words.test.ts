import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { periodText, waitText } from '#web/parts/times.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { LOCALE } from '#web/words/words.tsx'
import type { PaymentPart } from '../queries.ts'
import { arriving, difference, isLate, partWords } from './part-words.ts'

const part: PaymentPart = {
  payment_uuid: null,
  destination_uuid: null,
  label: 'Sample •• 3391',
  network: 'fiat',
  percentage: 70,
  source: { currency: 'USD', amount_in_smallest_unit: 187_600 },
  promised: { currency: 'INR', amount_in_smallest_unit: 16_548_946 },
  left: null,
  delivered: null,
  rate: '88.2140',
  rate_source: 'ECB',
  rate_as_of: '2026-11-23',
  status: null,
  hold_reason: null,
  failure_reason: null,
  held_until: null,
  note: null,
  note_said: null,
  arrives: '2026-11-30',
  country_code: 'IN',
  settled_at: null,
  days_late: 0,
  reference: null,
  simulated: false,
  outside: false,
  given_back: false,
}

const words = partWords(
  createTranslator({ locale: LOCALE, messages: ALL_WORDS, namespace: 'payments.part' }),
)

describe('the words of a part', () => {
  it('tell its share, its source and its rate', () => {
    expect(words.share(part, '1876.00 USD')).toBe('70%, 1876.00 USD at 88.2140')
    expect(words.share({ ...part, rate: '1' }, '1876.00 USD')).toBe('70%, 1876.00 USD at par')
    expect(words.rate({ ...part, rate: '3.672565607734807' })).toBe('at 3.67257')
    expect(words.rate({ ...part, rate: '0.0000066679' })).toBe('at 0.0000066679')
  })

  it('tell of what came back what had left, in whose currency it was converted after the approval as well', () => {
    const left = { currency: 'INR', amount_in_smallest_unit: 16_532_886 }
    const back = { ...part, promised: null, status: 'RETURNED' as const }
    expect(arriving({ ...back, left })).toEqual(left)
    expect(arriving(back)).toEqual(part.source)
    expect(arriving(part)).toEqual(part.promised)
  })

  it('tell what the bank kept, and how late it was', () => {
    const delivered = { currency: 'INR', amount_in_smallest_unit: 16_532_886 }
    const arrived = { ...part, delivered, days_late: 4, settled_at: '2026-12-01T09:00:00Z' }
    expect(difference(part)).toBeUndefined()
    expect(difference(arrived)).toEqual({ currency: 'INR', amount_in_smallest_unit: -16_060 })
    expect(words.arrival(part)).toBeUndefined()
    expect(words.arrival(arrived)).toBe('4 days late')
    expect(words.arrivedAt(arrived, 'Dec 1')).toBe('Dec 1, 4 days late')
    expect([isLate(part), isLate(arrived)]).toEqual([false, true])
  })
})

describe('dates of payments', () => {
  it('name a month once where it is one', () => {
    expect(periodText('2026-11-09', '2026-11-22')).toBe('November 9 – 22')
    expect(periodText('2026-10-26', '2026-11-08')).toBe('October 26 – November 8')
  })

  it('round a wait up to the next minute', () => {
    const now = Date.parse('2026-11-24T00:00:00Z')
    expect(waitText('2026-11-24T17:41:30Z', now)).toBe('17 h 42 min')
    expect(waitText('2026-11-24T00:00:10Z', now)).toBe('1 min')
  })
})
