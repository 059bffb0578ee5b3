/**
 * Seeds of the simulator on every run: many of a step, and some that go further. `npm run torture` runs more and longer ones, `npm run simulate`
 * as many as one likes.
 */
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Api } from '#contract/api.ts'
import { heavy } from '#test/harness/heavy.ts'
import { companiesOn } from './beginning.ts'
import { type Outcome, simulate, type Walk } from './simulation.ts'
import { walkSeed } from './walk.ts'

const SEEDS = Array.from({ length: heavy(50, 200) }, (_, n) => n + 1)
/** Three in which together somebody does each of what is walked, where they go on as far as that; the others meet where all begin. */
const FURTHER = [30, 46, 50]
const stepsOf = (seed: number) => heavy(FURTHER.includes(seed) ? 14 : 1, 200)

/** What somebody does in the seeds of a run, and how many more are walked until somebody did. */
const WALKED: readonly (keyof Api)[] = [
  ...(['completeContract', 'signContract', 'openCycle', 'markLineItem'] as const),
  ...(['approveLineItem', 'approveCycle', 'unapproveCycle'] as const),
  ...(['putBalances', 'bulkExecute', 'bulkSettle'] as const),
]
const MORE = 20

const tally = new Map<string, number>()
const grounds = companiesOn(inject('server_url'))
afterAll(() => grounds.close())

async function run(seed: number, steps: number): Promise<void> {
  const outcome = await walkSeed(grounds, seed, steps)
  for (const [name, count] of outcome.tally) tally.set(name, (tally.get(name) ?? 0) + count)
  expect(outcome.found, `seed ${seed}\n${outcome.log.join('\n')}`).toEqual([])
}

describe('five companies at random', () => {
  it.each(SEEDS)('hold every law with seed %i', seed => run(seed, stepsOf(seed)))
})

describe('the simulator', () => {
  /** Of a seed that begins where the last ones did, as far as a later check is of another step. */
  const [SEED, STEPS] = [26, 4]

  it('tells the same history of the same seed, whether or not anybody looks', async () => {
    const alone = (how: Walk) =>
      grounds.walk(SEED, (...on) => simulate(SEED, STEPS, ...on, { at_once: 1, ...how }))
    const told = ({ found, log, tally: counts }: Outcome) => ({ found, log, counts })
    const seldom = told(await alone({ every: STEPS + 1 }))
    expect(seldom.found).toEqual([])
    expect(told(await alone({ every: 1 }))).toEqual(seldom)
  })

  it('names the step that broke what a later check finds', async () => {
    const outcome = await walkSeed(grounds, SEED, STEPS, {
      every: STEPS,
      // Of what the model does not know.
      meddle: async ({ admin }, step) => {
        if (step === 1)
          await admin.tamper("update payroll_policy set label = label || ' of others'")
      },
    })
    expect(outcome.found.join('\n')).toContain('rows-are-sealed: payroll_policy')
    expect(outcome.steps).toBe(2)
    expect(outcome.found.at(-1)).toMatch(/found by the check after step 3.*a second walk/)
  })

  it('says between which steps something broke that the second walk did not find', async () => {
    let walks = 0
    const outcome = await walkSeed(grounds, SEED, STEPS, {
      every: STEPS,
      meddle: async ({ admin }, step) => {
        if (step === 1 && walks++ === 0)
          await admin.tamper("update payroll_policy set label = label || ' of others'")
      },
    })
    expect(outcome.found.join('\n')).toContain('rows-are-sealed: payroll_policy')
    expect(outcome.found.at(-1)).toMatch(
      /step 3, broken by it or one of the 3 before; .*not find it/,
    )
  })
})

describe('the seeds that were walked', () => {
  // Seeds in which nobody gets anywhere would hold every law. What a seed comes by also depends on who was faster, so that the few that
  // are walked may miss something: then more are walked.
  it('come by everything', async () => {
    const missing = () => WALKED.filter(name => !tally.get(`${name}: done`))
    for (let n = 1; n <= MORE && missing().length > 0; n++) await run(200 + n, heavy(40, 200))
    expect(missing()).toEqual([])
    // Bounded by how many seeds are walked: on a busy machine each may take a minute.
  }, 0)
})
