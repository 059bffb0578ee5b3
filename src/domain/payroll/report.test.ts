import { expect, it } from 'vitest'
import { REPORT_SLICE, reportState } from './report.ts'

const now = new Date('2026-11-22T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

it('a report of one slice is made at once, whatever was asked for', () => {
  expect(reportState(0, undefined, now)).toBe('AT_ONCE')
  expect(reportState(REPORT_SLICE, { status: 'MAKING', done: 0, moved_at: now }, now)).toBe(
    'AT_ONCE',
  )
  expect(reportState(REPORT_SLICE + 1, undefined, now)).toBe('NOT_MADE')
})

it('a report that does not move any more has failed, and can be asked for again', () => {
  const making = (minutes: number, done = 250) =>
    reportState(1000, { status: 'MAKING', done, moved_at: minutesAgo(minutes) }, now)
  expect(making(1)).toBe('MAKING')
  expect(making(11)).toBe('FAILED')
  // Others come first.
  expect(making(11, 0)).toBe('MAKING')
  expect(making(24 * 60 + 1, 0)).toBe('FAILED')
  expect(reportState(1000, { status: 'READY', done: 1000, moved_at: minutesAgo(11) }, now)).toBe(
    'READY',
  )
})
