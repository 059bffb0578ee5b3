/** What companies' machines are told of. The name of an event is never given another meaning: a new meaning has a new name. */

/** By the day on which the shapes of events last changed. Fields may be added without another day; none changes or goes. */
export const EVENTS_VERSION = '2026-11-29'

export const TOLD_TYPES = [
  'batch.approved',
  'batch.cancelled',
  'batch.funded',
  'batch.reopened',
  'batch.settled',
  'batch.unsettled',
  'contract.signed',
  'contractor.answered',
  'cycle.opened',
  'funds.requested',
  'payment.failed',
  'payment.given_back',
  'payment.settled',
  'payment.unsettled',
] as const
export type ToldType = (typeof TOLD_TYPES)[number]

/** What a webhook may ask for: one event, all of one thing, or everything. */
export const TOLD_PATTERNS: readonly string[] = [
  '*',
  ...new Set(TOLD_TYPES.map(type => `${type.split('.')[0]}.*`)),
  ...TOLD_TYPES,
]
export const MOST_PATTERNS = 20
export const MOST_WEBHOOKS = 10

export const DELIVERY_STATUSES = ['WAITING', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** After how many minutes an event is sent again that a receiver did not take, try by try. */
const WAITS_MIN = [1, 4, 15, 60, 180, 480, 1440] as const
/** How often an event is sent to a receiver that does not take it: over a day and a half. */
export const MOST_TRIES = WAITS_MIN.length + 1

/**
 * What becomes of a delivery after so many tries. `spread` from 0 to 10 puts off the next one by as many hundredths, so that what
 * failed together does not come back together.
 */
export function afterTry(
  taken: boolean,
  tries: number,
  now: Date,
  spread: number,
): { readonly status: DeliveryStatus; readonly next_at: Date } {
  if (taken) return { status: 'DELIVERED', next_at: now }
  const wait_min = WAITS_MIN[tries - 1]
  if (wait_min === undefined) return { status: 'FAILED', next_at: now }
  const wait_ms = wait_min * 60_000
  return {
    status: 'WAITING',
    next_at: new Date(now.getTime() + wait_ms + (wait_ms * spread) / 100),
  }
}

export const WEBHOOK_STATES = ['NEW', 'WORKS', 'FAILING', 'GIVEN_UP'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/**
 * Where a webhook stands: given up while it has events that are sent no more, until somebody replays them; failing since the first event that it
 * did not take after the last that it did.
 */
export function webhookState(
  {
    failing_since,
    given_up_at,
  }: { readonly failing_since: Date | null; readonly given_up_at: Date | null },
  delivered: boolean,
): WebhookState {
  if (given_up_at) return 'GIVEN_UP'
  if (failing_since) return 'FAILING'
  return delivered ? 'WORKS' : 'NEW'
}

/** For how long the secret before signs beside the one that took its place. */
export const SECRETS_OVERLAP_MS = 24 * 60 * 60 * 1000
