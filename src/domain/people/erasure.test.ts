import { describe, expect, it } from 'vitest'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { type Ended, erasureOf, keptSince } from './erasure.ts'

const day = (text: string) => text as PlainDateString
const left: Ended = { engaged: false, owed: false, last_day: day('2024-02-29') }
const draft = { document_uuid: 'draft', was_verified: false }
const passport = { document_uuid: 'passport', was_verified: true }

describe('papers of who left', () => {
  it.each([
    ['somebody works for a company', { engaged: true, owed: false }],
    ['pay is still to come', { engaged: false, owed: true }],
    ['both', { engaged: true, owed: true }],
  ])('stay while %s', (_why, ended) => {
    expect(erasureOf({ ...left, ...ended }, [draft, passport], day('2040-01-01'))).toEqual({
      kind: 'engaged',
    })
  })

  it('that nobody was verified by are erased at once, the others five years on', () => {
    expect(erasureOf(left, [draft, passport], day('2024-03-01'))).toEqual({
      kind: 'erase',
      document_uuids: ['draft'],
      kept_until: '2029-02-28',
    })
    expect(erasureOf(left, [passport], day('2029-02-28'))).toEqual({
      kind: 'nothing',
      kept_until: '2029-02-28',
    })
    expect(erasureOf(left, [draft, passport], day('2029-03-01'))).toEqual({
      kind: 'erase',
      document_uuids: ['draft', 'passport'],
      kept_until: null,
    })
    expect(erasureOf(left, [], day('2029-03-01'))).toEqual({ kind: 'nothing', kept_until: null })
  })

  it('are due by the day five years ago', () => {
    expect(keptSince(day('2029-03-01'))).toBe('2024-03-01')
    expect(keptSince(day('2028-02-29'))).toBe('2023-02-28')
  })
})
