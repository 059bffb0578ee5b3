/** Mails on their way: once for whoever reads them, and none in the way of another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GatewayError } from '../gateways/gateway-error.ts'
import { SYSTEM_ACTOR } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type SmallWorld, smallWorld } from '../people/small-world.test-data.ts'
import type { JobContext } from '../worker.ts'
import { mailJob } from './index.ts'
import { queueMails } from './send-mail.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await smallWorld()
})
afterAll(() => world?.end())

type Payload = Record<string, unknown>

/** A queue that is looked into: what one unit of work after the other puts there. */
function queue(): { readonly jobs: Payload[]; readonly context: () => JobContext } {
  const jobs: Payload[] = []
  const enqueueEach = async (_task: string, each: readonly { payload: object }[]) => {
    jobs.push(...each.map(({ payload }) => ({ ...payload })))
  }
  const unit = <T>(work: (ctx: Ctx) => Promise<T>) =>
    world.unit(SYSTEM_ACTOR, ctx => work({ ...ctx, enqueueEach }))
  return { jobs, context: () => ({ kernel: world.kernel, unit }) }
}

const to = (n: number) => `person${n}@northwind.test`
const data = { text: 'Something changed.', at: '2026-11-16T09:00:00Z', url: 'https://x.test' }
const mailsTo = (count: number) => Array.from({ length: count }, (_, n) => ({ to: to(n), data }))
const busy = () => new GatewayError('MAIL_UNAVAILABLE', 'busy', { retriable: true })

describe('a mail', () => {
  it('that is sent again keeps its message id, so that a reader shows it once', async () => {
    const { jobs, context } = queue()
    for (const _ of [1, 2])
      await context().unit(ctx => queueMails(ctx, 'security-notice', mailsTo(1)))
    const ids: string[] = []
    let failures = 1
    const send = mailJob({
      send: async mail => {
        ids.push(mail.message_id)
        if (failures-- > 0) throw busy()
      },
    })
    await expect(send(jobs[0] ?? {}, context())).rejects.toThrow('busy')
    await send(jobs[0] ?? {}, context())
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@corridor\.test>$/)
    expect(new Set(ids).size).toBe(1)
    await send(jobs[1] ?? {}, context())
    expect(new Set(ids).size).toBe(2)
  })

  it('goes by twenty in a job, and one that cannot leave yet keeps no other', async () => {
    const { jobs, context } = queue()
    await context().unit(ctx => queueMails(ctx, 'security-notice', mailsTo(45)))
    expect(jobs.length).toBe(3)
    const sent: string[] = []
    let away = true
    const send = mailJob({
      send: async mail => {
        if (away && mail.to === to(7)) throw busy()
        sent.push(mail.to)
      },
    })
    for (const payload of jobs.splice(0)) await send(payload, context())
    expect(sent.length).toBe(44)
    away = false
    expect(jobs.length).toBe(1)
    await send(jobs[0] ?? {}, context())
    expect(sent.toSorted()).toEqual(
      mailsTo(45)
        .map(mail => mail.to)
        .toSorted(),
    )
  })

  it('that an older version queued alone is sent', async () => {
    const { jobs, context } = queue()
    await context().unit(ctx => queueMails(ctx, 'security-notice', mailsTo(1)))
    const [alone] = (jobs[0] as { mails: Payload[] }).mails
    const sent: string[] = []
    const send = mailJob({ send: async mail => void sent.push(mail.to) })
    await send(alone ?? {}, context())
    expect(sent).toEqual([to(0)])
  })

  it('that the server will never take is let go', async () => {
    const { jobs, context } = queue()
    await context().unit(ctx => queueMails(ctx, 'security-notice', mailsTo(2)))
    const refused = mailJob({
      send: () => Promise.reject(new GatewayError('MAIL_REFUSED', 'no', { retriable: false })),
    })
    await refused(jobs.splice(0)[0] ?? {}, context())
    expect(jobs).toEqual([])
  })

  it('that cannot be made stays until a release can make it, and keeps no other', async () => {
    const { jobs, context } = queue()
    const holed = { to: to(1), data: { ...data, text: undefined } as unknown as typeof data }
    await context().unit(ctx => queueMails(ctx, 'security-notice', [...mailsTo(1), holed]))
    const sent: string[] = []
    const send = mailJob({ send: async mail => void sent.push(mail.to) })
    await send(jobs.splice(0)[0] ?? {}, context())
    expect(sent).toEqual([to(0)])
    const [stays = {}, ...others] = jobs
    expect(others).toEqual([])
    await expect(send(stays, context())).rejects.toMatchObject({ code: 'MAIL_TEMPLATE_FAILED' })
  })
})
