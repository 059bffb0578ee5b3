/** What operators ask a company to send: mailed with its reference, and open until what is booked covers it (decision 0082). */
import type { z } from 'zod'
import { type FundingRequest, funding } from '#contract/funding.ts'
import { transition } from '#domain/kernel/machine.ts'
import { amountText, MOST_RECEIPT_MINOR } from '#domain/kernel/money.ts'
import { addDays, endOf } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import { requestMachine } from '#domain/ledger/funding-request.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import { personOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findCurrency } from '../reference/currencies.ts'
import { listStandingAccounts } from './funding-account.store.ts'
import {
  findAsked,
  findRequest,
  listRequests,
  type RequestRow,
} from './funding-request.report.store.ts'
import {
  emptyRequests,
  fillRequests,
  holdOpenRequest,
  insertRequest,
  lockRequest,
  type Receipt,
  saveWithdrawn,
} from './funding-request.store.ts'

type View = z.output<typeof FundingRequest>
/** More days ahead nobody plans a wire. */
const LOOKS_AHEAD_DAYS = 366

/** A request as it is kept until a second operator answers. */
export type RequestContent = {
  readonly employer_uuid: string
  readonly currency: string
  readonly amount_minor: string
  readonly needed_on: string
  readonly words: string
}

/** Asking a company for money, for one operator or for two. What is asked already counts for nothing. */
export const requestWork: Work<RequestContent, RequestRow> = {
  kind: 'request_funds',
  entry: funding.requestFunds,
  title: ({ needed_on }) => needed_on,
  totals: async (ctx, content) =>
    (await holdOpenRequest(ctx.tx, { ...content, amount_minor: BigInt(content.amount_minor) }))
      ? []
      : [sumOf(content)],
  async *lines(ctx, content) {
    const { employer_uuid, currency, amount_minor, needed_on, words } = content
    const employer = await findAsked(ctx.tx, { employer_uuid })
    yield [
      {
        line_id: employer_uuid,
        employer_name: employer?.company_name ?? '',
        employer_domain: employer?.domain ?? '',
        contractor_name: null,
        label: creditorReference(employer_uuid),
        date: needed_on,
        amount: sumOf(content),
        facts: [employer_uuid, currency, amount_minor, needed_on, words],
      },
    ]
  },
  until: async (_ctx, { needed_on }) => endOf(needed_on),
  run: ask,
  outcomeOf: () => ({ execution_uuid: null, done: 1, refused: 0 }),
}

function sumOf({ currency, amount_minor }: RequestContent) {
  return { currency, minor: BigInt(amount_minor) }
}

/** Asks, or keeps it for a second operator. NOT_FOUND, or what of it is wrong. */
export async function requestFunds(
  ctx: Ctx,
  byTwo: SecondPerson,
  domain: string,
  {
    amount_minor,
    ...asked
  }: {
    readonly currency: string
    readonly amount_minor: bigint
    readonly needed_on: string
    readonly words: string
  },
) {
  const employer = await findAsked(ctx.tx, { domain })
  if (!employer) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchEmployer')
  if (!findCurrency(asked.currency))
    throw invalidField('currency', 'ledger.fundingFile.noCurrency', { currency: asked.currency })
  if (amount_minor <= 0n)
    throw invalidField('amount_in_smallest_unit', 'ledger.problems.askedNothing')
  if (amount_minor > MOST_RECEIPT_MINOR)
    throw invalidField('amount_in_smallest_unit', 'ledger.fundingFile.tooMuch', {
      amount: amountText({ currency: asked.currency, minor: amount_minor }),
    })
  if (asked.needed_on < ctx.today || asked.needed_on > addDays(ctx.today, LOOKS_AHEAD_DAYS))
    throw invalidField('needed_on', 'ledger.problems.neededWhen')
  const accounts = await listStandingAccounts(ctx.tx)
  if (!employer.known) throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.problems.notTold')
  if (!accounts.some(({ currency }) => currency === asked.currency))
    throw invalidField('currency', 'ledger.problems.noAccountToTell', { currency: asked.currency })
  const outcome = await byTwo(ctx, requestWork, {
    ...asked,
    employer_uuid: employer.employer_uuid,
    amount_minor: String(amount_minor),
  })
  return 'waiting' in outcome
    ? { request: null, ...outcome }
    : { request: presentRequest(ctx, outcome.done) }
}

async function ask(ctx: Ctx, { amount_minor, ...content }: RequestContent): Promise<RequestRow> {
  const { request_uuid, is_new } = await insertRequest(ctx.tx, {
    ...content,
    request_uuid: newUuid(),
    amount_minor: BigInt(amount_minor),
    asked_by: ctx.actor.sub,
    asked_at: ctx.now,
  })
  if (is_new) {
    audit(ctx, 'ask', { request_uuid, employer_uuid: content.employer_uuid, status: 'REQUESTED' })
    ctx.announce('ledger.funds_requested', { request_uuid })
  }
  return getRequest(ctx, request_uuid)
}

/** Takes a request back; again changes nothing. NOT_FOUND, or TRANSITION_NOT_ALLOWED once it was covered. */
export async function withdrawRequest(ctx: Ctx, request_uuid: string): Promise<View> {
  const held = await lockRequest(ctx.tx, request_uuid)
  if (!held) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchRequest')
  if (held.status !== 'CANCELLED') {
    const status = transition(requestMachine, 'request', held.status, 'withdraw')
    await saveWithdrawn(ctx.tx, request_uuid, { closed_by: ctx.actor.sub, closed_at: ctx.now })
    audit(ctx, 'withdraw', { request_uuid, employer_uuid: held.employer_uuid, status })
  }
  return presentRequest(ctx, await getRequest(ctx, request_uuid))
}

/** What was booked covers what was asked for, the first needed first; part of it is told as well. */
export async function coverRequests(ctx: Ctx, booked: readonly Receipt[]): Promise<void> {
  const filled = await fillRequests(ctx.tx, booked, { by: personOf(ctx.actor), at: ctx.now })
  for (const of of filled) audit(ctx, 'receive', of)
}

/** A receipt that is taken back covers nothing: what it had covered is open again, and its company is told once more, by a day that is not past. */
export async function uncoverRequests(ctx: Ctx, funding_uuid: string): Promise<void> {
  for (const of of await emptyRequests(ctx.tx, funding_uuid, ctx)) {
    audit(ctx, 'reopen', of)
    ctx.announce('ledger.funds_requested', { request_uuid: of.request_uuid })
  }
}

/** A page of requests. */
export async function listFundingRequests(
  ctx: Ctx,
  { view, cursor, limit }: { view: 'open' | 'closed'; cursor?: string | undefined; limit: number },
) {
  const found = await listRequests(ctx.tx, {
    open: view === 'open',
    after: decodeCursor(cursor, InstantKey),
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [
    row.asked_at.toISOString(),
    row.request_uuid,
  ])
  return { items: rows.map(row => presentRequest(ctx, row)), next_cursor }
}

async function getRequest(ctx: Ctx, request_uuid: string): Promise<RequestRow> {
  const found = await findRequest(ctx.tx, request_uuid)
  if (!found) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchRequest')
  return found
}

/** A request as its reader sees it, with what they may do. */
export function presentRequest(ctx: Ctx, row: RequestRow): View {
  const { currency } = row
  const open = requestMachine.next(row.status, 'withdraw') !== undefined
  return {
    request_uuid: row.request_uuid,
    employer_domain: row.domain ?? '',
    company_name: row.company_name,
    reference: creditorReference(row.employer_uuid),
    amount: { currency, minor: row.amount_minor },
    received: { currency, minor: row.received_minor },
    needed_on: row.needed_on,
    words: row.words,
    status: row.status,
    asked_at: row.asked_at,
    asked_by: row.asked_by_name,
    closed_at: row.closed_at,
    allowed_actions: open && mayCall(ctx.actor, funding.withdrawFundingRequest) ? ['withdraw'] : [],
  }
}

function audit(
  ctx: Ctx,
  action: string,
  of: { readonly request_uuid: string; readonly employer_uuid: string; readonly status: string },
): void {
  ctx.audit({
    action,
    entity: 'funding_request',
    entity_uuids: [of.request_uuid],
    employer_uuid: of.employer_uuid,
    after: { status: of.status },
  })
}
