/**
 * A worker: runs the jobs that it is given, and leaves others to other workers. Jobs of a killed worker are freed at once by whoever
 * starts or sweeps next, because a dead process holds no advisory lock. Every job is safe to run twice.
 */
import { randomInt } from 'node:crypto'
import { EventEmitter } from 'node:events'
import {
  makeWorkerUtils,
  Logger as QueueLogger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import { SYSTEM_ACTOR } from './kernel/actor.ts'
import { newRequestId } from './kernel/ids.ts'
import { openQueuePool } from './kernel/queue-pool.ts'
import { type Ctx, type Kernel, unitOfWork } from './kernel/unit-of-work.ts'

/** A job's work. It runs its own units of work, so that what it did stays done when it is killed half-way. */
export type Job = (payload: Record<string, unknown>, job: JobContext) => Promise<void>

export type JobContext = {
  readonly kernel: Kernel
  /** Runs one unit of work as the system. */
  unit<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

export type WorkerHandle = {
  /** Whether jobs are being taken. */
  alive(): boolean
  /** Finishes what runs and stops. */
  stop(): Promise<void>
}

const SWEEP_MS = 5000
const ANNOUNCED_SECONDS = 10

/** Starts working off jobs. `crontab` names jobs that run by the clock of the machine; they read the injected clock. */
export async function startWorker(
  kernel: Kernel,
  options: {
    databaseUrl: string
    jobs: Readonly<Record<string, Job>>
    crontab: string
    concurrency: number
  },
): Promise<WorkerHandle> {
  const pool = openQueuePool(options.databaseUrl, 4)
  const events: WorkerEvents = new EventEmitter()
  const running = new Set<string>()
  events.on('job:start', ({ job }) => running.add(job.id))
  events.on('job:complete', ({ job }) => running.delete(job.id))
  const presence = await showPresence(options.databaseUrl, pool, running)
  // The queue locks a job in the name of the pool, not of the one of its workers that runs it.
  events.on(
    'pool:create',
    ({ workerPool }) => void presence.announce(workerPool.id).catch(() => {}),
  )
  const context: JobContext = {
    kernel,
    unit: work =>
      unitOfWork(kernel, SYSTEM_ACTOR, { request_id: newRequestId(), address: 'worker' }, work),
  }
  const taskList: TaskList = {}
  for (const [name, work] of Object.entries(options.jobs)) {
    taskList[name] = async payload => {
      try {
        await work((payload ?? {}) as Record<string, unknown>, context)
      } catch (error) {
        kernel.log.error({ err: error, job: name }, 'job failed, it is tried again')
        throw error
      }
    }
  }
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    events,
    crontab: options.crontab,
    concurrency: options.concurrency,
    noHandleSignals: true,
    // Its own lines repeat what our jobs log, and name payloads.
    logger: new QueueLogger(() => (level, message) => {
      if (level === 'error') kernel.log.error({ queue: message }, 'queue')
    }),
    pollInterval: 1000,
    preset: { worker: { gracefulShutdownAbortTimeout: 5000 } },
  })
  let working = true
  runner.promise.finally(() => {
    working = false
  })
  return {
    alive: () => working,
    stop: async () => {
      await runner.stop().catch(() => {})
      await presence.stop()
      await pool.end()
    },
  }
}

type Presence = { announce(workerId: string): Promise<void>; stop(): Promise<void> }

/**
 * Shows that this process lives by holding an advisory lock, and frees the jobs of those whose lock nobody holds, and its own that are not `running` here. A
 * lock that was lost with its connection is taken again.
 */
async function showPresence(
  databaseUrl: string,
  pool: pg.Pool,
  running: ReadonlySet<string>,
): Promise<Presence> {
  const lock = randomInt(2 ** 47)
  let holder = await holdLock(databaseUrl, lock)
  let announced: string | undefined
  const announce = async (workerId: string) => {
    announced = workerId
    await pool.query('insert into worker_process values ($1, $2) on conflict do nothing', [
      workerId,
      lock,
    ])
  }
  const sweep = async () => {
    const held = await holder.query('select 1').catch(() => undefined)
    if (!held) {
      holder = await holdLock(databaseUrl, lock)
      if (announced) await announce(announced)
    }
    await freeJobsOfTheDead(pool, lock)
    if (announced) await freeLostJobs(pool, announced, running)
  }
  await freeJobsOfTheDead(pool, lock)
  let sweeping: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(() => {})
  }, SWEEP_MS)
  return {
    announce,
    stop: async () => {
      clearInterval(timer)
      await sweeping
      await pool.query('delete from worker_process where lock_id = $1', [lock]).catch(() => {})
      await holder.end().catch(() => {})
    },
  }
}

async function holdLock(databaseUrl: string, lock: number): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: databaseUrl })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [lock])
  return holder
}

async function freeJobsOfTheDead(pool: pg.Pool, ownLock: number): Promise<void> {
  // Whoever holds a job for longer than announcing takes, and never announced itself, died before it could.
  const { rows } = await pool.query<{ worker_id: string }>(
    `with dead as (
        delete from worker_process where lock_id <> $1 and pg_try_advisory_xact_lock(lock_id) returning worker_id
      )
      select worker_id from dead
      union select locked_by from graphile_worker._private_jobs
        where locked_at < now() - make_interval(secs => $2) and locked_by not in (select worker_id from worker_process)`,
    [ownLock, ANNOUNCED_SECONDS],
  )
  if (rows.length === 0) return
  const utils = await makeWorkerUtils({ pgPool: pool })
  await utils.forceUnlockWorkers(rows.map(row => row.worker_id))
  await utils.release()
}

/**
 * Frees what is locked in the name of this process and does not run in it: the database took it for us and died before it said so, or before it could be
 * told how it ended. The queue itself would wait for hours. No job of ours waits in a queue with a name.
 */
async function freeLostJobs(
  pool: pg.Pool,
  worker_id: string,
  running: ReadonlySet<string>,
): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = $1 and locked_at < now() - make_interval(secs => $2) and id <> all ($3::bigint[])`,
    [worker_id, ANNOUNCED_SECONDS, [...running]],
  )
}
