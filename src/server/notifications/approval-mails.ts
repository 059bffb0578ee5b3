/** Mails between those who approve pay: what they ask of each other, their rules, and who stands in for whom. */
import { bandsOf } from '#domain/payroll/approval-bands.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { LOCALE, say } from '../kernel/words.ts'
import {
  findApproversRule,
  findAskedApproval,
  findRejectedYes,
  findSubstitution,
} from './approval-facts.report.store.ts'
import { link, plain, standingIn, sumOf, withReason } from './mail-data.ts'
import { queueMail } from './send-mail.ts'

const or = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** The page of what is to be approved: a cycle, one item of it, or the selection to which a first yes was said. */
function pageOf(
  ctx: Ctx,
  of: {
    readonly policy_uuid: string
    readonly cycle_uuid: string
    readonly line_item_uuid: string | null
    readonly selection?: string | null | undefined
  },
): string {
  const { policy_uuid, cycle_uuid, line_item_uuid, selection } = of
  const cycle = `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL`
  if (line_item_uuid) return link(ctx, `${cycle}/PENDING_APPROVAL/${line_item_uuid}`)
  return link(ctx, selection ? `${cycle}?yes=${selection}` : cycle)
}

/** Asks those who may approve a pay for their yes: it is the second of two, or who asks may not say it. */
export async function mailApprovalAsked(
  ctx: Ctx,
  event: Events['payroll.approval_asked'],
): Promise<void> {
  const { cycle_uuid, line_item_uuid, selection, first_yes, others } = event
  const pay = await findAskedApproval(ctx.tx, event, ctx.today)
  const sum = pay && sumOf(pay.totals)
  if (!sum) return
  const { policy_uuid, to, totals: _, ...facts } = pay
  const url = pageOf(ctx, { policy_uuid, cycle_uuid, line_item_uuid, selection })
  const why = first_yes ? 'second' : others ? 'others' : 'edited'
  for (const one of to)
    await queueMail(ctx, 'approval-asked', one.email, {
      ...{ why, standing: standingIn(one), ...facts, ...sum, url },
    })
}

/** Tells who said the first of two yeses that somebody rejected it, and why. */
export async function mailYesRejected(
  ctx: Ctx,
  { step_uuid }: Events['payroll.yes_rejected'],
): Promise<void> {
  const found = await findRejectedYes(ctx.tx, step_uuid)
  if (!found) return
  const { email, employer_name, rejected_by, pay_date } = found
  await queueMail(ctx, 'yes-rejected', email, {
    ...{ employer_name, rejected_by, pay_date, ...withReason(found), url: pageOf(ctx, found) },
  })
}

/** Tells everybody who approves pay that an owner changed how many of them have to, or who. */
export async function mailApproversRule(
  ctx: Ctx,
  { employer_uuid, by }: Events['people.approvers_rule_changed'],
): Promise<void> {
  const found = await findApproversRule(ctx.tx, employer_uuid, by)
  if (!found) return
  const { employer_name, changed_by, currency, emails, names } = found
  const bands = bandsOf(found.bands, found.above_minor).map(band =>
    say('payroll.mails.approvers-rule.band', {
      ...{ approvers: band.approvers, among: band.among, currency },
      people: or.format(band.named.flatMap(sub => names[sub] ?? [])),
      amount: plain({ currency, minor: String(band.above_minor) }),
    }),
  )
  const rule = bands.length > 0 ? bands.join('; ') : say('payroll.mails.approvers-rule.one')
  const url = link(ctx, '/employer/team')
  for (const email of emails)
    await queueMail(ctx, 'approvers-rule', email, { employer_name, rule, changed_by, url })
}

/** Tells who is absent and who stands in for them that it is so. */
export async function mailSubstituteSet(
  ctx: Ctx,
  { substitution_uuid, by }: Events['identity.substitute_set'],
): Promise<void> {
  const found = await findSubstitution(ctx.tx, substitution_uuid, by)
  if (!found?.ended) await tellBoth(ctx, found, 'set')
}

/** Tells both that it is so no longer; not where other days were set for the same two. */
export async function mailSubstituteEnded(
  ctx: Ctx,
  { substitution_uuid, by }: Events['identity.substitute_ended'],
): Promise<void> {
  const found = await findSubstitution(ctx.tx, substitution_uuid, by)
  if (!found?.goes_on) await tellBoth(ctx, found, by === null ? 'over' : 'ended')
}

async function tellBoth(
  ctx: Ctx,
  found: Awaited<ReturnType<typeof findSubstitution>>,
  state: 'set' | 'over' | 'ended',
): Promise<void> {
  if (!found) return
  const { emails, absent, substitute, employer_name, from_date, until_date } = found
  const by = found.by ?? say('identity.mails.substitute.itself')
  for (const email of emails)
    await queueMail(ctx, 'substitute', email, {
      ...{ state, absent, substitute, employer_name, from_date, until_date, by },
      url: link(ctx, '/employer/team'),
    })
}
