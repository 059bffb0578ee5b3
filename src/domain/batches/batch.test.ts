import { describe, expect, it } from 'vitest'
import { batchSteps } from './batch.ts'

const NOTHING = { joining: 0, waiting: 0, paying: 0, settled: 0, cancelled: 0 }
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

  it('is none where all of it was taken back', () => {
    expect(states({ cancelled: 3 })).toEqual([])
  })
})
