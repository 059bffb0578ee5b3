import { expect, it } from 'vitest'
import { REPORT_SLICE, reportState } from './report.ts'

const now = new Date('2026-11-22T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

it('a report of one slice is made at once, whatever was asked for', () => {
  expect(reportState(0, undefined, now)).toBe('AT_ONCE')
  expect(reportState(REPORT_SLICE, { status: 'MAKING', moved_at: now }, now)).toBe('AT_ONCE')
  expect(reportState(REPORT_SLICE + 1, undefined, now)).toBe('NOT_MADE')
})

it('a report that does not move any more has failed, and can be asked for again', () => {
  const making = (minutes: number) =>
    reportState(1000, { status: 'MAKING', moved_at: minutesAgo(minutes) }, now)
  expect(making(1)).toBe('MAKING')
  expect(making(11)).toBe('FAILED')
  expect(reportState(1000, { status: 'READY', moved_at: minutesAgo(11) }, now)).toBe('READY')
})
