/** What happened within Corridor becomes what companies' machines are told: reactions to events, each in the transaction that ends it. */
import type { ToldData } from '#contract/events.ts'
import { EVENTS_VERSION, type ToldType } from '#domain/integrations/told-events.ts'
import type { Events } from '../kernel/events.ts'
import { newUuid } from '../kernel/ids.ts'
import { type Ctx, toJson } from '../kernel/unit-of-work.ts'
import { insertDeliveries } from './delivery.store.ts'
import { holdTold, insertTold, listToldSettled, type Told } from './told-event.store.ts'
import {
  answerFact,
  contractFact,
  cycleFact,
  type PaymentFact,
  paymentFacts,
  requestFact,
} from './told-facts.report.store.ts'

/** The contract was signed by both. */
export async function tellSigned(
  ctx: Ctx,
  { contract_uuid }: Events['contracts.contract_signed'],
): Promise<void> {
  const fact = await contractFact(ctx.tx, contract_uuid)
  if (!fact) return
  const { employer_uuid, contractor_sub } = fact
  await tell(ctx, ofCompany(employer_uuid), 'contract.signed', [{ contract_uuid, contractor_sub }])
}

/** A contractor accepted an invitation, or did not. */
export async function tellAnswered(
  ctx: Ctx,
  { invitation_uuid, employer_uuid, status }: Events['people.invitation_answered'],
): Promise<void> {
  const fact = await answerFact(ctx.tx, invitation_uuid)
  const data = { invitation_uuid, status, ...fact }
  await tell(ctx, ofCompany(employer_uuid), 'contractor.answered', [data])
}

/** A pay cycle opened. */
export async function tellCycle(
  ctx: Ctx,
  { cycle_uuid }: Events['payroll.cycle_opened'],
): Promise<void> {
  const fact = await cycleFact(ctx.tx, cycle_uuid)
  if (!fact) return
  const { employer_uuid, policy_uuid, pay_date } = fact
  await tell(ctx, ofCompany(employer_uuid), 'cycle.opened', [{ cycle_uuid, policy_uuid, pay_date }])
}

/** Operators asked for money. */
export async function tellFundsRequested(
  ctx: Ctx,
  { request_uuid }: Events['ledger.funds_requested'],
): Promise<void> {
  const fact = await requestFact(ctx.tx, request_uuid)
  if (!fact) return
  const { employer_uuid, needed_on } = fact
  const amount = amountOf(fact.currency, fact.amount_minor)
  await tell(ctx, ofCompany(employer_uuid), 'funds.requested', [
    { request_uuid, amount, needed_on },
  ])
}

/** A payment was refused by its rail, or came back; where it arrived by now that is told behind it. */
export async function tellFailed(
  ctx: Ctx,
  { payment_uuid }: Events['payments.payment_failed'],
): Promise<void> {
  const which = { payment_uuids: [payment_uuid] }
  await tellPayments(ctx, 'payment.failed', await paymentFacts(ctx.tx, which))
  await tellWhetherSettled(ctx, which)
}

/** The money of a payment went back to its company. */
export async function tellGivenBack(
  ctx: Ctx,
  { payment_uuid }: Events['payments.payment_given_back'],
): Promise<void> {
  const facts = await paymentFacts(ctx.tx, { payment_uuids: [payment_uuid] })
  await tellPayments(ctx, 'payment.given_back', facts)
}

/** Payments arrived, each told as it does. */
export async function tellArrived(
  ctx: Ctx,
  { payment_uuids }: Events['payments.payments_settled'],
): Promise<void> {
  await tellWhetherSettled(ctx, { payment_uuids })
}

/** Of payments it was taken back that they arrived. */
export async function tellUnsettled(
  ctx: Ctx,
  { payment_uuids }: Events['payments.payments_unsettled'],
): Promise<void> {
  await tellWhetherSettled(ctx, { payment_uuids })
}

/** Pay arrived, all of its parts: what processes announced that told of none before. */
export async function tellSettled(
  ctx: Ctx,
  { line_item_uuids }: Events['payments.items_settled'],
): Promise<void> {
  await tellWhetherSettled(ctx, { line_item_uuids })
}

/**
 * Says of payments that they arrived, or that they had not, where something else was told of them last: reactions come in any order and
 * again, and what was told stays true.
 */
async function tellWhetherSettled(ctx: Ctx, which: Parameters<typeof paymentFacts>[1]) {
  const payments = await paymentFacts(ctx.tx, which)
  const companies = new Set(payments.map(({ employer_uuid }) => employer_uuid))
  for (const employer_uuid of [...companies].sort()) {
    const told = ofCompany(employer_uuid)
    await holdTold(ctx.tx, told)
    // Read now that nobody else tells of them.
    const facts = await paymentFacts(ctx.tx, which)
    const own = facts.filter(fact => fact.employer_uuid === employer_uuid)
    const ids = own.map(({ payment_uuid }) => payment_uuid)
    const settled = new Set(await listToldSettled(ctx.tx, told, ids))
    const isSettled = ({ status }: PaymentFact) => status === 'SETTLED'
    const isTold = ({ payment_uuid }: PaymentFact) => settled.has(payment_uuid)
    const differs = own.filter(fact => isSettled(fact) !== isTold(fact))
    await tellPayments(ctx, 'payment.settled', differs.filter(isSettled))
    await tellPayments(ctx, 'payment.unsettled', differs.filter(isTold))
  }
}

async function tellPayments(
  ctx: Ctx,
  type: 'payment.failed' | 'payment.given_back' | 'payment.settled' | 'payment.unsettled',
  facts: readonly PaymentFact[],
): Promise<void> {
  for (const [employer_uuid, of] of Map.groupBy(facts, fact => fact.employer_uuid))
    await tell(ctx, ofCompany(employer_uuid), type, of.map(paymentTold))
}

function paymentTold({
  employer_uuid: _employer,
  currency,
  amount_minor,
  source_currency,
  source_minor,
  ...fact
}: PaymentFact): ToldData<'payment.settled'> {
  return {
    ...fact,
    amount: amount_minor === null ? null : amountOf(currency, amount_minor),
    source: amountOf(source_currency, source_minor),
  }
}

function amountOf(currency: string, minor: bigint) {
  return { currency, amount_in_smallest_unit: Number(minor) }
}

function ofCompany(employer_uuid: string): Told {
  return { employer_uuid, sandbox: false }
}

/** Keeps events of one kind, and has them sent to the webhooks that ask for them, when the transaction commits. */
export async function tell<T extends ToldType>(
  ctx: Ctx,
  told: Told,
  type: T,
  all: readonly ToldData<T>[],
): Promise<void> {
  if (all.length === 0) return
  const events = all.map(data => ({
    event_uuid: newUuid(),
    type,
    version_date: EVENTS_VERSION,
    data: toJson(data),
    created_at: ctx.now,
  }))
  await insertTold(ctx.tx, told, events)
  const event_uuids = events.map(({ event_uuid }) => event_uuid)
  await sendSoon(ctx, await insertDeliveries(ctx.tx, event_uuids, ctx.now))
}

/** Has webhooks sent what is due for them when the transaction commits. */
export async function sendSoon(ctx: Ctx, webhook_uuids: readonly string[]): Promise<void> {
  if (webhook_uuids.length === 0) return
  await ctx.enqueueEach(
    'send_webhook',
    [...new Set(webhook_uuids)].map(webhook_uuid => ({
      payload: { webhook_uuid },
      job_key: `webhook:${webhook_uuid}`,
    })),
  )
}
