/**
 * The unit of work: one transaction that holds the change, its audit rows, its outbox rows and the answer under its
 * idempotency key (kept-answers.ts). All of it commits, or nothing.
 */
import { sql } from 'kysely'
import { dateOf, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { type Actor, scopeOf } from './actor.ts'
import type { Clock } from './clock.ts'
import { type Database, type Scope, type Tx, transact } from './db.ts'
import type { Doors } from './doors.ts'
import type { Events, EventType, Payload } from './events.ts'
import type { FieldCipher } from './field-cipher.ts'
import { newUuid } from './ids.ts'
import type { Logger } from './log.ts'
import { rowsOf } from './rows.ts'

/** What one action did to a set of things of one kind. `employer_uuid` chooses the chain; null is the platform's. */
export type AuditInput = {
  readonly action: string
  readonly entity: string
  readonly entity_uuids: readonly string[]
  readonly employer_uuid: string | null
  readonly before?: unknown
  readonly after?: unknown
}

export type Ctx = {
  readonly tx: Tx
  readonly actor: Actor
  /** The instant of this unit of work, by the injected clock. */
  readonly now: Date
  readonly today: PlainDateString
  readonly request_id: string
  /** The network address that the request came from. */
  readonly address: string
  readonly gateways: Gateways
  /** Seals and opens personal values; stores of such take it with the transaction. */
  readonly fields: FieldCipher
  readonly log: Logger
  /** What contexts that stand above the caller's do at once, in this transaction. */
  readonly doors: Doors<Ctx>
  /**
   * Reads in a unit of work of its own, as the same actor: for what is answered in pieces once this unit has ended, and never while it
   * runs, which would hold two connections.
   */
  readLater<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** The same for what is to be kept of such an answer, which is known only while it is made. */
  writeLater<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /**
   * Does something in a unit of its own where this one ends in a refusal, which takes back all that was written: for what was found on the
   * way and others have to see. The refusal is answered all the same.
   */
  ifRefused(work: (ctx: Ctx) => Promise<unknown>): void
  /** Says that something happened: when the transaction commits, its reactions wait for the worker. */
  announce<K extends EventType>(type: K, payload: Events[K]): void
  /** Records a change in the audit log when the transaction commits. */
  audit(...entries: AuditInput[]): void
  /** Puts a job into the queue when the transaction commits. */
  enqueue(
    task: string,
    payload: object,
    options?: { job_key?: string; run_at?: Date },
  ): Promise<void>
  /** Puts one job for each payload into the queue, in one statement; a job of the same key that waits is replaced. */
  enqueueEach(
    task: string,
    jobs: readonly { readonly payload: object; readonly job_key?: string }[],
  ): Promise<void>
}

/** What follows later from an event: in a transaction of its own, once or, after a failure, again. */
export type Reaction<K extends EventType> = (ctx: Ctx, event: Events[K]) => Promise<void>

const FORMER = new WeakSet<object>()

/** Of a reaction that nothing new is announced to: what an older process announced to it is still delivered. */
export function formerly<R extends (ctx: Ctx, event: never) => Promise<void>>(reaction: R): R {
  FORMER.add(reaction)
  return reaction
}

/** By event; each has at least one, or there would be no reason to announce it. Named functions: the queue knows them by name. */
export type Reactions = {
  readonly [K in EventType]: readonly [Reaction<K>, ...Reaction<K>[]]
}

/** What every unit of work needs; made once at start. */
export type Kernel = {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly gateways: Gateways
  readonly fields: FieldCipher
  readonly doors: Doors<Ctx>
  readonly reactions: Reactions
}

export type Request = { readonly request_id: string; readonly address: string }

/** Runs `work` as one unit, within the scope of its actor if no other is given. On a deadlock it runs again, so `work` must act on the database alone. */
export function unitOfWork<T>(
  kernel: Kernel,
  actor: Actor,
  request: Request,
  work: (ctx: Ctx) => Promise<T>,
  { scope = scopeOf(actor), ...options }: { readonly?: boolean; scope?: Scope } = {},
): Promise<T> {
  let found: ((ctx: Ctx) => Promise<unknown>)[] = []
  const run = async (tx: Tx) => {
    found = []
    const audits: AuditInput[] = []
    const events: Announced[] = []
    const now = kernel.clock.now()
    const ctx: Ctx = {
      tx,
      actor,
      now,
      today: dateOf(now),
      ...request,
      gateways: kernel.gateways,
      fields: kernel.fields,
      log: kernel.log,
      doors: kernel.doors,
      readLater: later => unitOfWork(kernel, actor, request, later, { scope, readonly: true }),
      writeLater: later => unitOfWork(kernel, actor, request, later, { scope }),
      ifRefused: later => {
        found.push(later)
      },
      announce: (type, payload) => {
        events.push({ type, payload })
      },
      audit: (...entries) => {
        audits.push(...entries.filter(entry => entry.entity_uuids.length > 0))
      },
      enqueue: (task, payload, { job_key, run_at } = {}) =>
        sql`select app.enqueue(${task}, ${JSON.stringify(payload)}::json, ${job_key ?? null}, ${run_at ?? null})`
          .execute(tx)
          .then(() => undefined),
      enqueueEach: (task, jobs) =>
        sql`select app.enqueue(${task}, j.payload::json, j.job_key, null)
          from ${rowsOf(
            'j',
            jobs.map(job => ({
              payload: JSON.stringify(job.payload),
              job_key: job.job_key ?? null,
            })),
            { payload: 'text', job_key: 'text' },
          )}`
          .execute(tx)
          .then(() => undefined),
    }
    const result = await work(ctx)
    await appendAudit(ctx, audits)
    await appendOutbox(ctx, events, kernel.reactions)
    return result
  }
  return transact(kernel.db, scope, run, options).catch(async error => {
    if (error instanceof Problem)
      for (const work of found)
        await unitOfWork(kernel, actor, request, work, { scope }).catch(fault =>
          kernel.log.error({ err: fault }, 'what was found before a refusal is not written'),
        )
    throw error
  })
}

async function appendAudit(ctx: Ctx, audits: readonly AuditInput[]): Promise<void> {
  if (audits.length === 0) return
  const entries = audits.map(entry => ({
    chain: entry.employer_uuid ?? 'platform',
    created_at: ctx.now.toISOString(),
    actor_sub: ctx.actor.sub || null,
    actor_role: ctx.actor.role,
    request_id: ctx.request_id,
    action: entry.action,
    entity: entry.entity,
    entity_uuids: entry.entity_uuids,
    before: entry.before ?? null,
    after: entry.after ?? null,
  }))
  await sql`select app.append_audit(${toJson(entries)}::jsonb)`.execute(ctx.tx)
}

type Announced = { readonly type: EventType; readonly payload: Payload }

function isCurrent(reaction: object): boolean {
  return !FORMER.has(reaction)
}

/**
 * One row for each reaction to each event: a reaction that fails keeps no other from its turn. What opens a link is sealed for its
 * row alone.
 */
async function appendOutbox(
  ctx: Ctx,
  events: readonly Announced[],
  reactions: Reactions,
): Promise<void> {
  const rows = events.flatMap(({ type, payload: { secret, ...payload } }) =>
    reactions[type].filter(isCurrent).map(reaction => {
      const event_uuid = newUuid()
      return {
        event_uuid,
        type,
        reaction: reaction.name,
        payload: toJson({ type, ...payload }),
        secret: secret ? ctx.fields.seal('outbox_event.secret', event_uuid, secret) : null,
        created_at: ctx.now,
      }
    }),
  )
  if (rows.length === 0) return
  await ctx.tx.insertInto('outbox_event').values(rows).execute()
  await ctx.enqueue('deliver_events', {}, { job_key: 'deliver_events' })
}

/** JSON with bigint as a number: the audit log holds amounts that JSON can carry. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? Number(item) : item))
}
