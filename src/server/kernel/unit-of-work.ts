/**
 * The unit of work: one transaction that holds the change, its audit rows, its outbox rows and the answer under its
 * idempotency key (kept-answers.ts). All of it commits, or nothing.
 */
import { sql } from 'kysely'
import { dateOf, type PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { type Actor, scopeOf } from './actor.ts'
import type { Clock } from './clock.ts'
import { type Database, type Scope, type Tx, transact } from './db.ts'
import type { FieldCipher } from './field-cipher.ts'
import { newUuid } from './ids.ts'
import type { Logger } from './log.ts'

/**
 * Something that happened, named `context.noun_verbed`, with ids and little else. What opens a link is its `secret`, which is
 * kept sealed until the event is delivered, and no longer.
 */
export type DomainEvent = { readonly type: string; readonly [field: string]: unknown }

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
  /** Says that something happened: at-once reactions run now, in this transaction; later ones by the worker. */
  announce(...events: DomainEvent[]): Promise<void>
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

/** A reaction to an event, in the same transaction. */
export type Reaction = (ctx: Ctx, event: DomainEvent) => Promise<void>

export type Reactions = {
  readonly atOnce: Readonly<Record<string, readonly Reaction[]>>
  /** Named functions: the queue knows a reaction by its name, across restarts and releases. */
  readonly later: Readonly<Record<string, readonly Reaction[]>>
}

/** What every unit of work needs; made once at start. */
export type Kernel = {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly gateways: Gateways
  readonly fields: FieldCipher
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
  const run = async (tx: Tx) => {
    const audits: AuditInput[] = []
    const events: DomainEvent[] = []
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
      announce: async (...announced) => {
        for (const event of announced) {
          events.push(event)
          for (const react of kernel.reactions.atOnce[event.type] ?? []) await react(ctx, event)
        }
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
          from unnest(${jobs.map(job => JSON.stringify(job.payload))}::text[], ${jobs.map(job => job.job_key ?? null)}::text[]) j(payload, job_key)`
          .execute(tx)
          .then(() => undefined),
    }
    const result = await work(ctx)
    await appendAudit(ctx, audits)
    await appendOutbox(ctx, events, kernel.reactions.later)
    return result
  }
  return transact(kernel.db, scope, run, options)
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

/**
 * One row for each reaction to each event: a reaction that fails keeps no other from its turn. What opens a link is sealed for its
 * row alone.
 */
async function appendOutbox(
  ctx: Ctx,
  events: readonly DomainEvent[],
  later: Reactions['later'],
): Promise<void> {
  const rows = events.flatMap(({ secret, ...event }) =>
    (later[event.type] ?? []).map(reaction => {
      const event_uuid = newUuid()
      const sealed =
        typeof secret === 'string'
          ? ctx.fields.seal('outbox_event.secret', event_uuid, secret)
          : null
      return {
        event_uuid,
        type: event.type,
        reaction: reaction.name,
        payload: toJson(event),
        secret: sealed,
        created_at: ctx.now,
      }
    }),
  )
  if (rows.length === 0) return
  await ctx.tx.insertInto('outbox_event').values(rows).execute()
  await ctx.enqueue('deliver_events', {}, { job_key: 'deliver_events' })
}

/** JSON with bigint as a number: audit and events hold amounts that JSON can carry. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? Number(item) : item))
}
