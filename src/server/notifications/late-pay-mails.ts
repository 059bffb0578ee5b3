/** Mails about pay that has not left although its date has come. What it is and why is judged by payroll; here it is said. */
import { amountText, type Money } from '#domain/kernel/money.ts'
import type { MailTemplates } from '../gateways/mail/mail-templates.ts'
import { formatInstant } from '../gateways/mail/render-mail.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say, sayMarked, sayText } from '../kernel/words.ts'
import { type LateCycle, type LatePerson, lateCycle, latePeople } from '../payroll/index.ts'
import { findReaders } from './approval-facts.report.store.ts'
import { link, standingIn, sumOf } from './mail-data.ts'
import { queueMail, queueMails } from './send-mail.ts'

type Line = MailTemplates['pay-late']['lines'][number]
type Told = LateCycle['told'][number]

/** Tells those of a company who act that pay of a cycle has not left, each what is theirs, and nobody where it has left by now. */
export async function mailLatePay(ctx: Ctx, event: Events['payroll.pay_late']): Promise<void> {
  const cycle = await lateCycle(ctx, event)
  if (!cycle) return
  const { policy_label, pay_date, told } = cycle
  const when = pay_date > ctx.today ? 'soon' : pay_date === ctx.today ? 'today' : 'late'
  for (const reader of await findReaders(ctx.tx, cycle.employer_uuid, ctx.today)) {
    const theirs = told.filter(({ to }) => (to === 'APPROVERS' ? reader.asked : reader.runs))
    const lines = theirs.flatMap(state => lineOf(ctx, cycle, state) ?? [])
    const [first, ...rest] = lines
    if (!first) continue
    const approves = theirs.some(({ to }) => to === 'APPROVERS')
    const { line_url: url, ...own } = first
    await queueMail(ctx, 'pay-late', reader.email, {
      ...{ when, policy_label, pay_date, action: first.action, url },
      standing: approves ? standingIn(reader) : '',
      // The button leads to the first; a page that others share with it is named once.
      lines: [own, ...rest.map(line => (line.line_url === url ? withoutUrl(line) : line))],
    })
  }
}

function withoutUrl({ line_url: _, ...line }: Line): Line {
  return line
}

function lineOf(ctx: Ctx, cycle: LateCycle, told: Told): (Line & { line_url: string }) | undefined {
  const sum = sumOf(told.totals.map(text))
  const { says, count, until } = told
  const { code, next, who } = says
  // The others have left.
  if (!sum || !isSaid(code) || !next) return undefined
  const said = { count, who, until: until ? formatInstant(until) : '', ...wayOf(cycle) }
  return {
    ...sum,
    what: say(`payroll.mails.pay-late.what.${code}`, said),
    todo: say(`payroll.mails.pay-late.todo.${code}`, said),
    action: say(`payroll.mails.pay-late.act.${isAct(next.step) ? next.step : 'SEE'}`),
    line_url: link(ctx, next.link),
  }
}

const SAID = [
  'FAILED',
  'RETURNED',
  'UNKNOWN',
  'UNAPPROVED',
  'SHORT',
  'ANNOUNCED',
  'BLOCKED',
  'COOLING',
  'DUE',
] as const

function isSaid(code: string): code is (typeof SAID)[number] {
  return SAID.some(said => said === code)
}

const ACTED = ['APPROVE', 'FUND', 'DOCUMENTS', 'ACCEPT_RATES'] as const

function isAct(step: string): step is (typeof ACTED)[number] {
  return ACTED.some(acted => acted === step)
}

/** Of what is missing, how much is said to be on its way. */
function wayOf({ shortage: { on_its_way, to_send } }: LateCycle) {
  const way = on_its_way.length === 0 ? 'none' : 'part'
  return { way, on_its_way: allOf(on_its_way), to_send: allOf(to_send) }
}

function allOf(totals: readonly Money[]): string {
  const sum = sumOf(totals.map(text))
  return sum ? `${sum.amount} ${sum.currency}` : ''
}

function text({ currency, minor }: Money) {
  return { currency, minor: String(minor) }
}

/** Tells people that pay of theirs has not left, why, who acts and what they do, or that their employer asks them to see to it; nobody whose pay has left by now. */
export async function mailLatePays(
  ctx: Ctx,
  event: Events['payroll.pay_of_people_late'],
): Promise<void> {
  const people = await latePeople(ctx, event)
  const mails = people.map(person => ({
    to: person.email,
    data: ownMail(ctx, person, event.asked === true),
  }))
  await queueMails(ctx, 'my-pay-late', mails)
}

type LatePay = LatePerson['pays'][number]
const ACTS = ['OTHER_ACCOUNT', 'DOCUMENTS', 'DESTINATION', 'FIRST_PAYMENT'] as const

function ownMail(
  ctx: Ctx,
  { employer_name, pay_date, pays }: LatePerson,
  asked: boolean,
): MailTemplates['my-pay-late'] {
  const steps = pays.flatMap(({ says }) => says.next ?? [])
  const act = ACTS.find(one => steps.some(({ step }) => step === one))
  const path = steps.find(({ step }) => step === act)?.link ?? '/dashboard'
  const late = pay_date < ctx.today ? 'late' : 'today'
  return {
    ...{
      when: asked ? 'asked' : late,
      employer_name,
      pay_date,
      act: act ?? 'NOTHING',
      url: link(ctx, path),
    },
    pays: pays.map(pay => ({
      amount: amountText(pay.amount),
      currency: pay.amount.currency,
      why: whyOf(pay, employer_name),
    })),
  }
}

/** Why a pay has not left, in the words of its home and of what is in its way. */
function whyOf(pay: LatePay, employer_name: string): string {
  const { until, blockers, failure_reason, keeps, says } = pay
  const values = {
    ...{ when: says.when, who: says.who, reason: failure_reason ?? '', period: '' },
    keeps: keeps ? sayText(keeps.said) : '',
    until: until ? formatInstant(until) : '',
  }
  const own = sayMarked(`payroll.pay.contractor.${says.code}.lead`, values, {
    employer: () => employer_name,
  })
  return [own, ...blockers.map(blocker => sayText(blocker.said))].filter(Boolean).join(' ').trim()
}
