/** What companies' machines are told of: in order by `GET /events`, and the same by webhooks. */
import { z } from 'zod'
import { BATCH_STATES } from '#domain/batches/batch.ts'
import {
  DELIVERY_STATUSES,
  MOST_PATTERNS,
  TOLD_PATTERNS,
  TOLD_TYPES,
  type ToldType,
  WEBHOOK_STATES,
} from '#domain/integrations/told-events.ts'
import { words } from '#domain/kernel/words.ts'
import { BatchProgress, RowState } from './batches.ts'
import { ById, Instant, Ok, PageQuery, PlainDate, page, TOO_LONG, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

/** Money as JSON has it, kept as it was told. */
const Amount = z.object({ currency: z.string(), amount_in_smallest_unit: z.int() })

/** A row of a batch, with the reference that its sender gave it. */
const BatchRowTold = z.object({ batch_uuid: Uuid, row: z.int(), reference: z.string() })

const BatchTold = z.object({
  batch_uuid: Uuid,
  file_name: z.string(),
  pay_date: PlainDate,
  /** Where it stands when it is told, and how many of its rows stand where. */
  state: z.enum(BATCH_STATES),
  rows: z.int(),
  progress: BatchProgress,
  /** Rows of it that are not paid, since their people declined or they were taken back: the first hundred. */
  not_paid: z.array(BatchRowTold.extend({ state: RowState })),
})

const PaymentTold = z.object({
  payment_uuid: Uuid,
  line_item_uuid: Uuid,
  cycle_uuid: Uuid,
  contractor_sub: z.string(),
  status: z.string(),
  /** What it pays, in the currency of who is paid; null until a rate is known. */
  amount: Amount.nullable(),
  /** What it costs, in the currency of the contract. */
  source: Amount,
  pay_date: PlainDate,
  reference: z.string().nullable(),
  simulated: z.boolean(),
  /** The row that it pays; null of pay by a contract. */
  batch: BatchRowTold.nullable(),
})

/** What each event says, by its name. */
export const TOLD = {
  /** Some of it was approved; again when more of it is. */
  'batch.approved': BatchTold,
  /** What nobody had approved was cancelled; or everybody declined, or all its rows were taken back one by one. */
  'batch.cancelled': BatchTold,
  /** Money for all that is approved of it is set aside; again when more of it is approved. */
  'batch.funded': BatchTold,
  /** What was told as cancelled is not: everybody had declined or all was taken back, and somebody joined or something waits again after all. */
  'batch.reopened': BatchTold,
  /** Nothing of it is left to be paid: all arrived, but of who declined and what was taken back. */
  'batch.settled': BatchTold,
  /** What was told as settled is not: some of it was marked unpaid, came back, or is of somebody who declined first and joined now. It is told as settled again once it is. */
  'batch.unsettled': BatchTold,
  'contract.signed': z.object({ contract_uuid: Uuid, contractor_sub: z.string() }),
  'contractor.answered': z.object({
    invitation_uuid: Uuid,
    status: z.string(),
    /** Who joined, as payments name them; null of who did not. */
    contractor_sub: z.string().nullable(),
    /** The rows of batches that waited for the answer, the first hundred. */
    payments: z.array(BatchRowTold),
  }),
  'cycle.opened': z.object({ cycle_uuid: Uuid, policy_uuid: Uuid, pay_date: PlainDate }),
  'funds.requested': z.object({ request_uuid: Uuid, amount: Amount, needed_on: PlainDate }),
  'payment.failed': PaymentTold,
  'payment.given_back': PaymentTold,
  'payment.settled': PaymentTold,
  /** What was told as settled had not arrived: its record was taken back. When it arrives it is told as settled again, under another id. */
  'payment.unsettled': PaymentTold,
} as const satisfies Record<ToldType, z.ZodObject>

/** What an event says of what it tells. */
export type ToldData<T extends ToldType> = z.output<(typeof TOLD)[T]>

/** An event, the same whether it is asked for or sent. It is known by its id; what comes twice has the same one. */
export const ToldEvent = z.object({
  event_uuid: Uuid,
  type: z.enum(TOLD_TYPES),
  /** Of the shapes of events, by the day on which they last changed. */
  version_date: PlainDate,
  /** Counts up by one, for each company and each sandbox: what came out of order is put in order by it. */
  sequence: z.int(),
  sandbox: z.boolean(),
  created_at: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type ToldEvent = z.output<typeof ToldEvent>

const Pattern = z.enum(TOLD_PATTERNS as [string, ...string[]], words('integrations.problems.event'))

export const Webhook = z.object({
  webhook_uuid: Uuid,
  url: z.string(),
  events: z.array(z.string()),
  sandbox: z.boolean(),
  secret_since: Instant,
  state: z.enum(WEBHOOK_STATES),
  failing_since: Instant.nullable(),
  /** Since when it has events that are sent no more, and how many, until they are replayed. */
  given_up_at: Instant.nullable(),
  given_up: z.int(),
  /** Of the last 24 hours: how many events there were for it, and how many it took. */
  sent: z.int(),
  delivered: z.int(),
  /** How many wait to be sent again, or are sent no more. */
  undelivered: z.int(),
})

/** What was sent to a webhook, and what it answered last. */
export const Delivery = z.object({
  delivery_uuid: Uuid,
  webhook_uuid: Uuid,
  url: z.string(),
  event_uuid: Uuid,
  type: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  tries: z.int(),
  tried_at: Instant,
  /** When it is sent again; null where it is not. */
  next_at: Instant.nullable(),
  took_ms: z.int(),
  answer_status: z.int().nullable(),
  answer: z.string(),
  /** What is sent, as it is signed. */
  body: z.string(),
})

const NewSecret = z.object({ webhook: Webhook, secret: z.string() })
const RUNNERS = { access: ['employer'], members: ['owner', 'admin'] } as const
const AGAIN = { neither: 'it sends again what was sent before' } as const
const YesNo = z.enum(['true', 'false'])

export const events = {
  listEvents: endpoint({
    method: 'GET',
    path: '/events',
    summary:
      'What happened, in order, from a cursor on; the cursor of the last page is asked again for what came since',
    ...RUNNERS,
    scope: 'events:read',
    query: PageQuery.extend({
      /** One event, or all of one thing such as `payment.*`. */
      type: Pattern.optional(),
      /** For people; a key reads its own kind alone. */
      sandbox: YesNo.optional(),
    }),
    response: z.object({
      items: z.array(ToldEvent),
      /** Goes on after the last event of this page, also where that was the newest. */
      next_cursor: z.string(),
      has_more: z.boolean(),
    }),
    problems: ['VALIDATION'],
  }),
  listWebhooks: endpoint({
    method: 'GET',
    path: '/employer/webhooks',
    summary: 'Where events are sent, and whether they are taken',
    ...RUNNERS,
    response: z.object({ webhooks: z.array(Webhook) }),
  }),
  makeWebhook: endpoint({
    method: 'POST',
    path: '/employer/webhooks',
    summary:
      'Has events sent to an address from now on; answers with the secret that signs them, once',
    ...RUNNERS,
    gates: ['terms_signed'],
    touches: 'access',
    body: z.strictObject({
      url: z
        .string()
        .max(500, TOO_LONG)
        .meta({ format: 'uri' })
        .pipe(z.url(words('integrations.problems.url'))),
      events: z.array(Pattern).min(1, words('integrations.problems.event')).max(MOST_PATTERNS),
      sandbox: z.boolean().default(false),
    }),
    response: NewSecret,
    problems: ['CONFLICT', 'ONBOARDING_INCOMPLETE', 'STEP_UP_REQUIRED', 'VALIDATION'],
  }),
  replaceWebhookSecret: endpoint({
    method: 'POST',
    path: '/employer/webhooks/:id/secret',
    summary: 'Makes another secret; for a day both sign',
    ...RUNNERS,
    touches: 'access',
    params: ById,
    query: z.strictObject({
      /** Since when it has the secret that was looked at: one that took its place meanwhile stays, so that the one before it goes on signing. */
      seen: Instant.optional(),
    }),
    response: NewSecret,
    problems: ['NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED'],
  }),
  removeWebhook: endpoint({
    method: 'DELETE',
    path: '/employer/webhooks/:id',
    summary: 'Sends nothing more to an address; again changes nothing',
    ...RUNNERS,
    touches: { neither: 'it only ends what is sent' },
    params: ById,
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
  replayWebhook: endpoint({
    method: 'POST',
    path: '/employer/webhooks/:id/replay',
    summary: 'Sends at once what a webhook did not take, under the same ids',
    ...RUNNERS,
    touches: AGAIN,
    params: ById,
    response: z.object({ replayed: z.int() }),
    problems: ['NOT_FOUND'],
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/employer/webhook-deliveries',
    summary: 'What was sent to webhooks and what they answered, the newest first',
    ...RUNNERS,
    query: PageQuery.extend({ failed: YesNo.optional(), sandbox: YesNo.optional() }),
    response: page(Delivery),
  }),
  replayDelivery: endpoint({
    method: 'POST',
    path: '/employer/webhook-deliveries/:id/replay',
    summary: 'Sends one event again, under the same id',
    ...RUNNERS,
    touches: AGAIN,
    params: ById,
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
}
