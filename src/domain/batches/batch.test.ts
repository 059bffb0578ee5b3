import { describe, expect, it } from 'vitest'
import { batchActions, batchState, batchSteps, progressOfRows } from './batch.ts'

const NOTHING = { joining: 0, waiting: 0, paying: 0, settled: 0, cancelled: 0, declined: 0 }
const states = (of: Partial<typeof NOTHING>) =>
  batchSteps({ ...NOTHING, ...of }, { failed: 0, short: false }).map(({ state }) => state)

describe('the way of a batch', () => {
  it('has nothing to approve, and nothing under way, while nobody of it has joined', () => {
    expect(states({ joining: 3 })).toEqual(['DONE', 'LATER', 'LATER', 'LATER'])
  })

  it('waits for a yes as soon as somebody has joined, and is under way once some are approved', () => {
    expect(states({ joining: 2, waiting: 1 })).toEqual(['DONE', 'WAITS', 'LATER', 'LATER'])
    expect(states({ joining: 2, paying: 1 })).toEqual(['DONE', 'NOW', 'NOW', 'NOW'])
    expect(states({ settled: 3 })).toEqual(['DONE', 'DONE', 'DONE', 'DONE'])
  })

  it('is none where all of it was taken back or declined', () => {
    expect(states({ cancelled: 3 })).toEqual([])
    expect(states({ declined: 3 })).toEqual([])
  })

  it('goes without those who declined', () => {
    expect(states({ settled: 2, declined: 1 })).toEqual(['DONE', 'DONE', 'DONE', 'DONE'])
  })
})

describe('a batch of which somebody declined', () => {
  const progress = progressOfRows([
    { state: 'DECLINED', rows: 1 },
    { state: 'SETTLED', rows: 2 },
  ])

  it('waits for them no more, and has nothing to cancel', () => {
    expect(progress).toEqual({ ...NOTHING, settled: 2, declined: 1 })
    expect(batchState(progress)).toBe('SETTLED')
    expect(batchActions(progress)).toEqual([])
  })

  it('is one of which nothing is paid where all did', () => {
    expect(batchState({ ...NOTHING, declined: 2 })).toBe('CANCELLED')
  })
})
