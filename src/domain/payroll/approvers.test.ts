import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ApproverDecision, type ApproverFacts, decideApprover, judgeYes } from './approvers.ts'

type Spelled = Partial<
  Omit<ApproverFacts, 'editors' | 'among' | 'stands_in' | 'first_yes'> & {
    editors: readonly string[]
    among: readonly string[] | null
    stands_in: Readonly<Record<string, readonly string[]>>
    first_yes: string | null
    stood_in_for: readonly string[]
  }
>

const facts = (of: Spelled): ApproverFacts => ({
  by: of.by ?? 'dana',
  approvers: of.approvers ?? ['dana'],
  editors: new Set(of.editors ?? []),
  needs: of.needs ?? 1,
  among: of.among ? new Set(of.among) : null,
  stands_in: new Map(Object.entries(of.stands_in ?? {})),
  first_yes: of.first_yes ? { by: of.first_yes, stood_in_for: of.stood_in_for ?? [] } : null,
})
const two = ['dana', 'lee']
const three = ['dana', 'lee', 'noor']

describe('a yes', () => {
  const rows: [string, Spelled, ApproverDecision][] = [
    ['of the only one approves', {}, 'APPROVES'],
    ['of the only one approves what they edited', { editors: ['dana'] }, 'APPROVES'],
    ['of the only one is none where two have to', { needs: 2 }, 'NO_SECOND'],
    ['of one of two approves', { approvers: two }, 'APPROVES'],
    ['to what another edited approves', { approvers: two, editors: ['lee'] }, 'APPROVES'],
    ['to what oneself edited is refused', { approvers: two, editors: ['dana'] }, 'EDITED'],
    ['to what everybody edited is the first of two', { approvers: two, editors: two }, 'FIRST_YES'],
    [
      'to what everybody edited is the second of two',
      { approvers: two, editors: two, first_yes: 'lee' },
      'APPROVES',
    ],
    ['to a large sum is the first of two', { approvers: two, needs: 2 }, 'FIRST_YES'],
    [
      'to a large sum is the second of two',
      { approvers: two, needs: 2, first_yes: 'lee' },
      'APPROVES',
    ],
    ['said twice is one', { approvers: two, needs: 2, first_yes: 'dana' }, 'FIRST_YES'],
    [
      'of somebody who may not any more does not count',
      { approvers: two, needs: 2, first_yes: 'gone' },
      'FIRST_YES',
    ],
    [
      'of an editor waits for who did not edit',
      { approvers: two, editors: ['dana'], needs: 2 },
      'EDITED',
    ],
    [
      'of an editor is the second where nobody else is left to be',
      { approvers: two, editors: ['dana'], needs: 2, first_yes: 'lee' },
      'APPROVES',
    ],
    [
      'of an editor is not the second while somebody else can be',
      { approvers: three, editors: ['dana'], needs: 2, first_yes: 'lee' },
      'EDITED',
    ],
    [
      'to a large sum that another edited is the first of two',
      { approvers: three, editors: ['lee'], needs: 2 },
      'FIRST_YES',
    ],
    ['of one among those whom it takes approves', { approvers: two, among: ['dana'] }, 'APPROVES'],
    ['of somebody else waits for those', { approvers: two, among: ['lee'] }, 'OTHERS'],
    [
      'of the only one whom it takes, who edited, waits for another first',
      { approvers: two, among: ['dana'], editors: ['dana'] },
      'EDITED',
    ],
    [
      'of another is then the first of two',
      { approvers: two, among: ['lee'], editors: ['lee'] },
      'FIRST_YES',
    ],
    [
      'of the one whom it takes, who edited, is then the second',
      { approvers: two, among: ['dana'], editors: ['dana'], first_yes: 'lee' },
      'APPROVES',
    ],
    [
      'is none where nobody is left whom it takes',
      { approvers: two, among: ['gone'] },
      'NO_SECOND',
    ],
    [
      'of anybody is the first of two of whom one is among those',
      { approvers: three, needs: 2, among: ['noor'] },
      'FIRST_YES',
    ],
    [
      'of one among those is the second',
      { by: 'noor', approvers: three, needs: 2, among: ['noor'], first_yes: 'dana' },
      'APPROVES',
    ],
    [
      'of somebody else is not',
      { approvers: three, needs: 2, among: ['noor'], first_yes: 'lee' },
      'OTHERS',
    ],
    [
      'of anybody is the second to that of one among those',
      { approvers: three, needs: 2, among: ['noor'], first_yes: 'noor' },
      'APPROVES',
    ],
    [
      'of a substitute counts as that of whom they stand in for',
      { approvers: two, among: ['lee'], stands_in: { dana: ['lee'] } },
      'APPROVES',
    ],
    [
      'of a substitute gives way where the absent one edited',
      { approvers: three, editors: ['lee'], stands_in: { dana: ['lee'] } },
      'EDITED',
    ],
    [
      'of the absent one is theirs, also where the substitute edited',
      { approvers: three, editors: ['lee'], stands_in: { lee: ['dana'] } },
      'APPROVES',
    ],
    [
      'of a substitute is no second beside the absent one',
      { approvers: three, needs: 2, stands_in: { dana: ['lee'] }, first_yes: 'lee' },
      'OTHERS',
    ],
    [
      'of the absent one is no second beside the substitute',
      { by: 'lee', approvers: three, needs: 2, stands_in: { dana: ['lee'] }, first_yes: 'dana' },
      'OTHERS',
    ],
    [
      'is none where a substitute and the absent one are all there are',
      { approvers: two, needs: 2, stands_in: { dana: ['lee'] } },
      'NO_SECOND',
    ],
    [
      'to what the absent one edited is none where nobody else is there',
      { approvers: two, editors: ['lee'], stands_in: { dana: ['lee'] } },
      'NO_SECOND',
    ],
    [
      'of the absent one, come back, is no second to what was said for them',
      { by: 'lee', approvers: three, needs: 2, first_yes: 'dana', stood_in_for: ['lee'] },
      'OTHERS',
    ],
    [
      'of the absent one replaces it where nobody else could be the second',
      { by: 'lee', approvers: two, needs: 2, first_yes: 'dana', stood_in_for: ['lee'] },
      'FIRST_YES',
    ],
    [
      'of two who stand in for the same person is one',
      {
        approvers: [...three, 'ann'],
        needs: 2,
        stands_in: { dana: ['ann'], lee: ['ann'] },
        first_yes: 'lee',
      },
      'OTHERS',
    ],
  ]
  it.each(rows)('%s', (_, of, decision) => {
    expect(decideApprover(facts(of))).toBe(decision)
    expect(judgeYes(facts(of)).decision).toBe(decision)
  })

  const all = [...three, 'ann']
  const anything = fc
    .record({
      by: fc.constantFrom(...all),
      approvers: fc.subarray(all).map(some => [...some]),
      editors: fc.subarray(all),
      needs: fc.constantFrom(1 as const, 2 as const),
      among: fc.option(fc.subarray([...all, 'gone']), { nil: null }),
      // Who is absent, each with one substitute, who is not absent.
      absent: fc.dictionary(fc.constantFrom(...all), fc.constantFrom(...all), { maxKeys: 2 }),
      first_yes: fc.option(fc.constantFrom(...all), { nil: null }),
      stood_in_for: fc.subarray(all, { maxLength: 1 }),
    })
    .map(({ absent, ...of }) => {
      const approvers = [...new Set([...of.approvers, of.by])]
      const pairs = Object.entries(absent).filter(
        ([away, sub]) => approvers.includes(away) && approvers.includes(sub) && !(sub in absent),
      )
      const stands_in = Object.fromEntries(
        Map.groupBy(pairs, ([, sub]) => sub)
          .entries()
          .map(([sub, own]) => [sub, own.map(([away]) => away)]),
      )
      return { ...of, approvers, stands_in }
    })
  type Any = Parameters<typeof facts>[0] & { stands_in: Record<string, string[]> }
  const selves = (of: Any, sub = '') => [sub, ...(of.stands_in[sub] ?? [])]
  const edited = (of: Any, sub: string) => selves(of, sub).some(one => of.editors?.includes(one))
  const counts = (of: Any, sub: string) =>
    !of.among || selves(of, sub).some(one => of.among?.includes(one))
  const one = (of: Any, a: string, b: string) =>
    selves(of, a).some(sub => selves(of, b).includes(sub))

  it('approves alone only where one is enough, they are whom it takes, and nobody of them edited', () => {
    fc.assert(
      fc.property(anything, of => {
        if (decideApprover(facts(of)) !== 'APPROVES') return
        const { by, first_yes: first, approvers } = of
        const alone = of.needs === 1 && counts(of, by)
        if (alone && (!edited(of, by) || approvers.length === 1)) return
        // Else another said yes before: another person, one of the two whom it takes, who still may.
        if (first === null) throw new Error('nobody said yes before')
        expect(approvers).toContain(first)
        expect(one(of, by, first)).toBe(false)
        expect(of.stood_in_for.some(sub => selves(of, by).includes(sub))).toBe(false)
        expect(counts(of, by) || counts(of, first)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('nobody approves what they, or whom they stand in for, edited while two others could, or one alone', () => {
    fc.assert(
      fc.property(anything, of => {
        if (!edited(of, of.by) || of.approvers.length === 1) return
        const free = of.approvers.filter(sub => !edited(of, sub))
        const together = free.some((a, at) =>
          free.slice(at + 1).some(b => !one(of, a, b) && (counts(of, a) || counts(of, b))),
        )
        const could = of.needs === 1 ? free.some(sub => counts(of, sub)) : together
        const decision = decideApprover(facts(of))
        if (could) expect(decision).toBe('EDITED')
        if (of.first_yes === null) expect(decision).not.toBe('APPROVES')
      }),
      { numRuns: 2_000 },
    )
  })

  it('always leads somewhere: whoever is asked brings it on, or it is said who is missing', () => {
    fc.assert(
      fc.property(anything, of => {
        const { decision, asked, lacks, holds } = judgeYes(facts(of))
        expect(lacks !== null).toBe(decision === 'NO_SECOND')
        if (lacks === 'AMONG') expect(of.approvers.some(sub => counts(of, sub))).toBe(false)
        if (lacks !== null) expect(asked).toEqual([])
        if (decision === 'FIRST_YES') {
          const said = holds ? of : { ...of, first_yes: of.by, stood_in_for: selves(of, of.by) }
          const next = asked.map(by => decideApprover(facts({ ...said, by })))
          expect(next.length).toBeGreaterThan(0)
          for (const then of next) expect(then).toBe('APPROVES')
        }
        if (decision === 'EDITED' || decision === 'OTHERS') {
          expect(asked.length).toBeGreaterThan(0)
          for (const by of asked)
            expect(['APPROVES', 'FIRST_YES']).toContain(decideApprover(facts({ ...of, by })))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('asks for no more of anybody because somebody names a substitute, but for these two together', () => {
    fc.assert(
      fc.property(anything, of => {
        const plain = { ...of, stands_in: {}, stood_in_for: [] }
        const involved = Object.entries(of.stands_in).flat(2)
        if (involved.includes(of.by) || of.editors.length > 0 || of.among !== null) return
        if (of.first_yes !== null || of.needs === 2) return
        expect(decideApprover(facts(of))).toBe(decideApprover(facts(plain)))
      }),
    )
  })
})
