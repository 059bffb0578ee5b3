import { expect, it } from 'vitest'
import { type Absence, type AbsenceFault, absenceFault } from './substitute.ts'

const today = '2026-03-02'
const absence = (of: Partial<Absence> = {}): Absence => ({
  ...{ absent_sub: 'dana', substitute_sub: 'lee', from: '2026-03-02', until: '2026-03-20', ...of },
})
const others = [
  absence({ absent_sub: 'noor', substitute_sub: 'ann', from: '2026-03-10', until: '2026-03-12' }),
]

it.each<[string, Partial<Absence>, Pick<AbsenceFault, 'field' | 'why'> | undefined]>([
  ['may begin today', {}, undefined],
  ['may have begun', { from: '2026-02-20' }, undefined],
  ['may be one day', { until: today }, undefined],
  ['lasts 60 days at most', { until: '2026-04-30' }, undefined],
  ['and not 61', { until: '2026-05-01' }, { field: 'until', why: 'TOO_LONG' }],
  ['is not over', { from: '2026-02-20', until: '2026-03-01' }, { field: 'until', why: 'PAST' }],
  [
    'ends after it begins',
    { from: '2026-03-04', until: '2026-03-03' },
    { field: 'until', why: 'ORDER' },
  ],
  [
    'begins within a year',
    { from: '2027-03-04', until: '2027-03-05' },
    { field: 'from', why: 'TOO_FAR' },
  ],
  ['needs another', { substitute_sub: 'dana' }, { field: 'substitute_sub', why: 'ONESELF' }],
  ['who may approve', { substitute_sub: 'vic' }, { field: 'substitute_sub', why: 'NOT_APPROVER' }],
  ['and is not away too', { substitute_sub: 'noor' }, { field: 'substitute_sub', why: 'AWAY_TOO' }],
  ['but may be on other days', { substitute_sub: 'noor', until: '2026-03-09' }, undefined],
  ['is not of who stands in', { absent_sub: 'ann' }, { field: 'from', why: 'STANDS_IN' }],
  ['but may be on other days than those', { absent_sub: 'ann', from: '2026-03-13' }, undefined],
])('an absence %s', (_, of, fault) => {
  const found = absenceFault(absence(of), {
    today,
    approvers: ['dana', 'lee', 'noor', 'ann'],
    others,
  })
  expect(found && { field: found.field, why: found.why }).toEqual(fault)
})
