import { describe, expect, it } from 'vitest'
import { sayText } from '#server/kernel/words.ts'
import { assert, Defect, present } from './assert.ts'
import { machine, transition } from './machine.ts'
import { invalidField, Problem } from './problem.ts'

const light = machine<'RED' | 'GREEN' | 'OFF', 'go' | 'stop' | 'break'>({
  RED: { go: 'GREEN', break: 'OFF' },
  GREEN: { stop: 'RED', break: 'OFF' },
  OFF: {},
})

describe('machine', () => {
  it('answers from the table', () => {
    expect(light.next('RED', 'go')).toBe('GREEN')
    expect(light.next('RED', 'stop')).toBeUndefined()
    expect(light.actions('GREEN')).toEqual(['stop', 'break'])
    expect(light.sources('break')).toEqual(['RED', 'GREEN'])
    expect(light.sources('go')).toEqual(['RED'])
  })

  it('a forbidden transition says the state and what is allowed', () => {
    expect(transition(light, 'light', 'RED', 'go')).toBe('GREEN')
    const refused = (from: 'RED' | 'OFF') => {
      try {
        transition(light, 'light', from, 'stop')
      } catch (error) {
        if (error instanceof Problem) return error
      }
      return undefined
    }
    expect(refused('RED')).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      detail: 'This light is RED, so it cannot stop. It allows: go, break.',
    })
    expect(refused('OFF')).toMatchObject({
      detail: expect.stringContaining('Nothing more can be done with it.'),
    })
  })
})

describe('problems and defects', () => {
  it('an invalid field carries its path from the body', () => {
    const text = 'kernel.problems.countryRequired'
    expect(invalidField('address.country', text)).toMatchObject({
      code: 'VALIDATION',
      text,
      fields: [{ loc: ['body', 'address', 'country'], text, type: 'value_error' }],
    })
    expect(invalidField(['rows', 3], text).fields?.[0]?.loc).toEqual(['body', 'rows', 3])
  })

  it('a cause stays out of what people read', () => {
    const problem = new Problem('UNAVAILABLE', 'kernel.problems.busy', {
      cause: new Error('secret'),
    })
    expect(`${problem.message} ${sayText(problem)}`).not.toContain('secret')
    expect(problem.cause).toBeInstanceOf(Error)
  })

  it('a broken assumption is a defect', () => {
    expect(() => assert(0, 'why')).toThrow(Defect)
    expect(() => present(undefined, 'why')).toThrow(Defect)
    expect(() => present(null, 'why')).toThrow(Defect)
    expect(present(0, 'why')).toBe(0)
  })
})
