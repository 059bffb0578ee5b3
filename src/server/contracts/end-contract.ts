/** How contracts end: discarded before anyone earns on them, completed by the employer, or by the calendar. */
import type { z } from 'zod'
import type { ContractView } from '#contract/contract-shapes.ts'
import type { contracts } from '#contract/contracts.ts'
import {
  type ContractStatus,
  contractMachine,
  NOTICE_DAYS,
  noticeEnds,
  SIGNATURE_DAYS,
} from '#domain/contracts/contract.ts'
import { assert } from '#domain/kernel/assert.ts'
import { transition } from '#domain/kernel/machine.ts'
import { addDays, formatDate } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type ContractRow, selectContract } from './contract.report.store.ts'
import { findPayingBetween, updateContract } from './contract.store.ts'
import { frozenData } from './contract-document.ts'
import {
  completeEnded,
  countReminders,
  employersWithEnding,
  expireOffered,
} from './contract-set.store.ts'
import { deleteEntry } from './entry.store.ts'
import { getContract, lockOwnContract } from './find-contract.ts'
import { findObstacle } from './may-sign.ts'
import { auditContract } from './offer-contract.ts'
import { lastReportedDay } from './reported-time.report.store.ts'
import { employersWithStranded } from './stranded-offers.report.store.ts'
import { withdrawStranded } from './withdraw-offers.ts'

type View = z.output<typeof ContractView>
type Completion = z.output<(typeof contracts)['completeContract']['body']>

const DAY_MS = 24 * 60 * 60 * 1000

/** Discards a contract that nobody earns on. Who was offered it is told. CONFLICT where it is not as it was `seen`. */
export async function discardContract(
  ctx: Ctx,
  contract_uuid: string,
  seen?: ContractStatus,
): Promise<View> {
  const contract = await lockOwnContract(ctx, contract_uuid)
  if (seen && seen !== contract.status)
    throw new Problem('CONFLICT', 'contracts.problems.standsOtherwise', {
      params: { status: contract.status },
    })
  const status = transition(contractMachine, 'contract', contract.status, 'discard')
  const offered = contract.status === 'AWAITING_SIGNATURE'
  await updateContract(ctx, contract_uuid, {
    status,
    ...(offered && { withdrawn_at: ctx.now }),
  })
  if (offered) ctx.announce('contracts.offer_withdrawn', { contract_uuid })
  await deleteEntry(ctx.tx, contract_uuid)
  auditContract(ctx, contract, 'discard', contract, { status })
  return getContract(ctx, contract_uuid)
}

/**
 * Closes a running contract on a day. Until that day it earns, so that a day still to come leaves it ACTIVE with its end set,
 * and the job by the clock completes it. The contractor is mailed now, with the reason; an end that the terms or a successor set
 * is told by these, and mailed only where words are said of it. VALIDATION of a day before one of which time was reported: that is owed (decision 0174); and of one before it
 * pays while an earlier revision does, which is to end first.
 */
export async function completeContract(
  ctx: Ctx,
  contract_uuid: string,
  { desired_completion_date: last, reason }: Completion,
): Promise<View> {
  const contract = await lockOwnContract(ctx, contract_uuid)
  const completed = await checkEnd(ctx, contract, last)
  const status = last <= ctx.today ? completed : contract.status
  // The same day again, and nothing said that was not said before: nothing is new, and nobody is told twice.
  const sameWords = reason === '' || reason === contract.end_reason
  if (status === contract.status && contract.contract_end_date === last && sameWords)
    return getContract(ctx, contract_uuid)
  await updateContract(ctx, contract_uuid, { status, contract_end_date: last, end_reason: reason })
  auditContract(ctx, contract, 'complete', contract, { status, contract_end_date: last })
  const notice_ends_on = noticeEnds(contract.kind, ctx.today)
  const short =
    notice_ends_on !== null && last < notice_ends_on && last !== contract.contract_end_date
  const notice = short ? { notice_days: NOTICE_DAYS } : {}
  ctx.announce('contracts.contract_completed', { contract_uuid, ...notice })
  return getContract(ctx, contract_uuid)
}

/** Why closing a contract on a day would be refused, in the words of that refusal; null where it would not be. */
export async function whyNotEnd(
  ctx: Ctx,
  contract_uuid: string,
  last: string,
): Promise<Text | null> {
  const contract = await selectContract(ctx, contract_uuid)
  assert(contract, 'a contract is never deleted')
  try {
    await checkEnd(ctx, contract, last)
    return null
  } catch (thrown) {
    if (thrown instanceof Problem) return textOf(thrown.text, thrown.params)
    throw thrown
  }
}

/** What a contract is once its last day is over; refuses a day that cannot be its last. */
async function checkEnd(ctx: Ctx, contract: ContractRow, last: string): Promise<ContractStatus> {
  const completed = transition(contractMachine, 'contract', contract.status, 'complete')
  checkLastDay(contract, last)
  await checkEarlier(ctx, contract, last)
  await checkReported(ctx, contract.contract_uuid, last)
  return completed
}

function checkLastDay({ contract_start_date, contract_end_date }: ContractRow, last: string): void {
  if (last < contract_start_date)
    throw invalidField('desired_completion_date', 'contracts.problems.endBeforeStart', {
      start_date: formatDate(contract_start_date),
    })
  if (contract_end_date !== null && last > contract_end_date)
    throw invalidField('desired_completion_date', 'contracts.problems.endAfterEnd', {
      end_date: formatDate(contract_end_date),
    })
}

/** A revision that is to pay later does not end before it begins as long as another one pays until then: it is that one which would go on. */
async function checkEarlier(ctx: Ctx, contract: ContractRow, last: string): Promise<void> {
  const { effective_date, contract_start_date: start } = contract
  const from = effective_date > start ? effective_date : start
  if (last >= from) return
  const before = await findPayingBetween(ctx.tx, contract, addDays(last, 1), addDays(from, -1))
  if (before)
    throw invalidField('desired_completion_date', 'contracts.problems.earlierPays', {
      ...{ revision: contract.revision, from: formatDate(from) },
      ...{ earlier: before.revision, until: formatDate(before.until) },
    })
}

/** Of what is to come nothing is lost: what was reported of it can be reported anew, until the last day. */
async function checkReported(ctx: Ctx, contract_uuid: string, last: string): Promise<void> {
  if (last >= ctx.today) return
  const reported_on = await lastReportedDay(ctx.tx, contract_uuid, ctx.today)
  if (reported_on !== null && reported_on > last)
    throw invalidField('desired_completion_date', 'contracts.problems.endBeforeTime', {
      reported_on: formatDate(reported_on),
    })
}

/** The employers of whom a contract expires, ends or is withdrawn by the clock. */
export async function employersToExpire(ctx: Ctx): Promise<string[]> {
  const ending = await employersWithEnding(ctx.tx, expiryOf(ctx), ctx)
  return [...new Set([...ending, ...(await employersWithStranded(ctx.tx))])]
}

/**
 * The clock's work for one employer: withdraws offers whose relation ended (those of before that were not), expires offers that waited 30 days, reminds of those that still wait (their employer where they have to be made anew), and completes contracts whose last
 * day is past. Running it again changes nothing.
 */
export async function expireContracts(ctx: Ctx, employer_uuid: string): Promise<void> {
  await withdrawStranded(ctx, employer_uuid)
  const expired = await expireOffered(ctx.tx, employer_uuid, expiryOf(ctx))
  record(ctx, employer_uuid, expired, 'expire', 'AWAITING_SIGNATURE', 'EXPIRED')
  for (const contract_uuid of expired) ctx.announce('contracts.offer_expired', { contract_uuid })
  const reminded = await countReminders(ctx.tx, employer_uuid, ctx.now)
  for (const { contract_uuid, approved_at } of reminded) {
    const ends = new Date(approved_at.getTime() + SIGNATURE_DAYS * DAY_MS)
    const offer = { contract_uuid, sign_by_on: ends.toISOString() }
    if (await isOutdated(ctx, contract_uuid)) ctx.announce('contracts.offer_outdated', offer)
    else ctx.announce('contracts.offer_reminded', offer)
  }
  const completed = await completeEnded(ctx.tx, employer_uuid, ctx.today)
  record(ctx, employer_uuid, completed, 'end', 'ACTIVE', 'COMPLETED')
}

/** Whether an offer calls one of the two what they are called no more. */
async function isOutdated(ctx: Ctx, contract_uuid: string): Promise<boolean> {
  const contract = await selectContract(ctx, contract_uuid)
  assert(contract, 'a contract is never deleted')
  const obstacle = await findObstacle(ctx, contract, await frozenData(ctx, contract))
  return obstacle?.code === 'CONTRACT_CHANGED'
}

function expiryOf(ctx: Ctx): Date {
  return new Date(ctx.now.getTime() - SIGNATURE_DAYS * DAY_MS)
}

function record(
  ctx: Ctx,
  employer_uuid: string,
  contract_uuids: readonly string[],
  action: string,
  before: string,
  after: string,
): void {
  ctx.audit({
    action,
    entity: 'contract',
    entity_uuids: contract_uuids,
    employer_uuid,
    before: { status: before },
    after: { status: after },
  })
}
