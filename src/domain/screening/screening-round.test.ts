import { describe, expect, it } from 'vitest'
import type { HitStatus } from './screening-hit.ts'
import { type KeptHit, type Pair, reconcile } from './screening-round.ts'

const pair = (subject_digest = 's1', entry_digest = 'e1'): Pair => ({
  subject_key: 'amara',
  subject_digest,
  source: 'invented',
  entry_id: '7',
  entry_digest,
})
const hit = (status: HitStatus, of = pair()): KeptHit => ({ ...of, hit_uuid: status, status })
const round = (
  found: readonly Pair[],
  kept: readonly KeptHit[],
  more: { now?: string; listed?: boolean } = {},
) =>
  reconcile({
    found,
    kept,
    subjects: new Map([['amara', more.now ?? 's1']]),
    isListed: () => more.listed ?? true,
  })
const nothing = { opened: [], changed: [], lapsed: [] }

describe('looking for somebody anew', () => {
  it('opens what is new, once', () => {
    expect(round([pair()], [])).toEqual({ ...nothing, opened: [pair()] })
    for (const status of ['OPEN', 'CLAIMED', 'CONFIRMED', 'CLEARED'] as const)
      expect([status, round([pair()], [hit(status)])]).toEqual([status, nothing])
  })
  it('remembers what was cleared, and asks anew when either side reads otherwise', () => {
    for (const other of [pair('s2'), pair('s1', 'e2')])
      expect(round([other], [hit('CLEARED')])).toEqual({ ...nothing, opened: [other] })
  })
  it('asks an open one as it is now, and leaves a confirmed one', () => {
    const other = pair('s1', 'e2')
    for (const status of ['OPEN', 'CLAIMED'] as const)
      expect(round([other], [hit(status)]).changed).toEqual([{ hit_uuid: status, found: other }])
    expect(round([other], [hit('CONFIRMED')])).toEqual(nothing)
    expect(round([], [hit('CONFIRMED')], { listed: false })).toEqual(nothing)
  })
  it('lets one lapse that reads again as it was cleared', () => {
    expect(round([pair()], [hit('CLEARED'), hit('OPEN', pair('s1', 'e2'))])).toEqual({
      ...nothing,
      lapsed: ['OPEN'],
    })
  })
  it('lets an open one lapse by its list, and not because somebody changed their name', () => {
    expect(round([], [hit('OPEN')], { listed: false }).lapsed).toEqual(['OPEN'])
    expect(round([], [hit('OPEN')]).lapsed).toEqual(['OPEN'])
    expect(round([], [hit('OPEN')], { now: 's2' })).toEqual(nothing)
    expect(round([], [hit('LAPSED')], { listed: false })).toEqual(nothing)
  })
})
