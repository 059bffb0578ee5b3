/** Mails about pay: what is to be approved, what arrived or did not, and where it goes. Each is read afresh, as in `mail-reactions.ts`. */

import { amountText } from '#domain/kernel/money.ts'
import { formatPeriod } from '#domain/kernel/plain-date.ts'
import { creditorReference, printedReference } from '#domain/ledger/creditor-reference.ts'
import { isKept } from '#domain/payments/lost.ts'
import type { MailTemplates } from '../gateways/mail/mail-templates.ts'
import type { Events } from '../kernel/events.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import { keeperOf } from '../payroll/index.ts'
import { link, plain, standingIn, sumOf, toEach, withReason } from './mail-data.ts'
import {
  findAskedFunds,
  findCompanyAccount,
  findCycle,
  findDeduction,
  findDestination,
  findPayment,
  findUnapproved,
  listSettledItems,
} from './mail-facts.report.store.ts'
import { keepTold } from './payment-told.store.ts'
import { queueMail, queueMails } from './send-mail.ts'

/** Tells who approves that a pay cycle is open, and what it comes to. */
export async function mailCycle(ctx: Ctx, event: Events['payroll.cycle_opened']): Promise<void> {
  const { cycle_uuid } = event
  const cycle = await findCycle(ctx.tx, cycle_uuid, ctx.today)
  const sum = cycle && sumOf(cycle.totals)
  if (!sum) return
  const { policy_uuid, policy_label, pay_date, contractors, start_date, end_date } = cycle
  for (const one of cycle.to)
    await queueMail(ctx, 'cycle-open', one.email, {
      standing: standingIn(one),
      policy_label,
      period: formatPeriod(start_date, end_date),
      pay_date,
      contractors,
      total: sum.amount,
      currency: sum.currency,
      url: link(
        ctx,
        `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL`,
      ),
    })
}

/** Tells who approves that a pay still waits for them on the day by which that is due, or once its pay date has come. */
export async function mailApprovalDue(
  ctx: Ctx,
  event: Events['payroll.approval_due'],
): Promise<void> {
  const { cycle_uuid } = event
  const cycle = await findCycle(ctx.tx, cycle_uuid, ctx.today)
  const sum = cycle && sumOf(cycle.totals)
  if (!sum) return
  const { policy_uuid, policy_label, pay_date, contractors } = cycle
  const url = link(
    ctx,
    `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL`,
  )
  const when = pay_date > ctx.today ? 'soon' : pay_date === ctx.today ? 'today' : 'late'
  for (const one of cycle.to)
    await queueMail(ctx, 'approval-due', one.email, {
      ...{ standing: standingIn(one), when, policy_label, pay_date, contractors, ...sum, url },
    })
}

/** Tells who approves that a pay waits for them again, because it goes elsewhere than was approved. */
export async function mailApprovalVoid(
  ctx: Ctx,
  event: Events['payroll.approval_void'],
): Promise<void> {
  const { cycle_uuid } = event
  const pay = await findUnapproved(ctx.tx, cycle_uuid, event.line_item_uuids, ctx.today)
  const sum = pay && sumOf(pay.totals)
  if (!sum) return
  const { contractor_name, pay_date, policy_uuid } = pay
  const url = link(
    ctx,
    `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL`,
  )
  for (const one of pay.to)
    await queueMail(ctx, 'approval-void', one.email, {
      ...{ standing: standingIn(one), contractor_name, ...sum, pay_date, url },
    })
}

/** Tells a contractor that a payment came back, and what to do; and who runs the payroll, that nothing is theirs to do. */
export async function mailFailure(
  ctx: Ctx,
  event: Events['payments.payment_failed'],
): Promise<void> {
  const payment = await findPayment(ctx.tx, event.payment_uuid)
  if (!payment || !isKept(payment.status)) return
  const { employer_name, destination_uuid, destination_label, currency, amount_minor } = payment
  const amount = amountText({ currency, minor: amount_minor })
  const keeper = await keeperOf(ctx, payment.line_item_uuid)
  await tellPayee(ctx, payment, 'payment-failed', {
    ...{ employer_name, destination_label, amount, currency },
    ...(keeper && { keeps: sayText(keeper.toContractor) }),
    ...withReason({ reason: payment.failure_reason }),
    url: link(
      ctx,
      keeper ? '/dashboard' : `/contractor/payment-methods/replace/${destination_uuid}`,
    ),
  })
  const { contractor_name, pay_date, policy_uuid, cycle_uuid } = payment
  const url = link(ctx, `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/APPROVED`)
  for (const email of payment.employer_emails)
    await queueMail(ctx, 'employer-payment-failed', email, {
      ...{ contractor_name, amount, currency, pay_date, url },
      ...(keeper && { keeps: sayText(keeper.toEmployer) }),
    })
}

/** Tells contractors that what was recorded as paid to them has not arrived; nobody of what is recorded so again, or was sent anew. */
export async function mailNotArrived(
  ctx: Ctx,
  event: Events['payments.payments_unsettled'],
): Promise<void> {
  for (const payment_uuid of event.payment_uuids) {
    const payment = await findPayment(ctx.tx, payment_uuid)
    if (payment?.status !== 'SCHEDULED' && payment?.status !== 'HELD') continue
    const { email, employer_name, destination_label, currency, amount_minor, pay_date } = payment
    await queueMail(ctx, 'payment-not-arrived', email, {
      ...{ employer_name, destination_label, currency, pay_date },
      amount: amountText({ currency, minor: amount_minor }),
      url: link(ctx, '/dashboard'),
    })
  }
}

/** Asks a contractor whether a small first payment is in their wallet; nobody who said so, or wants none any more. */
export async function mailFirstPayment(
  ctx: Ctx,
  event: Events['payments.first_payment_settled'],
): Promise<void> {
  const payment = await findPayment(ctx.tx, event.payment_uuid)
  if (payment?.status !== 'SETTLED' || payment.first_payment !== 'WANTED') return
  const { email, employer_name, destination_label, currency, amount_minor } = payment
  await queueMail(ctx, 'first-payment', email, {
    ...{ employer_name, destination_label, currency },
    amount: amountText({ currency, minor: amount_minor }),
    url: link(ctx, '/contractor/payment-methods'),
  })
}

/** Tells contractor and employer that money which did not arrive went back to the employer, and what that means for the pay. */
export async function mailGivenBack(
  ctx: Ctx,
  event: Events['payments.payment_given_back'],
): Promise<void> {
  const payment = await findPayment(ctx.tx, event.payment_uuid)
  if (!payment) return
  const { employer_name, contractor_name, pay_date, currency, amount_minor } = payment
  const amount = amountText({ currency, minor: amount_minor })
  await tellPayee(ctx, payment, 'payment-given-back', {
    ...{ employer_name, amount, currency, pay_date },
    url: link(ctx, '/dashboard'),
  })
  const source = { currency: payment.source_currency, minor: payment.source_minor }
  const { policy_uuid, cycle_uuid } = payment
  const url = link(ctx, `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/APPROVED`)
  for (const email of payment.employer_emails)
    await queueMail(ctx, 'employer-payment-given-back', email, {
      ...{ contractor_name, amount: amountText(source), currency: source.currency, pay_date, url },
    })
}

type Payee = {
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly email: string
}

/** Mails who is paid about a payment, and keeps that they were told, and when the mail left. */
async function tellPayee<K extends 'payment-failed' | 'payment-given-back'>(
  ctx: Ctx,
  { payment_uuid, employer_uuid, email }: Payee,
  template: K,
  data: MailTemplates[K],
): Promise<void> {
  const told_uuid = newUuid()
  const told = { told_uuid, payment_uuid, employer_uuid, reader: 'CONTRACTOR', template } as const
  await keepTold(ctx.tx, { ...told, written_at: ctx.now })
  await queueMails(ctx, template, [{ to: email, data, told_uuid }])
}

/** Tells contractors what arrived. */
export async function mailPaid(ctx: Ctx, event: Events['payments.items_settled']): Promise<void> {
  const url = link(ctx, '/contractor/reports')
  const items = await listSettledItems(ctx.tx, event.line_item_uuids)
  const mails = items.map(({ email, employer_name, currency, parts, ...item }) => ({
    to: email,
    data: {
      employer_name,
      amount: plain({ ...item, currency }),
      currency,
      parts: parts.map(part => ({
        label: part.label,
        amount: plain(part),
        currency: part.currency,
      })),
      url,
    },
  }))
  await queueMails(ctx, 'paid', mails)
}

/** Asks a contractor for a deduction; one that was taken back meanwhile is not asked for. */
export async function mailDeduction(
  ctx: Ctx,
  event: Events['payroll.deduction_asked'],
): Promise<void> {
  const asked = await findDeduction(ctx.tx, event.deduction_uuid)
  if (asked?.status !== 'ASKED') return
  const { email, employer_name, asked_by, words, currency, pay_date, answer_by } = asked
  await queueMail(ctx, 'deduction-asked', email, {
    ...{ employer_name, asked_by, words, currency, pay_date, answer_by },
    pay: amountText({ currency, minor: asked.pay_minor }),
    amount: amountText({ currency, minor: asked.amount_minor }),
    url: link(ctx, '/dashboard'),
  })
}

/** Tells who asked for a deduction, or whoever runs the company once they left, what the contractor answered. */
export async function mailDeductionAnswer(
  ctx: Ctx,
  event: Events['payroll.deduction_ended'],
): Promise<void> {
  const asked = await findDeduction(ctx.tx, event.deduction_uuid)
  if (!asked) return
  const { employer_emails, contractor_name, currency, pay_date, status, entered } = asked
  const { policy_uuid, cycle_uuid, line_item_uuid } = asked
  const data = {
    ...{ contractor_name, currency, pay_date },
    answer: entered
      ? ('taken' as const)
      : status === 'AGREED'
        ? ('late' as const)
        : ('declined' as const),
    amount: amountText({ currency, minor: asked.amount_minor }),
    url: link(
      ctx,
      `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL/PENDING_APPROVAL/${line_item_uuid}`,
    ),
  }
  await queueMails(ctx, 'deduction-answered', toEach(employer_emails, data))
}

/** Tells the owners of a company that somebody added an account or a wallet that it is refunded to; nobody once it is closed. */
export async function mailCompanyAccount(
  ctx: Ctx,
  { account_uuid }: Events['destinations.company_account_added'],
): Promise<void> {
  const account = await findCompanyAccount(ctx.tx, account_uuid)
  if (!account) return
  const { kind, label, added_by, added_at, emails } = account
  for (const email of emails)
    await queueMail(ctx, 'company-account-added', email, {
      wallet: kind === 'wallet',
      account_label: label,
      added_by,
      at: added_at.toISOString(),
      url: link(ctx, '/employer/fund-payroll'),
    })
}

/** Asks the owners and administrators of a company to send money; nobody once it came, or was taken back. */
export async function mailFundsRequested(
  ctx: Ctx,
  { request_uuid }: Events['ledger.funds_requested'],
): Promise<void> {
  const asked = await findAskedFunds(ctx.tx, request_uuid)
  if (!asked) return
  const { employer_uuid, currency, minor, needed_on, words, emails } = asked
  const data = {
    amount: amountText({ currency, minor }),
    currency,
    reference: printedReference(creditorReference(employer_uuid)),
    needed_on: needed_on,
    ...(words ? { words } : {}),
    url: link(ctx, '/employer/fund-payroll'),
  }
  await queueMails(ctx, 'funds-requested', toEach(emails, data))
}

/** Tells a contractor that the place where their pay goes was changed. */
export async function mailDestination(
  ctx: Ctx,
  event: Events['payments.destination_changed'],
): Promise<void> {
  const destination = await findDestination(ctx.tx, event.destination_uuid)
  if (!destination) return
  const { email, label, changed_at, usable_from } = destination
  await queueMail(ctx, 'destination-changed', email, {
    what: event.what,
    ...(event.split
      ? { split: true, shares: await sharesOf(ctx, event.split) }
      : { destination_label: label }),
    at: changed_at.toISOString(),
    held_until: usable_from.toISOString(),
    hold_url: link(
      ctx,
      `/stop-change?token=${ctx.gateways.changeLinks.tokenOf({ contractor_sub: event.contractor_sub, at: changed_at })}`,
    ),
    url: link(ctx, '/contractor/payment-methods'),
  })
}

async function sharesOf(
  ctx: Ctx,
  split: NonNullable<Events['payments.destination_changed']['split']>,
): Promise<{ label: string; percentage: string }[]> {
  const found = await Promise.all(split.map(([uuid]) => findDestination(ctx.tx, uuid)))
  return split.flatMap(([, percentage], at) => {
    const label = found[at]?.label
    return label ? [{ label, percentage }] : []
  })
}
