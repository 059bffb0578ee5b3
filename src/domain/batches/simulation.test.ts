import { describe, expect, it } from 'vitest'
import type { RowState } from './batch.ts'
import { SIMULATED_STEPS, type SimulatedStep, simulated, simulatedSteps } from './simulation.ts'

/** Where a row stands after these steps, each of which it is offered. */
const reached = (email: string, steps: readonly SimulatedStep[]) =>
  steps.reduce<RowState>((state, step) => {
    expect(simulatedSteps([{ state, email }])).toContain(step)
    return simulated(step, state, email) ?? state
  }, 'INVITED')

const WAY = ['join', 'approve', 'fund', 'send', 'settle'] as const

describe('a row of the sandbox', () => {
  it('goes through the states of a real one, step by step, until it arrived', () => {
    const seen = WAY.map((_, at) => reached('ana@example.com', WAY.slice(0, at + 1)))
    expect(seen).toEqual(['WAITING', 'HELD', 'APPROVED', 'SENT', 'SETTLED'])
    const over = ['SETTLED', 'CANCELLED', 'DECLINED'] as const
    expect(simulatedSteps(over.map(state => ({ state, email: 'ana@example.com' })))).toEqual([])
  })

  it('is said no to, or does not arrive, where its address says so', () => {
    expect(reached('ana+declines@example.com', ['join'])).toBe('DECLINED')
    expect(reached('ana+fails@example.com', WAY)).toBe('FAILED')
    expect(reached('ana+fails@example.com', [...WAY, 'mend'])).toBe('SETTLED')
    expect(reached('ana+fails@example.com', [...WAY, 'give_back'])).toBe('CANCELLED')
    expect(reached('ana+returns@example.com', [...WAY, 'unsettle'])).toBe('APPROVED')
    expect(reached('ana+returns@example.com', [...WAY, 'unsettle', 'send', 'settle'])).toBe(
      'SETTLED',
    )
    expect(reached('ana@fails.example.com', WAY)).toBe('SETTLED')
  })

  it('is left alone by every step that is not its next', () => {
    for (const step of SIMULATED_STEPS)
      expect(simulated(step, 'SETTLED', 'ana@example.com')).toBeUndefined()
  })
})
