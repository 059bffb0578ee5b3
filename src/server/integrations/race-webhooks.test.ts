/** A try that ends meets whatever else becomes of its webhook: no replay is lost by it, and nothing that arrived is said to have failed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { MOST_TRIES } from '#domain/integrations/told-events.ts'
import type { JobContext } from '#server/worker.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { heavy } from '#test/harness/heavy.ts'
import { asInTurn, holding, waiting } from '#test/harness/races.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { answer } from '#test/server/machines.ts'
import { tell } from './index.ts'
import { sendWebhook } from './send-webhooks.ts'

const ROUNDS = heavy(6, 100)
/** Longer than a try is waited for, so that another may take what it holds. */
const OVERDUE_MIN = 3

let world: World
let admin: Admin
let owner: Person & { employer_uuid: string }

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  owner = await givenEmployer(world, await givenOperator(world))
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

/** A webhook with two events of which each try but the last failed. */
type Cast = { readonly webhook_uuid: string; readonly deliveries: readonly string[] }

async function cast(): Promise<Cast> {
  await admin.rows('update webhook set removed_at = now() where removed_at is null')
  const { webhook } = await call(world, owner, 'makeWebhook', {
    body: { url: 'https://hooks.finance.test/', events: ['*'], sandbox: false },
  })
  const { webhook_uuid } = webhook
  await world.unit(ctx =>
    tell(ctx, { employer_uuid: owner.employer_uuid, sandbox: false }, 'contractor.answered', [
      answer(),
      answer(),
    ]),
  )
  const rows = await admin.rows<{ delivery_uuid: string }>(
    `update webhook_delivery set tries = $2 where webhook_uuid = $1 returning delivery_uuid`,
    [webhook_uuid, MOST_TRIES - 1],
  )
  return { webhook_uuid, deliveries: rows.map(({ delivery_uuid }) => delivery_uuid) }
}

/** Begins to send all that is due; what comes back has the receiver answer so, and comes back once that is written down. */
async function begins({ webhook_uuid }: Cast): Promise<(status: number) => Promise<void>> {
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<number>()
  const job: JobContext = {
    unit: work => world.unit(work),
    kernel: {
      ...world.kernel,
      gateways: {
        ...world.kernel.gateways,
        webhooks: {
          mayBe: () => true,
          send: async () => {
            begun.resolve()
            return { status: await answered.promise, text: '', took_ms: 1 }
          },
        },
      },
    },
  }
  // Once: what is due again after it waits for the next.
  let units = 0
  const once: JobContext = {
    ...job,
    unit: work => (++units > 2 ? Promise.reject(new Error('enough')) : job.unit(work)),
  }
  const ended = sendWebhook({ webhook_uuid }, once).catch((error: Error) => {
    if (error.message !== 'enough') throw error
  })
  await Promise.race([begun.promise, ended])
  return async status => {
    answered.resolve(status)
    await ended
  }
}

const later = (minutes: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000).toISOString())

type Kept = { readonly statuses: string[]; readonly tries: number[]; readonly given_up: boolean }

async function keptOf({ webhook_uuid, deliveries }: Cast): Promise<Kept & { removed: boolean }> {
  const rows = await admin.rows<{ status: string; tries: number }>(
    'select status, tries from webhook_delivery where webhook_uuid = $1 order by array_position($2::uuid[], delivery_uuid)',
    [webhook_uuid, deliveries],
  )
  const [hook] = await admin.rows<{ given_up: boolean; removed: boolean }>(
    'select given_up_at is not null given_up, removed_at is not null removed from webhook where webhook_uuid = $1',
    [webhook_uuid],
  )
  if (!hook) throw new Error('the webhook is there')
  const statuses = rows.map(({ status }) => status)
  // It is said to be given up as long as an event of it is, unless it is gone.
  if (!hook.removed) expect(hook.given_up).toBe(statuses.includes('FAILED'))
  return { statuses, tries: rows.map(({ tries }) => tries), ...hook }
}

const replayAll = ({ webhook_uuid }: Cast) =>
  call(world, owner, 'replayWebhook', { params: { id: webhook_uuid } })
const replayOne = ({ deliveries }: Cast) =>
  call(world, owner, 'replayDelivery', { params: { id: deliveries[0] ?? '' } })
const remove = ({ webhook_uuid }: Cast) =>
  call(world, owner, 'removeWebhook', { params: { id: webhook_uuid } })
const replaceSecret = ({ webhook_uuid }: Cast) =>
  call(world, owner, 'replaceWebhookSecret', { params: { id: webhook_uuid } })

describe('a last try that fails', () => {
  it('leaves alone what was asked for again meanwhile', async () => {
    const of = await cast()
    const end = await begins(of)
    expect(await replayAll(of)).toEqual({ replayed: 2 })
    await end(503)
    expect(await keptOf(of)).toMatchObject({ statuses: ['WAITING', 'WAITING'], tries: [0, 0] })
  })

  it('takes nothing from what another delivers that was asked for again meanwhile', async () => {
    const of = await cast()
    const end = await begins(of)
    await replayAll(of)
    const again = await begins(of)
    await end(503)
    await again(200)
    expect(await keptOf(of)).toMatchObject({ statuses: ['DELIVERED', 'DELIVERED'] })
  })

  /** One that took so long that another took over the last try of it. */
  async function takenOver() {
    const of = await cast()
    await admin.rows('update webhook_delivery set tries = $2 where webhook_uuid = $1', [
      of.webhook_uuid,
      MOST_TRIES - 2,
    ])
    const slow = await begins(of)
    later(OVERDUE_MIN)
    return { of, slow, last: await begins(of) }
  }

  it('does not end the tries of what another took over', async () => {
    const { of, slow, last } = await takenOver()
    await slow(503)
    expect(await keptOf(of)).toMatchObject({
      ...{ statuses: ['WAITING', 'WAITING'], tries: [MOST_TRIES, MOST_TRIES] },
    })
    await last(503)
    expect(await keptOf(of)).toMatchObject({ statuses: ['FAILED', 'FAILED'] })
  })

  it('is forgotten where a slower one arrived after all', async () => {
    const { of, slow, last } = await takenOver()
    await last(503)
    await slow(200)
    expect(await keptOf(of)).toMatchObject({ statuses: ['DELIVERED', 'DELIVERED'] })
  })

  it('is told to nobody of a webhook that was removed meanwhile', async () => {
    const of = await cast()
    const end = await begins(of)
    await remove(of)
    await end(503)
    expect(await keptOf(of)).toMatchObject({ given_up: false, removed: true })
  })
})

it('a try takes what is due once another has written down what became of all that it took', async () => {
  const of = await cast()
  // Else it takes some of them, and what the other says counts for the rest.
  const written = await holding(
    world,
    `select from webhook where webhook_uuid = '${of.webhook_uuid}' for no key update`,
  )
  let taken = false
  const end = begins(of).finally(() => {
    taken = true
  })
  await waiting(admin, 1, end)
  expect(taken).toBe(false)
  await written()
  await (await end)(200)
  expect(await keptOf(of)).toMatchObject({ statuses: ['DELIVERED', 'DELIVERED'] })
})

it('what arrived is sent once more where that was asked for before it was known to', async () => {
  const of = await cast()
  const end = await begins(of)
  await replayOne(of)
  await end(200)
  const { statuses } = await keptOf(of)
  expect(statuses.toSorted()).toEqual(['DELIVERED', 'WAITING'])
})

const OTHERS: Record<string, (of: Cast) => Promise<unknown>> = {
  'a replay of all': replayAll,
  'a replay of one': replayOne,
  'its removal': remove,
  'another secret': replaceSecret,
  'another try of the same': async of => {
    const end = await begins(of)
    await end(200)
  },
}

describe.each([200, 503])('a try that ends with %i and', status => {
  it.each(Object.entries(OTHERS))('%s end as one after the other', async (_what, other) => {
    await asInTurn(async () => {
      const of = await cast()
      const end = await begins(of)
      later(OVERDUE_MIN)
      return { acts: [() => end(status), () => other(of)], kept: () => keptOf(of) }
    }, ROUNDS)
  })
})

describe('of a webhook that gave up before', () => {
  it.each([
    ['a replay of one and a try of another that fails', 503],
    ['a replay of one and a try of another that arrives', 200],
  ])('%s end as one after the other', async (_what, status) => {
    await asInTurn(async () => {
      const of = await cast()
      const [first] = of.deliveries
      await admin.rows(
        `with failed as (update webhook_delivery set status = 'FAILED' where delivery_uuid = $1)
          update webhook set given_up_at = now() where webhook_uuid = $2`,
        [first, of.webhook_uuid],
      )
      const end = await begins(of)
      return { acts: [() => end(status), () => replayOne(of)], kept: () => keptOf(of) }
    }, ROUNDS)
  })
})
