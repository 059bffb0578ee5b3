import { describe, expect, it } from 'vitest'
import {
  decideStep,
  STEP_STATUSES,
  type StepAction,
  type StepFacts,
  stepActions,
  stepMachine,
  stepStatus,
} from './approval-step.ts'
import { mayMoveAlone } from './platform-limit.ts'

const EXPIRES = new Date('2026-03-21T10:00:00Z')
const BEFORE = new Date('2026-03-21T09:59:59.999Z')
const step: StepFacts = {
  answer: null,
  expires_at: EXPIRES,
  digest: 'seen',
  asked_by: 'emeka',
  asker_may: true,
  answered_by: null,
}
const approved: StepFacts = { ...step, answer: 'APPROVED', answered_by: 'noor' }
const rejected: StepFacts = { ...step, answer: 'REJECTED', answered_by: 'noor' }
const withdrawn: StepFacts = { ...step, answer: 'WITHDRAWN', answered_by: 'emeka' }
const gone: StepFacts = { ...step, asker_may: false }
const noor = { by: 'noor', may_answer: true, digest: 'seen' }
const emeka = { by: 'emeka', may_answer: true, digest: 'seen' }

describe('an answer to a step', () => {
  it.each([
    // A second person answers.
    ['approve', step, noor, BEFORE, 'APPROVED'],
    ['reject', step, noor, BEFORE, 'REJECTED'],
    ['reject', step, { ...noor, digest: null }, BEFORE, 'REJECTED'],
    // Who asked does not, whichever session; and takes back what nobody else can.
    ['approve', step, emeka, BEFORE, 'NOT_YOURS'],
    ['reject', step, emeka, BEFORE, 'NOT_YOURS'],
    ['withdraw', step, emeka, BEFORE, 'WITHDRAWN'],
    ['withdraw', step, noor, BEFORE, 'NOT_YOURS'],
    ['withdraw', step, { ...emeka, may_answer: false }, BEFORE, 'WITHDRAWN'],
    // The role of now decides.
    ['approve', step, { ...noor, may_answer: false }, BEFORE, 'ROLE'],
    ['reject', step, { ...noor, may_answer: false }, BEFORE, 'ROLE'],
    // A yes is to what was seen, of somebody who may still ask; a no is to anything.
    ['approve', step, { ...noor, digest: 'other' }, BEFORE, 'OTHER_CONTENT'],
    ['approve', step, { ...noor, digest: null }, BEFORE, 'OTHER_CONTENT'],
    ['approve', gone, noor, BEFORE, 'ASKER_GONE'],
    ['reject', gone, noor, BEFORE, 'REJECTED'],
    // In time.
    ['approve', step, noor, EXPIRES, 'CLOSED'],
    ['reject', step, noor, EXPIRES, 'CLOSED'],
    ['withdraw', step, emeka, EXPIRES, 'CLOSED'],
    // Once; the same again by the same person answers the same.
    ['approve', approved, noor, BEFORE, 'APPROVED again'],
    ['approve', approved, noor, EXPIRES, 'APPROVED again'],
    ['approve', approved, { ...noor, by: 'ines' }, BEFORE, 'CLOSED'],
    ['reject', approved, noor, BEFORE, 'CLOSED'],
    ['withdraw', approved, emeka, BEFORE, 'CLOSED'],
    ['approve', rejected, noor, BEFORE, 'CLOSED'],
    ['reject', rejected, noor, BEFORE, 'REJECTED again'],
    ['approve', withdrawn, noor, BEFORE, 'CLOSED'],
    ['withdraw', withdrawn, emeka, BEFORE, 'WITHDRAWN again'],
    ['approve', { ...step, answer: 'EXPIRED' }, noor, BEFORE, 'CLOSED'],
  ] as const)('%s of %j by %j at %s: %s', (action, facts, who, now, expected) => {
    const decision = decideStep(facts, { action, ...who }, now)
    const said =
      'refused' in decision
        ? decision.refused
        : `${decision.status}${decision.again ? ' again' : ''}`
    expect(said).toBe(expected)
  })

  it('never comes of who asked, and never twice, in any state', () => {
    for (const answer of [null, ...STEP_STATUSES.filter(status => status !== 'WAITING')])
      for (const action of ['approve', 'reject'] as StepAction[])
        for (const now of [BEFORE, EXPIRES]) {
          const facts = { ...step, answer, answered_by: answer && 'emeka' }
          expect(decideStep(facts, { action, ...emeka }, now)).toEqual({ refused: 'NOT_YOURS' })
        }
    for (const status of STEP_STATUSES)
      if (status !== 'WAITING') expect(stepMachine.actions(status)).toEqual([])
  })

  it('is offered to those of whom it would be taken', () => {
    expect(stepActions(step, noor, BEFORE)).toEqual(['approve', 'reject'])
    expect(stepActions(step, emeka, BEFORE)).toEqual(['withdraw'])
    expect(stepActions(gone, noor, BEFORE)).toEqual(['reject'])
    expect(stepActions(step, { ...noor, may_answer: false }, BEFORE)).toEqual([])
    for (const [facts, now] of [
      [step, EXPIRES],
      [approved, BEFORE],
      [withdrawn, BEFORE],
    ] as const)
      for (const who of [noor, emeka]) expect(stepActions(facts, who, now)).toEqual([])
  })

  it('that never came is an expiry', () => {
    expect([stepStatus(step, BEFORE), stepStatus(step, EXPIRES)]).toEqual(['WAITING', 'EXPIRED'])
    expect(stepStatus(approved, EXPIRES)).toBe('APPROVED')
  })
})

describe('the limit', () => {
  it.each([
    [100n, 0n, 100n, true],
    [101n, 0n, 100n, false],
    [60n, 40n, 100n, true],
    [60n, 41n, 100n, false],
    // Nothing moves, or nobody knows what.
    [0n, 999n, 100n, true],
    [undefined, 0n, 100n, false],
    [undefined, 0n, null, true],
    [10n ** 18n, 0n, null, true],
    [1n, 0n, 0n, false],
  ])('of %s after %s against %s: alone %s', (worth, alone, limit, expected) =>
    expect(mayMoveAlone(worth, alone, limit)).toBe(expected),
  )
})
