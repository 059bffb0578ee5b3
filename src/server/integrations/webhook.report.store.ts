import { sql } from 'kysely'
import type { DeliveryStatus } from '#domain/integrations/told-events.ts'
import type { Tx } from '../kernel/db.ts'
import type { ToldRow } from './told-event.store.ts'

export type WebhookRow = {
  readonly webhook_uuid: string
  readonly url: string
  readonly events: string[]
  readonly sandbox: boolean
  readonly secret_since: Date
  readonly failing_since: Date | null
  readonly given_up_at: Date | null
  readonly given_up: number
  readonly sent: number
  readonly delivered: number
  readonly undelivered: number
  /** Whether any was delivered ever. */
  readonly ever: boolean
}

/** The webhooks of a company with what became of the events since an instant; one of them where it is named. What was delivered before then is not looked at. */
export async function listHooks(
  tx: Tx,
  employer_uuid: string,
  { since, webhook_uuid = null }: { readonly since: Date; readonly webhook_uuid?: string | null },
): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select w.webhook_uuid, w.url, w.events, w.sandbox, w.secret_since, w.failing_since, w.given_up_at, lately.sent, lately.delivered,
        retried.n + failed.n undelivered, failed.n given_up,
        exists (select from webhook_delivery d where d.webhook_uuid = w.webhook_uuid and d.status = 'DELIVERED') ever
      from webhook w
        left join lateral (select e.sequence from told_event e where e.employer_uuid = w.employer_uuid and e.sandbox = w.sandbox
          and e.created_at < ${since} order by e.sequence desc limit 1) before on true,
        lateral (select count(*)::int sent, (count(*) filter (where d.status = 'DELIVERED'))::int delivered
          from told_event e join webhook_delivery d on d.webhook_uuid = w.webhook_uuid and d.event_uuid = e.event_uuid
          where e.employer_uuid = w.employer_uuid and e.sandbox = w.sandbox and e.sequence > coalesce(before.sequence, 0)) lately,
        lateral (select count(*)::int n from webhook_delivery d
          where d.webhook_uuid = w.webhook_uuid and d.status = 'WAITING' and d.tries > 0) retried,
        lateral (select count(*)::int n from webhook_delivery d where d.webhook_uuid = w.webhook_uuid and d.status = 'FAILED') failed
      where w.employer_uuid = ${employer_uuid}::uuid and w.removed_at is null
        and (${webhook_uuid}::uuid is null or w.webhook_uuid = ${webhook_uuid}::uuid)
      order by w.created_at, w.webhook_uuid`.execute(tx)
  return rows
}

export type DeliveryRow = ToldRow & {
  readonly delivery_uuid: string
  readonly webhook_uuid: string
  readonly url: string
  readonly status: DeliveryStatus
  readonly tries: number
  readonly tried_at: Date
  readonly next_at: Date
  readonly took_ms: number
  readonly answer_status: number | null
  readonly answer: string
}

/** What was sent to the webhooks of a company, the newest first, from a place on. */
export async function listSent(
  tx: Tx,
  { employer_uuid, sandbox }: { readonly employer_uuid: string; readonly sandbox: boolean },
  {
    failed,
    before,
    limit,
  }: {
    readonly failed: boolean
    readonly before: readonly [string, string] | null
    readonly limit: number
  },
): Promise<DeliveryRow[]> {
  const [at = null, id = null] = before ?? []
  const { rows } = await sql<DeliveryRow>`
    select d.delivery_uuid, d.webhook_uuid, w.url, d.status, d.tries, d.tried_at, d.next_at, coalesce(d.took_ms, 0) took_ms, d.answer_status,
        d.answer, e.event_uuid, e.type, e.version_date, e.sequence, e.sandbox, e.created_at, e.data
      from webhook_delivery d join webhook w using (webhook_uuid) join told_event e on e.event_uuid = d.event_uuid
      where d.employer_uuid = ${employer_uuid}::uuid and w.sandbox = ${sandbox} and w.removed_at is null and d.tried_at is not null
        and (not ${failed} or d.status = 'FAILED' or (d.status = 'WAITING' and d.tries > 0))
        and (${at}::timestamptz is null or (d.tried_at, d.delivery_uuid) < (${at}::timestamptz, ${id}::uuid))
      order by d.tried_at desc, d.delivery_uuid desc limit ${limit}`.execute(tx)
  return rows
}
