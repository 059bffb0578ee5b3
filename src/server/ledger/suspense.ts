/** What came in and names no employer: whose it may be, whose it is, or that it goes back (decision 0083, docs/rules/funding.md). */
import type { z } from 'zod'
import { suspense as entries, type SuspenseReceipt } from '#contract/suspense.ts'
import { assert } from '#domain/kernel/assert.ts'
import { transition } from '#domain/kernel/machine.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { idEndOf, nearReferences, referencesIn } from '#domain/ledger/creditor-reference.ts'
import { isOfChain } from '#domain/ledger/deposit.ts'
import { rankSuggestions, suspenseMachine } from '#domain/ledger/suspense.ts'
import type { SecondPerson, Work } from '../approvals/index.ts'
import { uuidOf } from '../kernel/ids.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { available, outsideWorld, suspense } from './accounts.ts'
import { nameEmployers } from './funding.report.store.ts'
import { insertFundingRows } from './funding.store.ts'
import { closeBooked } from './funding-notice.store.ts'
import { findAsked } from './funding-request.report.store.ts'
import { coverRequests } from './funding-requests.ts'
import { lookUpRefund, type Refunded, refuseSecond, senderOf } from './look-up-refund.ts'
import { postTransfers } from './post-transfers.ts'
import { findSuggestions, ownersOfFundings } from './suspense.report.store.ts'
import {
  closeReceipt,
  findReceipt,
  holdBookings,
  listReceipts,
  type SuspenseRow,
} from './suspense.store.ts'

type View = z.output<typeof SuspenseReceipt>

/** What a match is done with. */
export type MatchContent = {
  readonly receipt_uuid: string
  readonly employer_uuid: string
  readonly domain: string
  /** Whether it came by a chain and nothing says who paid. */
  readonly unnamed?: boolean | undefined
}
/** What a refund is done with: the order by which the money went back, and why. `apart` where no money went, and its parts take its place (decision 0162). */
export type RefundContent = {
  readonly receipt_uuid: string
  readonly words: string
  readonly apart?: boolean | undefined
} & Refunded

/** Saying whose a receipt is, for one operator or for two: for two whatever it comes to, where nothing but their word says whose it is. */
export const matchWork: Work<MatchContent, SuspenseRow> = {
  kind: 'match_receipt',
  entry: entries.matchReceipt,
  always: ({ unnamed = false }) => unnamed,
  title: ({ domain }) => domain,
  totals: (ctx, { receipt_uuid }) => totalsOf(ctx, receipt_uuid),
  async *lines(ctx, { receipt_uuid, employer_uuid }) {
    const of = await getReceipt(ctx, receipt_uuid)
    const employer = await findAsked(ctx.tx, { employer_uuid })
    yield [{ ...lineOf(of), ...namesOf(employer), facts: [...factsOf(of), employer_uuid] }]
  },
  run: match,
  outcomeOf: () => ({ execution_uuid: null, done: 1, refused: 0 }),
}

/** Sending a receipt back, which always takes two: the money leaves Corridor. */
export const refundWork: Work<RefundContent, SuspenseRow> = {
  kind: 'refund_receipt',
  entry: entries.refundReceipt,
  always: () => true,
  title: ({ reference }) => reference,
  totals: (ctx, { receipt_uuid }) => totalsOf(ctx, receipt_uuid),
  async *lines(ctx, { receipt_uuid, reference, words, apart, account, unseen }) {
    const of = await getReceipt(ctx, receipt_uuid)
    const label = apart
      ? say('ledger.books.forParts', { reference: of.reference })
      : [account ?? of.payer.account, reference, unseen ? say('ledger.suspense.unseen') : '']
          .filter(text => text)
          .join(', ')
    const name = { employer_name: of.payer.name, employer_domain: '' }
    const facts = [...factsOf(of), of.payer, reference, words, ...(apart ? ['apart'] : [])]
    if (account) facts.push(account, ...(unseen ? ['unseen'] : []))
    yield [{ ...lineOf(of), ...name, label, facts }]
  },
  run: refund,
  outcomeOf: () => ({ execution_uuid: null, done: 1, refused: 0 }),
}

async function totalsOf(ctx: Ctx, receipt_uuid: string) {
  const { status, currency, amount_minor } = await getReceipt(ctx, receipt_uuid)
  return status === 'OPEN' ? [{ currency, minor: amount_minor }] : []
}

function lineOf({ receipt_uuid, reference, received_on, currency, amount_minor }: SuspenseRow) {
  return {
    line_id: receipt_uuid,
    contractor_name: null,
    label: reference,
    date: received_on,
    amount: { currency, minor: amount_minor },
  }
}

function factsOf({ receipt_uuid, reference, currency, amount_minor, status }: SuspenseRow) {
  return [receipt_uuid, reference, currency, amount_minor, status]
}

function namesOf(employer: { company_name: string; domain: string } | undefined) {
  return {
    employer_name: employer?.company_name ?? '',
    employer_domain: employer?.domain ?? '',
  }
}

/** Gives a receipt to the employer with a domain, or keeps that for a second operator. */
export async function matchReceipt(
  ctx: Ctx,
  byTwo: SecondPerson,
  receipt_uuid: string,
  domain: string,
) {
  const employer = await findAsked(ctx.tx, { domain })
  if (!employer) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchEmployer')
  const { employer_uuid } = employer
  const { reference, payer } = await getReceipt(ctx, receipt_uuid)
  const unnamed = isOfChain(reference) && payer.name === ''
  const content = { receipt_uuid, employer_uuid, domain, ...(unnamed && { unnamed }) }
  const outcome = await byTwo(ctx, matchWork, content)
  return answered(ctx, outcome)
}

/**
 * Keeps for a second operator that a receipt was sent back to the account that paid, or (`apart`) that its parts take its place: it is then called by the
 * bank's own reference. VALIDATION where an order is not named; of what came by a chain, where no transaction is, or the words do not say to which address.
 */
export async function refundReceipt(
  ctx: Ctx,
  byTwo: SecondPerson,
  { receipt_uuid, reference, words, apart, account, unseen }: RefundContent,
) {
  if (!apart && !reference) throw invalidField('reference', 'ledger.suspense.needsReference')
  const of = await getReceipt(ctx, receipt_uuid)
  if (isOfChain(of.reference) && !words) throw invalidField('words', 'ledger.suspense.needsAddress')
  const content = apart
    ? { receipt_uuid, words, apart, reference: of.reference }
    : { receipt_uuid, words, ...(await lookUpRefund(ctx, of, { reference, account, unseen })) }
  return answered(ctx, await byTwo(ctx, refundWork, content))
}

async function answered(ctx: Ctx, outcome: Awaited<ReturnType<SecondPerson>>) {
  if ('waiting' in outcome) return { receipt: null, waiting: outcome.waiting }
  const [receipt = null] = await present(ctx, [outcome.done as SuspenseRow])
  return { receipt }
}

async function match(ctx: Ctx, { receipt_uuid, employer_uuid }: MatchContent) {
  const of = await getReceipt(ctx, receipt_uuid, true)
  const { reference, currency, amount_minor, received_on, shares, funding_file_uuid } = of
  if (of.status === 'MATCHED' && of.funding_uuid) {
    const owners = await ownersOfFundings(ctx.tx, [of.funding_uuid])
    if (owners.get(of.funding_uuid) === employer_uuid) return of
  }
  const status = transition(suspenseMachine, 'receipt', of.status, 'match')
  const funding_uuid = uuidOf(`funding-record:${reference.toLowerCase()}`)
  const receipt = { reference, currency, amount_minor, received_on, shares }
  const funding = { ...receipt, funding_uuid, employer_uuid }
  const kept = await insertFundingRows(ctx.tx, funding_file_uuid, [funding])
  assert(kept.has(reference), 'a reference that waits is no other receipt')
  await postTransfers(ctx, [
    {
      transfer_uuid: uuidOf(`suspense:${receipt_uuid}:matched`),
      from: suspense(currency),
      to: available(employer_uuid, currency),
      amount: { currency, minor: amount_minor },
      code: 'receipt_matched',
      subject_uuid: funding_uuid,
    },
  ])
  const closed = { closed_by: ctx.actor.sub, closed_at: ctx.now }
  await closeReceipt(ctx.tx, receipt_uuid, { status: 'MATCHED', funding_uuid, ...closed })
  await closeBooked(ctx.tx, [funding], { by: ctx.actor.sub, at: ctx.now })
  await coverRequests(ctx, [funding])
  audit(ctx, 'match', receipt_uuid, { status, employer_uuid })
  ctx.audit({
    action: 'book',
    entity: 'funding',
    entity_uuids: [funding_uuid],
    employer_uuid,
    after: { references: [reference] },
  })
  await ctx.doors.payments.lookAtHolds(ctx, { employer_uuid })
  return getReceipt(ctx, receipt_uuid)
}

async function refund(ctx: Ctx, content: RefundContent) {
  const { receipt_uuid, reference, words, apart = false, account } = content
  // Before anything is held: its network is asked once more, and may say by now what it did not.
  if (account)
    await lookUpRefund(ctx, await getReceipt(ctx, receipt_uuid), { ...content, unseen: true })
  await holdBookings(ctx.tx)
  const of = await getReceipt(ctx, receipt_uuid, true)
  if (of.status === 'REFUNDED' && of.refund_reference === reference && of.apart === apart) return of
  const by_chain = isOfChain(of.reference) && !apart
  if (by_chain) await refuseSecond(ctx, receipt_uuid, reference)
  const status = transition(suspenseMachine, 'receipt', of.status, 'refund')
  await postTransfers(ctx, [
    {
      transfer_uuid: uuidOf(`suspense:${receipt_uuid}:refunded`),
      from: suspense(of.currency),
      to: outsideWorld(of.currency),
      amount: { currency: of.currency, minor: of.amount_minor },
      code: 'receipt_refunded',
      subject_uuid: receipt_uuid,
    },
  ])
  await closeReceipt(ctx.tx, receipt_uuid, {
    ...{ status: 'REFUNDED', refund_reference: reference, words, apart },
    ...(by_chain && { refund_transaction: reference }),
    ...{ closed_by: ctx.actor.sub, closed_at: ctx.now },
  })
  const said = {
    ...(apart && { apart }),
    ...(account && { account }),
    ...(content.unseen && { unseen: true }),
  }
  audit(ctx, 'refund', receipt_uuid, { status, reference, ...said })
  return getReceipt(ctx, receipt_uuid)
}

async function getReceipt(ctx: Ctx, receipt_uuid: string, hold = false): Promise<SuspenseRow> {
  const found = await findReceipt(ctx, receipt_uuid, hold)
  if (!found) throw new Problem('NOT_FOUND', 'ledger.problems.noSuchReceipt')
  return found
}

/** A page of receipts; those that wait with whose they may be. */
export async function listSuspense(
  ctx: Ctx,
  { view, cursor, limit }: { view: 'open' | 'closed'; cursor?: string | undefined; limit: number },
) {
  const found = await listReceipts(ctx, {
    open: view === 'open',
    after: decodeCursor(cursor, InstantKey),
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [
    row.booked_at.toISOString(),
    row.receipt_uuid,
  ])
  return { items: await present(ctx, rows), next_cursor }
}

async function present(ctx: Ctx, rows: readonly SuspenseRow[]): Promise<View[]> {
  const open = rows.filter(({ status }) => status === 'OPEN')
  const [suggested, owners] = await Promise.all([
    findSuggestions(ctx.tx, open.map(clueOf)),
    ownersOfFundings(
      ctx.tx,
      rows.flatMap(({ funding_uuid }) => funding_uuid ?? []),
    ),
  ])
  const names = new Map(
    (
      await nameEmployers(ctx.tx, [
        ...suggested.map(({ employer_uuid }) => employer_uuid),
        ...owners.values(),
      ])
    ).map(row => [
      row.employer_uuid,
      { employer_domain: row.domain ?? '', company_name: row.company_name },
    ]),
  )
  const may = mayCall(ctx.actor, entries.matchReceipt)
  const chains = await chainsOf(ctx, open)
  return rows.map(row => {
    const own = suggested.filter(({ receipt_uuid }) => receipt_uuid === row.receipt_uuid)
    const actions = may ? suspenseMachine.actions(row.status) : []
    return {
      receipt_uuid: row.receipt_uuid,
      reference: row.reference,
      amount: { currency: row.currency, minor: row.amount_minor },
      received_on: row.received_on,
      payer: row.payer,
      status: row.status,
      suggestions: rankSuggestions(own).flatMap(({ employer_uuid, why }) => {
        const name = names.get(employer_uuid)
        return name ? [{ ...name, why: [...why] }] : []
      }),
      matched_to: (row.funding_uuid && names.get(owners.get(row.funding_uuid) ?? '')) || null,
      refund_reference: row.refund_reference,
      apart: row.apart,
      words: row.words,
      chain: chains.get(row.receipt_uuid) ?? null,
      closed_at: row.closed_at,
      allowed_actions: actions,
    }
  })
}

/** Of those that came by a chain, from which address. */
async function chainsOf(ctx: Ctx, rows: readonly SuspenseRow[]) {
  const found = new Map<string, { readonly sender: string | null }>()
  for (const { receipt_uuid, reference } of rows)
    if (isOfChain(reference)) found.set(receipt_uuid, { sender: await senderOf(ctx, reference) })
  return found
}

function clueOf({ receipt_uuid, currency, amount_minor, payer }: SuspenseRow) {
  const near = [...referencesIn(payer.words), ...nearReferences(payer.words)]
  return {
    ...{ receipt_uuid, currency, amount_minor },
    payer_name: payer.name,
    id_ends: near.map(idEndOf).join(' '),
  }
}

function audit(ctx: Ctx, action: string, receipt_uuid: string, after: object): void {
  ctx.audit({
    action,
    entity: 'suspense_receipt',
    entity_uuids: [receipt_uuid],
    employer_uuid: null,
    after,
  })
}
