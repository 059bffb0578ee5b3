/** The worker: events are delivered once, a failing one holds up no other, and a dead worker's jobs are free at once. */
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { databaseProxy } from '#test/harness/database-proxy.ts'
import { dumpTables, placesOf } from '#test/harness/dump.ts'
import { testLogins } from '#test/harness/test-server.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { deliverEvents, forgetEvents } from './deliver-events.ts'
import { GatewayError } from './gateways/gateway-error.ts'
import { SYSTEM_ACTOR } from './kernel/actor.ts'
import { newUuid } from './kernel/ids.ts'
import type { Ctx, Kernel, Reactions } from './kernel/unit-of-work.ts'
import { unitOfWork } from './kernel/unit-of-work.ts'
import { mailJob } from './notifications/index.ts'
import { type Job, startWorker, type WorkerHandle } from './worker.ts'

let world: World
let admin: Admin
const workers: WorkerHandle[] = []

beforeEach(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map(worker => worker.stop()))
  await admin.close()
  await world.close()
})

const kernelWith = (reactions: Partial<Reactions>): Kernel => ({
  ...world.kernel,
  reactions: { ...world.kernel.reactions, ...reactions },
})
const start = async (kernel: Kernel, jobs: Record<string, Job> = {}) => {
  const worker = await startWorker(kernel, {
    databaseUrl: testLogins(world.databaseUrl).services,
    jobs: { deliver_events: (_payload, job) => deliverEvents(job), ...jobs },
    crontab: '',
    concurrency: 4,
  })
  workers.push(worker)
  return worker
}
const inUnit = (kernel: Kernel, work: (ctx: Ctx) => void) =>
  unitOfWork(kernel, SYSTEM_ACTOR, { request_id: 'r', address: 'a' }, async ctx => work(ctx))
const until = async (what: string, done: () => Promise<boolean> | boolean) => {
  const end = performance.now() + 60_000
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`${what} did not happen`)
    await new Promise(resolve => setTimeout(resolve, 30))
  }
}
const outbox = () =>
  admin.rows<{
    event_uuid: string
    delivered: boolean
    dead: boolean
    attempts: number
    payload: Record<string, unknown>
    secret: string | null
    last_error: string | null
  }>(
    'select event_uuid, delivered_at is not null delivered, dead, attempts, payload, secret, last_error from outbox_event order by created_at, event_uuid',
  )

describe('events', () => {
  it('reach their later reactions once, and keep no secret afterwards', async () => {
    const got: unknown[] = []
    const type = 'people.contractor_invited'
    const kernel = kernelWith({ [type]: [async (_ctx, event) => void got.push(event)] })
    const invited = { invitation_uuid: newUuid() }
    await inUnit(kernel, ctx => ctx.announce(type, { ...invited, secret: 'a token' }))
    const [waiting] = await outbox()
    expect(waiting).toMatchObject({ delivered: false, payload: { type, ...invited } })
    // What opens a link waits sealed, for this event alone.
    expect(waiting?.secret).toMatch(/^sealed:test:/)
    const { fields } = kernel
    expect(
      fields.open('outbox_event.secret', waiting?.event_uuid ?? '', waiting?.secret ?? ''),
    ).toBe('a token')
    await start(kernel)
    await start(kernel)
    await until('delivery', async () => (await outbox()).every(event => event.delivered))
    expect(got).toEqual([{ type, ...invited, secret: 'a token' }])
    expect(await outbox()).toMatchObject([{ payload: { type, ...invited }, secret: null }])
  })

  it('are not there when their unit of work did not commit', async () => {
    const failed = inUnit(world.kernel, ctx => {
      ctx.announce('payroll.cycle_opened', { cycle_uuid: newUuid() })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await outbox()).toEqual([])
  })

  it('that fail hold up no other, and roll back what their reaction did', async () => {
    const got: unknown[] = []
    const kernel = kernelWith({
      'contracts.contract_offered': [
        async ctx => {
          await ctx.tx.insertInto('setting').values({ name: 'half', value: '1' }).execute()
          throw new Error('the reaction failed')
        },
      ],
      'contracts.contract_signed': [async (_ctx, event) => void got.push(event.contract_uuid)],
    })
    await inUnit(kernel, ctx => {
      ctx.announce('contracts.contract_offered', { contract_uuid: '1' })
      ctx.announce('contracts.contract_signed', { contract_uuid: '2' })
      ctx.announce('contracts.contract_signed', { contract_uuid: '3' })
    })
    await start(kernel)
    await until(
      'delivery',
      async () => (await outbox()).filter(event => event.delivered).length === 2,
    )
    expect([...got].sort()).toEqual(['2', '3'])
    await until('the failure is recorded', async () =>
      (await outbox()).some(event => event.attempts > 0),
    )
    const [bad] = (await outbox()).filter(event => !event.delivered)
    expect(bad).toMatchObject({
      dead: false,
      last_error: expect.stringContaining('the reaction failed'),
    })
    expect(await admin.rows("select from setting where name = 'half'")).toEqual([])
  })

  it('that always fail end as dead letters, and are left alone', async () => {
    let tries = 0
    const kernel = kernelWith({
      'payroll.cycle_opened': [
        async () => {
          tries++
          throw new Error('never')
        },
      ],
    })
    await inUnit(kernel, ctx => ctx.announce('payroll.cycle_opened', { cycle_uuid: newUuid() }))
    await admin.rows('update outbox_event set attempts = 9')
    await start(kernel)
    await until('its death', async () => (await outbox()).every(event => event.dead))
    expect(tries).toBe(1)
    expect(await outbox()).toMatchObject([{ attempts: 10, delivered: false }])
  })
})

describe('jobs', () => {
  const enqueue = (task: string, payload: object = {}) =>
    world.unit(ctx => ctx.enqueue(task, payload))

  it('of a failed unit of work are not in the queue', async () => {
    await expect(
      world.unit(async ctx => {
        await ctx.enqueue('work', {})
        throw new Error('no')
      }),
    ).rejects.toThrow()
    expect(await admin.rows('select from graphile_worker.jobs')).toEqual([])
  })

  it('of a dead worker are taken over at once', async () => {
    let done = 0
    await enqueue('work')
    // A worker that took the job and was killed: its presence is recorded, and nobody holds its lock.
    const dead = new pg.Client({ connectionString: world.databaseUrl })
    dead.on('error', () => {})
    await dead.connect()
    await dead.query('select pg_advisory_lock(4711)')
    const { rows } = await dead.query<{ pid: number }>('select pg_backend_pid() pid')
    await admin.rows("insert into worker_process values ('worker-dead', 4711)")
    const locked =
      "with job as (update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now(), attempts = 1 returning 1) select * from job"
    expect(await admin.rows(locked)).toHaveLength(1)

    const worker = await start(world.kernel, { work: async () => void done++ })
    await new Promise(resolve => setTimeout(resolve, 1500))
    // It lives as far as anyone can tell: its job stays its own.
    expect(done).toBe(0)
    expect(worker.alive()).toBe(true)

    await admin.rows('select pg_terminate_backend($1)', [rows[0]?.pid])
    await until('the takeover', () => done === 1)
    expect(await admin.rows("select from worker_process where worker_id = 'worker-dead'")).toEqual(
      [],
    )
    // A job is taken away a moment after its work is done.
    const waiting = () => admin.rows('select from graphile_worker.jobs')
    await until('the end of the work', async () => (await waiting()).length === 0)
  })

  it('are locked in a name that shows whether its worker lives, also after its connection was cut', async () => {
    const { promise: hanging, resolve: release } = Promise.withResolvers<void>()
    const one = await start(world.kernel, { work: () => hanging })
    await enqueue('work')
    const present = async () =>
      (
        await admin.rows(
          `select from graphile_worker._private_jobs j join worker_process w on w.worker_id = j.locked_by
            join pg_locks l on l.locktype = 'advisory' and (l.classid::bigint << 32) | l.objid::bigint = w.lock_id`,
        )
      ).length === 1
    await until('the lock under which it works', present)
    await admin.rows(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    )
    await until('the cut', async () => !(await present()))
    await until('its presence again', present)
    release()
    expect(one.alive()).toBe(true)
  })

  it('that were taken in the moment before a kill, by a pool that nobody heard of, are freed', async () => {
    let done = 0
    await enqueue('work')
    await admin.rows(
      "update graphile_worker._private_jobs set locked_by = 'pool-unheard', locked_at = now() - interval '11 seconds', attempts = 1",
    )
    await start(world.kernel, { work: async () => void done++ })
    await until('the takeover', () => done === 1)
  })

  it('whose taking the database did not get to answer are freed by the worker that lives on, and what it runs is not', async () => {
    const { promise: hanging, resolve: release } = Promise.withResolvers<void>()
    const ran: unknown[] = []
    const run = async (payload: Record<string, unknown>) => {
      ran.push(payload.n)
      if (payload.n === 'long') await hanging
    }
    await start(world.kernel, { long: run, lost: run })
    await enqueue('long', { n: 'long' })
    await until('its beginning', () => ran.length === 1)
    const longAgo = "locked_at = now() - interval '11 seconds'"
    try {
      await admin.rows(`update graphile_worker._private_jobs set ${longAgo}`)
      await admin.rows(
        `select from graphile_worker.add_job('lost', '{"n": "lost"}', run_at => now() + interval '1 day')`,
      )
      await admin.rows(
        `update graphile_worker._private_jobs set run_at = now(), locked_by = (select worker_id from worker_process), ${longAgo} where locked_at is null`,
      )
      await until('what was lost', () => ran.length > 1)
      const held =
        "select from graphile_worker.jobs where task_identifier = 'long' and locked_by is not null"
      expect([ran, await admin.rows(held)]).toEqual([['long', 'lost'], [{}]])
    } finally {
      release()
    }
  })

  it('that were left by a worker that died before are done by the one that starts next', async () => {
    let done = 0
    await enqueue('work')
    await admin.rows("insert into worker_process values ('worker-dead', 4712)")
    await admin.rows(
      "update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now(), attempts = 1",
    )
    await start(world.kernel, { work: async () => void done++ })
    await until('the takeover', () => done === 1)
  })

  it('run on while another worker stops', async () => {
    let done = 0
    const jobs = { work: async () => void done++ }
    const one = await start(world.kernel, jobs)
    await start(world.kernel, jobs)
    await Promise.all(Array.from({ length: 30 }, (_, n) => enqueue('work', { n })))
    workers.splice(workers.indexOf(one), 1)
    await one.stop()
    expect(one.alive()).toBe(false)
    await until('all of them', () => done === 30)
    expect(await admin.rows('select count(*)::int n from worker_process')).toEqual([
      { n: expect.any(Number) },
    ])
  })
})

describe('events that were delivered', () => {
  it('are forgotten after 30 days; those that wait or are dead stay', async () => {
    const type = 'payroll.cycle_opened'
    const forget = () => forgetEvents({ unit: world.unit })
    await inUnit(world.kernel, ctx => {
      for (let n = 0; n < 1500; n++) ctx.announce(type, { cycle_uuid: newUuid() })
    })
    await admin.rows(
      `update outbox_event set delivered_at = case when n > 3 then $1::timestamptz end, dead = n = 3
      from (select event_uuid, row_number() over (order by event_uuid) n from outbox_event) numbered
      where numbered.event_uuid = outbox_event.event_uuid`,
      [world.clock.now()],
    )
    // One row for each that hears it.
    const [{ n = 0 } = {}] = await admin.rows<{ n: number }>(
      'select count(*)::int n from outbox_event',
    )
    expect(n).toBeGreaterThanOrEqual(1500)
    expect(await forget()).toBe(0)
    world.clock.set(new Date(world.clock.now().getTime() + 31 * 86_400_000).toISOString())
    expect(await forget()).toBe(n - 3)
    expect(await admin.rows('select count(*)::int n from outbox_event')).toEqual([{ n: 3 }])
  })
})

describe('a worker of some jobs', () => {
  it('leaves the others to theirs: what is done waits for nothing that is sent', async () => {
    const blocked: (() => void)[] = []
    const send_mail = () => new Promise<void>(resolve => void blocked.push(resolve))
    // Also where something below is not as it should be: a worker that stops waits for what it runs.
    const drained = setInterval(() => {
      if (workers.length === 0) for (const resolve of blocked.splice(0)) resolve()
    }, 20)
    onTestFinished(() => clearInterval(drained))
    let done = 0
    const settings = { databaseUrl: testLogins(world.databaseUrl).services, crontab: '' }
    workers.push(
      await startWorker(world.kernel, { ...settings, jobs: { send_mail }, concurrency: 2 }),
    )
    for (let n = 0; n < 30; n++) await world.unit(ctx => ctx.enqueue('send_mail', { n }))
    await until('mails', () => blocked.length === 2)
    const work = async () => {
      done += 1
    }
    workers.push(await startWorker(world.kernel, { ...settings, jobs: { work }, concurrency: 1 }))
    await world.unit(ctx => ctx.enqueue('work', {}))
    await until('the work', () => done === 1)
    expect(blocked.length).toBe(2)
    // The job of what was done is taken away a moment later.
    await until('the end of the work', async () => {
      const waiting = await admin.rows<{ priority: number; n: number }>(
        'select priority, count(*)::int n from graphile_worker._private_jobs group by 1',
      )
      return isDeepStrictEqual(waiting, [{ priority: 10, n: 30 }])
    })
    await Promise.all(workers.splice(0).map(worker => worker.stop()))
  })
})

describe('a job that ends while the database is away', () => {
  it.each(['refuse', 'silence'] as const)(
    'by its %s is written down later and tried again; the process lives',
    { timeout: 120_000 },
    async how => {
      const proxy = await databaseProxy(testLogins(world.databaseUrl).services)
      let runs = 0
      const job = async () => {
        if (++runs > 1) return
        await proxy[how]()
        throw new Error('it fails, and nobody hears of it')
      }
      const settings = { databaseUrl: proxy.url, jobs: { job }, crontab: '', concurrency: 4 }
      workers.push(await startWorker(world.kernel, settings))
      await world.unit(ctx => ctx.enqueue('job', {}))
      await until('the first run', () => runs === 1)
      await new Promise(resolve => setTimeout(resolve, 1500))
      await proxy.heal()
      await until('the second run', () => runs === 2)
      await until('the end', async () => {
        const waiting = await admin.rows(
          "select from graphile_worker.jobs where task_identifier = 'job'",
        )
        return waiting.length === 0
      })
      await workers.pop()?.stop()
      await proxy.close()
    },
  )
})

describe('a mail with a live link', () => {
  it('leaves no readable link behind: not while it waits, not when it failed for good', async () => {
    const token = 'live-link-token-of-a-reset'
    const email = 'carla@canary.test'
    let tries = 0
    const send_mail = mailJob({
      send: async mail => {
        tries += 1
        expect(mail.text).toContain(token)
        throw new GatewayError('MAIL_UNAVAILABLE', 'the server is away', { retriable: true })
      },
    })
    const mail = { kind: 'reset-password' as const, email, secret: token }
    await inUnit(world.kernel, ctx => ctx.announce('identity.mail_requested', mail))
    const readable = async () => placesOf(token, await dumpTables(admin, []))
    expect(await readable()).toEqual([])
    await start(world.kernel, { send_mail })
    await until('a try', () => tries > 0)
    await until('its failure', async () => {
      const [job] = await admin.rows<{ failed: boolean }>(
        'select bool_or(last_error is not null) failed from graphile_worker._private_jobs',
      )
      return job?.failed ?? false
    })
    await admin.rows('update graphile_worker._private_jobs set attempts = max_attempts')
    expect(await readable()).toEqual([])
    expect(placesOf('carla@canary', await dumpTables(admin, []))).toEqual(['public.outbox_event'])
  })
})
