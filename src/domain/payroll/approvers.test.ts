import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ApproverDecision,
  type ApproverFacts,
  decideApprover,
  whoIsAsked,
} from './approvers.ts'

const facts = (
  of: Partial<Omit<ApproverFacts, 'editors'>> & { editors?: string[] },
): ApproverFacts => ({
  ...{ by: 'dana', approvers: ['dana'], takes_two: false, first_yes: null, ...of },
  editors: new Set(of.editors ?? []),
})
const two = ['dana', 'lee']
const three = ['dana', 'lee', 'noor']

describe('a yes', () => {
  const rows: [string, Parameters<typeof facts>[0], ApproverDecision][] = [
    ['of the only one approves', {}, 'APPROVES'],
    ['of the only one approves what they edited', { editors: ['dana'] }, 'APPROVES'],
    ['of the only one is none where two have to', { takes_two: true }, 'NO_SECOND'],
    ['of one of two approves', { approvers: two }, 'APPROVES'],
    ['to what another edited approves', { approvers: two, editors: ['lee'] }, 'APPROVES'],
    ['to what oneself edited is refused', { approvers: two, editors: ['dana'] }, 'EDITED'],
    ['to what everybody edited is the first of two', { approvers: two, editors: two }, 'FIRST_YES'],
    [
      'to what everybody edited is the second of two',
      { approvers: two, editors: two, first_yes: 'lee' },
      'APPROVES',
    ],
    ['to a large sum is the first of two', { approvers: two, takes_two: true }, 'FIRST_YES'],
    [
      'to a large sum is the second of two',
      { approvers: two, takes_two: true, first_yes: 'lee' },
      'APPROVES',
    ],
    ['said twice is one', { approvers: two, takes_two: true, first_yes: 'dana' }, 'FIRST_YES'],
    [
      'of somebody who may not any more does not count',
      { approvers: two, takes_two: true, first_yes: 'gone' },
      'FIRST_YES',
    ],
    [
      'of an editor waits for who did not edit',
      { approvers: two, editors: ['dana'], takes_two: true },
      'EDITED',
    ],
    [
      'of an editor is the second where nobody else is left to be',
      { approvers: two, editors: ['dana'], takes_two: true, first_yes: 'lee' },
      'APPROVES',
    ],
    [
      'of an editor is not the second while somebody else can be',
      { approvers: three, editors: ['dana'], takes_two: true, first_yes: 'lee' },
      'EDITED',
    ],
    [
      'to a large sum that another edited is the first of two',
      { approvers: three, editors: ['lee'], takes_two: true },
      'FIRST_YES',
    ],
  ]
  it.each(rows)('%s', (_, of, decision) => {
    expect(decideApprover(facts(of))).toBe(decision)
  })

  const anything = fc.record({
    by: fc.constantFrom(...three),
    approvers: fc.subarray(three).map(some => [...some]),
    editors: fc.subarray(three),
    takes_two: fc.boolean(),
    first_yes: fc.option(fc.constantFrom(...three), { nil: null }),
  })
  const all = anything.map(of => ({ ...of, approvers: [...new Set([...of.approvers, of.by])] }))

  it('never approves alone what takes two, nor what one edited while others could', () => {
    fc.assert(
      fc.property(all, of => {
        if (decideApprover(facts(of)) !== 'APPROVES') return
        const others = of.approvers.filter(sub => sub !== of.by)
        const seconded = of.first_yes !== null && others.includes(of.first_yes)
        if (of.takes_two) expect(seconded).toBe(true)
        if (of.editors.includes(of.by) && others.length > 0) expect(seconded).toBe(true)
      }),
    )
  })

  it('always leads somewhere: whoever is asked can say the next yes', () => {
    fc.assert(
      fc.property(all, of => {
        const decision = decideApprover(facts(of))
        const asked = whoIsAsked(facts(of))
        if (decision === 'FIRST_YES')
          expect(asked.map(by => decideApprover(facts({ ...of, by, first_yes: of.by })))).toContain(
            'APPROVES',
          )
        if (decision === 'EDITED') {
          const next = asked.map(by =>
            decideApprover(
              facts({ ...of, by, first_yes: of.first_yes === by ? null : of.first_yes }),
            ),
          )
          expect(next.some(of => of === 'APPROVES' || of === 'FIRST_YES')).toBe(true)
        }
        if (decision === 'NO_SECOND') expect(of.approvers).toEqual([of.by])
      }),
    )
  })
})
