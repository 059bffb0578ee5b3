/** "I sent it": what an employer says is on its way, which operators see until it is booked. It moves nothing. */
import type { z } from 'zod'
import type { FundingNotice, WaysToFund } from '#contract/funding.ts'
import { amountText, MOST_RECEIPT_MINOR } from '#domain/kernel/money.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { employerIsKnown, listOpenNotices, type NoticeRow } from './funding-account.report.store.ts'
import { listStandingAccounts } from './funding-account.store.ts'
import { presentAccount } from './funding-accounts.ts'
import {
  closeNotice,
  countOpenNotices,
  holdNotices,
  insertNotice,
  noticeExists,
} from './funding-notice.store.ts'
import { listOpenRequests } from './funding-request.report.store.ts'
import { presentRequest } from './funding-requests.ts'

type Notice = z.output<typeof FundingNotice>

/** More would be no help to who looks for them. */
const MOST_OPEN = 20
/** A wire takes days; what is older has arrived, or never will. */
const LOOKED_BACK_DAYS = 30

/** Where the acting company sends money, and what it said is on its way. */
export async function getWaysToFund(ctx: Ctx): Promise<z.output<typeof WaysToFund>> {
  const employer_uuid = employerOf(ctx.actor)
  const [known, accounts, notices, requests] = await Promise.all([
    employerIsKnown(ctx.tx, employer_uuid),
    listStandingAccounts(ctx.tx),
    listOpenNotices(ctx.tx, employer_uuid),
    listOpenRequests(ctx.tx, employer_uuid),
  ])
  const missing = !known ? 'UNVERIFIED' : accounts.length === 0 ? 'NO_ACCOUNT' : null
  return {
    missing,
    reference: missing === null ? creditorReference(employer_uuid) : null,
    accounts: missing === null ? accounts.map(presentAccount) : [],
    notices: notices.map(presentNotice),
    requests: requests.map(row => presentRequest(ctx, row)),
  }
}

/** Says that money is on its way; the same again changes nothing. TRANSITION_NOT_ALLOWED for a company that is told no account. */
export async function announceFunding(
  ctx: Ctx,
  sent: { readonly currency: string; readonly amount_minor: bigint; readonly sent_on: string },
): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  const [known, accounts] = await Promise.all([
    employerIsKnown(ctx.tx, employer_uuid),
    listStandingAccounts(ctx.tx),
  ])
  if (!known) throw new Problem('TRANSITION_NOT_ALLOWED', 'ledger.problems.noAccountsYet')
  if (!accounts.some(of => of.currency === sent.currency))
    throw invalidField('currency', 'ledger.problems.noAccountIn', { currency: sent.currency })
  if (sent.amount_minor <= 0n)
    throw invalidField('amount_in_smallest_unit', 'ledger.problems.sentNothing')
  if (sent.amount_minor > MOST_RECEIPT_MINOR)
    throw invalidField('amount_in_smallest_unit', 'ledger.fundingFile.tooMuch', {
      amount: amountText({ currency: sent.currency, minor: sent.amount_minor }),
    })
  if (sent.sent_on > addDays(ctx.today, 1) || sent.sent_on < addDays(ctx.today, -LOOKED_BACK_DAYS))
    throw invalidField('sent_on', 'ledger.problems.sentWhen', { days: LOOKED_BACK_DAYS })
  const notice_uuid = newUuid()
  const { sub: announced_by } = ctx.actor
  const row = { ...sent, notice_uuid, employer_uuid, announced_by, announced_at: ctx.now }
  await holdNotices(ctx.tx, employer_uuid)
  if (!(await insertNotice(ctx.tx, row))) return
  if ((await countOpenNotices(ctx.tx, employer_uuid)) > MOST_OPEN)
    throw new Problem('VALIDATION', 'ledger.problems.manyNotices', { params: { most: MOST_OPEN } })
  audit(ctx, 'announce', notice_uuid, employer_uuid)
}

/** Takes a notice back, or closes it for operators; again changes nothing. */
export async function closeFundingNotice(ctx: Ctx, notice_uuid: string): Promise<void> {
  const closed = await closeNotice(ctx.tx, notice_uuid, { by: ctx.actor.sub, at: ctx.now })
  if (closed) audit(ctx, 'close', notice_uuid, closed.employer_uuid)
  else if (!(await noticeExists(ctx.tx, notice_uuid)))
    throw new Problem('NOT_FOUND', 'ledger.problems.noSuchNotice')
}

/** What every employer says is on its way, for operators. */
export async function listNotices(ctx: Ctx): Promise<Notice[]> {
  return (await listOpenNotices(ctx.tx, null)).map(presentNotice)
}

function presentNotice(row: NoticeRow): Notice {
  return {
    notice_uuid: row.notice_uuid,
    employer_domain: row.domain ?? '',
    company_name: row.company_name,
    reference: creditorReference(row.employer_uuid),
    amount: { currency: row.currency, minor: row.amount_minor },
    sent_on: row.sent_on,
    announced_at: row.announced_at,
    announced_by: row.announced_by_name,
  }
}

function audit(ctx: Ctx, action: string, notice_uuid: string, employer_uuid: string): void {
  ctx.audit({ action, entity: 'funding_notice', entity_uuids: [notice_uuid], employer_uuid })
}
