/**
 * Whatever happens to a pay meets whatever else happens to it, on other line items of the same cycle and on the same: each pair ends as if
 * one had come after the other, and all laws hold. `npm run torture` lets each meet the others more than a thousand times.
 */
import { describe, expect, it } from 'vitest'
import { approvalOf, approveAll, call } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { heavy } from '#test/harness/heavy.ts'
import { outcome } from '#test/harness/races.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'
import { timeActs } from './time-acts.test-data.ts'

/** So few of a copy that their cycles are all near enough to be opened. */
const OF_A_COPY = 4

let world: World
let stage: CycleStage
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 3 + 2 * OF_A_COPY)
    await fund(first, made, '200000.00')
    return made
  },
  copy => {
    world = copy.world
    stage = copy.told
    opened = '2026-03-15'
    cancelled = 0
  },
)

const { item, period, report, require } = timeActs(() => ({
  world,
  stage,
  admin: undefined as never,
}))
const params = async (nth: number) => {
  const { line_item_uuid } = await item(stage.contractors[nth])
  return { ...stage.id, line_item_uuid }
}
const look = () =>
  call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 50 } })
/** The last day of the newest cycle. */
let opened = ''
let round = 0
/** What can be reported before they begin: of what is approved meanwhile nothing is offered. */
let reportable: Awaited<ReturnType<typeof period>> | undefined
/** How many of the others are cancelled: they stay so. */
let cancelled = 0

/**
 * What happens to a pay. The first line item is edited and reported, the second archived; the third is approved when they begin, and each of
 * the others is there to be cancelled.
 */
const ACTS = {
  edit: async () =>
    call(world, stage.employer, 'editLineItem', {
      params: await params(0),
      body: { hours: 5000 + ++round },
    }),
  approve: () => approveAll(world, stage.employer, stage.id),
  archive: async () => call(world, stage.employer, 'archiveLineItem', { params: await params(1) }),
  cancel: async () =>
    call(world, stage.employer, 'cancelLineItem', { params: await params(3 + cancelled++) }),
  unapprove: () => call(world, stage.employer, 'unapproveCycle', { params: stage.id }),
  report: () => report({ hours: 6000 + ++round, of: reportable }),
  policy: () => require(++round % 2 === 0),
  open: () =>
    call(world, stage.employer, 'openCycle', {
      params: { policy_uuid: stage.id.policy_uuid },
      body: { end_date: addDays(opened, 14) },
    }),
} as const
type Act = keyof typeof ACTS
const NAMES = Object.keys(ACTS) as Act[]
const PAIRS = NAMES.flatMap((a, n) => NAMES.slice(n).map(b => [a, b] as const))

/** Why one of two may find that the other came first. */
const LEGAL = [
  'done',
  'APPROVAL_STALE',
  'CONFLICT',
  'NOTHING_TO_APPROVE',
  'TRANSITION_NOT_ALLOWED',
  'VALIDATION',
]

const BATCHES = Array.from({ length: heavy(1, 144) }, (_, batch) =>
  Array.from({ length: PAIRS.length / OF_A_COPY }, (_, n) => [batch + 1, n] as const),
).flat()

/** Two wait, one of them with time that nobody reported, and the third is approved. */
async function begin(): Promise<void> {
  await call(world, stage.employer, 'unapproveCycle', { params: stage.id })
  await call(world, stage.employer, 'unarchiveCycle', { params: stage.id })
  await require(false)
  const third = (await look()).items.find(of => of.contractor_sub === stage.contractors[2]?.sub)
  const { acknowledged, ...body } = await approvalOf(world, stage.employer, stage.id)
  await call(world, stage.employer, 'approveLineItem', {
    params: await params(2),
    body: {
      ...body,
      digest: third?.approval_digest ?? '',
      acknowledged: acknowledged.filter(of => of.line_item_uuid === third?.line_item_uuid),
    },
  })
  reportable = await period()
}

describe('two at the same moment', () => {
  it.each(BATCHES)('end as if one had come after the other: batch %i, part %i', async (_, part) => {
    for (const [a, b] of PAIRS.slice(part * OF_A_COPY, (part + 1) * OF_A_COPY)) {
      await begin()
      const ended = await Promise.all([outcome(ACTS[a]()), outcome(ACTS[b]())])
      for (const one of ended) expect(LEGAL, `${a} and ${b}`).toContain(one)
      expect(ended, `${a} and ${b}`).toContain('done')
      if (a === 'open' || b === 'open') opened = addDays(opened, 14)
      for (const of of (await look()).items)
        expect(of.entries.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(of.amount.minor)
    }
  })
})
