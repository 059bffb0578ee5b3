/** Events reach their receivers at least once, whatever becomes of either side. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TOLD, type ToldEvent } from '#contract/events.ts'
import { call, type Person } from '#db/seed/cast.ts'
import { MOST_TRIES } from '#domain/integrations/told-events.ts'
import type { JobContext } from '#server/worker.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  givenDuePayments,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { answer } from '#test/server/machines.ts'
import { tell } from './index.ts'
import { sendWebhook } from './send-webhooks.ts'

type Got = { readonly id: string; readonly body: string; readonly headers: Record<string, string> }

const got: Got[] = []
/** How the receiver answers next: a status, nothing at all, or a broken connection. */
let answers: (number | 'silent' | 'cut')[] = []
let server: Server
let url: string
let world: World
let admin: Admin
let owner: Person & { employer_uuid: string }
let job: JobContext

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  owner = await givenEmployer(world, await givenOperator(world))
  job = { kernel: world.kernel, unit: work => world.unit(work) }
  server = createServer((request, answer) => {
    let body = ''
    request.on('data', piece => {
      body += String(piece)
    })
    request.on('end', () => {
      const how = answers.shift() ?? 200
      if (how === 'cut') return request.socket.destroy()
      got.push({
        id: String(request.headers['webhook-id']),
        body,
        headers: request.headers as Record<string, string>,
      })
      if (how !== 'silent') answer.writeHead(how).end(`said ${how}`)
    })
  })
  await listen(0)
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/finance`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await admin.close()
  await world.close()
})
beforeEach(() => {
  got.length = 0
  answers = []
})

const listen = (port: number) =>
  new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
/** Does it while nobody listens at the address: the receiver was killed, and comes back afterwards. */
async function whileKilled(work: () => Promise<unknown>): Promise<void> {
  const { port } = server.address() as AddressInfo
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await work()
  await listen(port)
}

const hooked = async (events = ['*'], sandbox = false) => {
  const made = await call(world, owner, 'makeWebhook', { body: { url, events, sandbox } })
  return { ...made, webhook_uuid: made.webhook.webhook_uuid }
}
const unhooked = (id: string) => call(world, owner, 'removeWebhook', { params: { id } })
const happen = (count: number, sandbox = false) =>
  world.unit(ctx =>
    tell(
      ctx,
      { employer_uuid: owner.employer_uuid, sandbox },
      'contractor.answered',
      Array.from({ length: count }, answer),
    ),
  )
const send = (webhook_uuid: string) => sendWebhook({ webhook_uuid }, job)
const later = (minutes: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000).toISOString())
const sent = async (failed?: 'true') =>
  (
    await call(world, owner, 'listDeliveries', {
      query: { limit: 200, ...(failed ? { failed } : {}) },
    })
  ).items

describe('a webhook', () => {
  it('is sent what happens from then on, signed, under the id of the event', async () => {
    await happen(1)
    const { webhook_uuid, secret } = await hooked()
    await happen(3)
    await send(webhook_uuid)
    expect(got).toHaveLength(3)
    for (const { id, body, headers } of got) {
      const event = new Webhook(secret).verify(body, headers) as ToldEvent
      expect(event).toMatchObject({ event_uuid: id, type: 'contractor.answered', sandbox: false })
      expect(TOLD['contractor.answered'].safeParse(event.data).success).toBe(true)
      expect(() =>
        new Webhook(secret).verify(body.replace('ACCEPTED', 'REJECTED'), headers),
      ).toThrow()
    }
    const { items } = await call(world, owner, 'listEvents', { query: { limit: 200 } })
    const same = got.map(({ body }) => JSON.parse(body) as ToldEvent)
    const bySequence = same.toSorted((a, b) => a.sequence - b.sequence)
    expect(items.slice(-3)).toEqual(bySequence)
    await unhooked(webhook_uuid)
    await happen(1)
    await send(webhook_uuid)
    expect(got).toHaveLength(3)
  })

  it('that fails is sent again later and later, and at last no more, until somebody asks', async () => {
    const { webhook_uuid } = await hooked()
    await happen(1)
    answers = Array<number>(MOST_TRIES).fill(503)
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      await send(webhook_uuid)
      await send(webhook_uuid)
      expect(got).toHaveLength(tries)
      later(2000)
    }
    await send(webhook_uuid)
    expect(got).toHaveLength(MOST_TRIES)
    const [delivery] = await sent('true')
    expect(delivery).toMatchObject({
      status: 'FAILED',
      tries: MOST_TRIES,
      answer_status: 503,
      answer: 'said 503',
      next_at: null,
    })
    const { webhooks } = await call(world, owner, 'listWebhooks', {})
    expect(webhooks[0]).toMatchObject({ state: 'GIVEN_UP', undelivered: 1, given_up: 1 })
    // Whoever may mend it is told, once until it is replayed.
    const toldOf = async () => {
      await world.deliver()
      const { items } = await call(world, owner, 'listNotifications', { query: { limit: 50 } })
      return items
        .filter(({ text }) => text.includes('by a webhook of yours'))
        .map(({ text }) => text)
    }
    expect(await toldOf()).toEqual([expect.stringContaining('An event was')])
    await happen(1)
    answers = Array<number>(MOST_TRIES).fill(503)
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      await send(webhook_uuid)
      later(2000)
    }
    expect(await toldOf()).toHaveLength(1)
    expect((await call(world, owner, 'listWebhooks', {})).webhooks[0]).toMatchObject({
      given_up: 2,
    })
    got.length = 0
    const replay = { params: { id: webhook_uuid } }
    expect(await call(world, owner, 'replayWebhook', replay)).toEqual({ replayed: 2 })
    await send(webhook_uuid)
    expect(new Set(got.map(({ id }) => id)).size).toBe(2)
    expect(await sent('true')).toEqual([])
    const [works] = (await call(world, owner, 'listWebhooks', {})).webhooks
    expect(works).toMatchObject({ state: 'WORKS', failing_since: null, undelivered: 0 })
    expect(await call(world, owner, 'replayWebhook', replay)).toEqual({ replayed: 0 })
    await call(world, owner, 'replayDelivery', { params: { id: delivery?.delivery_uuid ?? '' } })
    await send(webhook_uuid)
    expect(got).toHaveLength(3)
    await unhooked(webhook_uuid)
  })

  it('has every event at least once from a receiver that is slow, cut and killed, and from senders that are', async () => {
    const { webhook_uuid, secret } = await hooked()
    await happen(40)
    // One sender takes some and is killed before it sends, and one before it writes down what it sent.
    for (const how of ['before', 'after'] as const) {
      let units = 0
      const dying: JobContext = {
        ...job,
        unit: work => {
          units++
          if (units === 2) throw new Error('killed')
          return job.unit(work)
        },
        kernel:
          how === 'after'
            ? world.kernel
            : {
                ...world.kernel,
                gateways: {
                  ...world.kernel.gateways,
                  webhooks: {
                    mayBe: () => true,
                    send: async () => ({ status: null, text: '', took_ms: 0 }),
                  },
                },
              },
      }
      await expect(sendWebhook({ webhook_uuid }, dying)).rejects.toThrow('killed')
    }
    answers = ['cut', 'silent', 500, 302, 'cut', 404, 'silent', 429]
    // Some were taken before it was killed, and what it failed to take waits for it.
    for (let round = 0; round < MOST_TRIES; round++) {
      // Two senders at once never hold the same.
      const both = () => Promise.all([send(webhook_uuid), send(webhook_uuid)])
      await (round === 1 ? whileKilled(both) : both())
      later(2000)
    }
    const bodies = new Map(got.map(({ id, body }) => [id, body]))
    expect(bodies.size).toBe(40)
    expect(await sent('true')).toEqual([])
    for (const { id, body, headers } of got) {
      expect(bodies.get(id)).toBe(body)
      new Webhook(secret).verify(body, headers)
    }
    const sequences = [...bodies.values()].map(body => (JSON.parse(body) as ToldEvent).sequence)
    const sorted = sequences.toSorted((a, b) => a - b)
    expect(sorted).toEqual(Array.from({ length: 40 }, (_, at) => (sorted[0] ?? 0) + at))
    await unhooked(webhook_uuid)
  })

  it('is signed by both secrets for a day after one took the place of the other', async () => {
    const { webhook_uuid, secret } = await hooked()
    const next = await call(world, owner, 'replaceWebhookSecret', { params: { id: webhook_uuid } })
    await happen(1)
    await send(webhook_uuid)
    const [first] = got
    for (const each of [secret, next.secret])
      new Webhook(each).verify(first?.body ?? '', first?.headers ?? {})
    later(24 * 60 + 1)
    await happen(1)
    await send(webhook_uuid)
    const last = got.at(-1)
    new Webhook(next.secret).verify(last?.body ?? '', last?.headers ?? {})
    expect(() => new Webhook(secret).verify(last?.body ?? '', last?.headers ?? {})).toThrow()
    const rows = await admin.rows<{ secret: string }>('select secret from webhook')
    expect(rows.every(row => row.secret.startsWith('sealed:'))).toBe(true)
    await unhooked(webhook_uuid)
  })

  it('hears of what it asked for, and of its own kind, alone', async () => {
    const play = await hooked(['contractor.*'], true)
    const paid = await hooked(['payment.*'])
    await happen(1)
    await happen(2, true)
    for (const { webhook_uuid } of [play, paid]) await send(webhook_uuid)
    expect(got.map(({ body }) => (JSON.parse(body) as ToldEvent).sandbox)).toEqual([true, true])
    for (const { webhook_uuid } of [play, paid]) await unhooked(webhook_uuid)
  })

  it('leads nowhere inside, and nobody to another company', async () => {
    for (const wrong of ['http://hooks.nowhere.test/', 'https://10.0.0.1/', 'https://intern/'])
      await expect(
        call(world, owner, 'makeWebhook', { body: { url: wrong, events: ['*'], sandbox: false } }),
      ).rejects.toMatchObject({ code: 'VALIDATION' })
    const { webhook_uuid } = await hooked()
    const rival = await givenEmployer(
      world,
      await givenOperator(world, 'two@corridor.test'),
      'boss@rival.test',
    )
    for (const name of ['removeWebhook', 'replayWebhook', 'replaceWebhookSecret'] as const)
      await expect(
        call(world, rival, name, { params: { id: webhook_uuid } }),
      ).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    expect((await call(world, rival, 'listEvents', { query: { limit: 5 } })).items).toEqual([])
    await unhooked(webhook_uuid)
  })
})

describe('the list of events', () => {
  it('is read by cursor without a gap while others write, and goes on after its end', async () => {
    const read: number[] = []
    let cursor: string | undefined
    const start = await call(world, owner, 'listEvents', { query: { limit: 200 } })
    cursor = start.next_cursor
    const writers = Promise.all(Array.from({ length: 20 }, () => happen(3)))
    for (let quiet = 0; quiet < 3; ) {
      const page: typeof start = await call(world, owner, 'listEvents', {
        query: { limit: 7, cursor },
      })
      read.push(...page.items.map(({ sequence }) => sequence))
      cursor = page.next_cursor
      if (page.items.length > 0) continue
      await writers
      quiet++
    }
    const first = start.items.at(-1)?.sequence ?? 0
    expect(read).toEqual(Array.from({ length: 60 }, (_, at) => first + 1 + at))
    const one = { limit: 5, type: 'payment.*' } as const
    expect((await call(world, owner, 'listEvents', { query: one })).items).toEqual([])
    const all = await call(world, owner, 'listEvents', { query: { limit: 200, type: '*' } })
    expect(all).toEqual(await call(world, owner, 'listEvents', { query: { limit: 200 } }))
    expect(all.items.length).toBeGreaterThan(60)
  })

  it('tells of pay that arrived, each payment once', async () => {
    const other = await plainWorld()
    const due = await givenDuePayments(other)
    const { payment_uuids, operator, employer } = due
    const { execution_uuid } = await call(other, operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await other.execute(execution_uuid ?? '')
    const body = { payment_uuids, reference: 'BANK-1' }
    await call(other, operator, 'bulkSettle', { body })
    await other.deliver()
    const { items } = await call(other, employer, 'listEvents', { query: { limit: 200 } })
    for (const { type, data } of items)
      expect([type, TOLD[type].safeParse(data).error]).toEqual([type, undefined])
    expect(items.map(({ type }) => type)).toContain('contract.signed')
    const types = items.map(({ type }) => type)
    expect(types.filter(type => type === 'payment.settled')).toHaveLength(payment_uuids.length)
    await other.close()
  })
})
