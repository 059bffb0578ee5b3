/** One line item on a page of its own: among the others of its cycle, against the last pay, and with what happened to it. */
import type { z } from 'zod'
import type { LineItemPage } from '#contract/line-items.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { formatMoney } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { payState } from '#domain/payments/pay-state.ts'
import { hasNotLeft } from '#domain/payments/payment.ts'
import { approveBy } from '#domain/payroll/deadlines.ts'
import type { WrittenEntry } from '#domain/payroll/entries.ts'
import { cycleStatus, isLive } from '#domain/payroll/line-item.ts'
import { allItems, statusesIn } from '#domain/payroll/review-marks.ts'
import { plannedFeesOf } from '../billing/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import { getEmployerRecord } from '../people/index.ts'
import { withAbsent } from './approvers.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { countsOf } from './cycle-count.store.ts'
import { cyclePath, mayAct, toldOfCycle } from './cycle-pay-states.ts'
import { getOwnCycle } from './get-cycle.ts'
import {
  findItemPlace,
  findLastPay,
  type ItemChange,
  listItemChanges,
} from './item-history.report.store.ts'
import { presentItem } from './present-items.ts'
import { shortagesOf } from './shortages.ts'

type Shown = z.output<typeof LineItemPage>
type Event = Shown['history'][number]
type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** So many of the newest things that happened are told. */
const MOST_TOLD = 50

/** The page of one line item of the acting employer's cycle, or NOT_FOUND. */
export async function getItemPage(ctx: Ctx, id: CycleId, line_item_uuid: string): Promise<Shown> {
  const cycle = await getOwnCycle(ctx, id)
  const item = await presentItem(ctx, cycle, line_item_uuid)
  const place = await findItemPlace(ctx.tx, cycle.cycle_uuid, line_item_uuid)
  if (!place) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
  const last = await findLastPay(ctx.tx, line_item_uuid)
  const counts = await countsOf(ctx.tx, cycle.cycle_uuid)
  const { currency } = item.amount
  const recorded = await listItemChanges(
    ctx.tx,
    line_item_uuid,
    item.timesheet?.timesheet_uuid ?? null,
    MOST_TOLD,
  )
  // That it was written is told of every item, also of those that were written with others.
  const changes = recorded.filter(({ action }) => action !== 'create')
  const sent = item.parts.map(({ network }) => ({ network, payments: 1 }))
  const { fees, margin, contractor_month } = await plannedFeesOf(ctx, cycle.employer_uuid, sent)
  // Tokens at par cost no margin.
  const exchanged = item.parts.some(({ rate }) => rate !== null && Number(rate) !== 1)
  const { start_date, end_date, nominal_pay_date, pay_date, moved_because } = cycle
  const cycle_status = cycleStatus(statusesIn(counts))
  return {
    item,
    policy_label: cycle.policy_label,
    period: { start_date, end_date, nominal_pay_date, pay_date, moved_because },
    cycle_status,
    pay_state: await payStateOf(ctx, { ...cycle, status: cycle_status }, item),
    position: place.position,
    count: allItems(counts),
    previous_uuid: place.previous_uuid,
    next_uuid: place.next_uuid,
    approve_by: item.status === 'PENDING_APPROVAL' ? approveBy(pay_date, ctx.today) : null,
    fees,
    margin: exchanged ? margin : 0,
    contractor_month,
    last_pay: last
      ? {
          pay_date: last.pay_date,
          amount: { currency: last.currency, minor: last.amount_minor },
          hours: last.hours_hundredths / 100,
        }
      : null,
    history: [
      ...changes.flatMap(change => eventsOf(change, currency)),
      ...withOthers(place, changes),
      event(
        place.created_at,
        '',
        item.contract_revision === null
          ? textOf('payroll.history.sent')
          : textOf('payroll.history.created', { revision: item.contract_revision }),
      ),
    ].toSorted((a, b) => b.at.getTime() - a.at.getTime()),
  }
}

/** Where the pay stands, of which of its parts that is said and what they come to; what is missing is of its cycle. */
async function payStateOf(
  ctx: Ctx,
  cycle: CycleRecord & { readonly status: string },
  { status, parts, blockers, amount, contractor_name, allowed_actions }: Shown['item'],
): Promise<Shown['pay_state']> {
  if (!isLive(status)) return null
  const { today } = ctx
  const [approved, paid] = [status !== 'PENDING_APPROVAL', status === 'PAID']
  const state = payState({ ...cycle, today, approved, paid, parts, blockers })
  const { coverage: _coverage, ...shortage } = (
    await shortagesOf(ctx.tx, cycle.employer_uuid, [cycle.cycle_uuid])
  )(cycle.cycle_uuid)
  const same = parts.filter(part => part.status === state.state)
  const unsent = parts.filter(part => part.status !== null && hasNotLeft(part.status))
  const said = same.length > 0 ? same : unsent
  const minor = said.reduce((sum, { source }) => sum + source.minor, 0n)
  const whole = said.length > 0 ? { ...amount, minor } : amount
  const missing = state.state === 'SHORT' && shortage.short.length > 0
  const told = {
    ...{ ...state, count: Math.max(said.length, 1), people: [contractor_name] },
    totals: missing ? shortage.short : [whole],
  }
  const { is_partner } = await getEmployerRecord(ctx, cycle.employer_uuid)
  const [shown] = toldOfCycle(ctx, [told], {
    ...{ reader: 'EMPLOYER', pay_date: cycle.pay_date, shortage },
    places: { is_partner, cycle: cyclePath(cycle) },
    may: mayAct(ctx, { approves: allowed_actions.includes('approve'), shortage }),
  })
  return shown ?? null
}

type Place = NonNullable<Awaited<ReturnType<typeof findItemPlace>>>

/** What was done to the item together with others, which the log keeps for all of them. */
function withOthers(place: Place, changes: readonly ItemChange[]): Event[] {
  const alone = (action: string) => changes.some(change => change.action === action)
  const by = withAbsent(place.approved_by, place.stood_in_for)
  return [
    ...(place.approved_at && !alone('approve')
      ? [event(place.approved_at, by, textOf('payroll.history.approve'))]
      : []),
    ...(place.paid_at && !alone('settle')
      ? [event(place.paid_at, '', textOf('payroll.history.settle'))]
      : []),
  ]
}

function event(at: Date, actor_name: string, said: Text, amount: Event['amount'] = null): Event {
  return { at, actor_name, said, text: sayText(said), amount }
}

/** What a record of the log says, one event for each thing that was changed with it. */
function eventsOf({ created_at, actor_name, action, before, after }: ItemChange, currency: string) {
  const minor = after?.amount_minor
  const amount = minor === undefined ? null : { currency, minor: BigInt(minor) }
  const told =
    action === 'edit' ? editsOf(before, after, currency) : [verbOf(action, after, currency)]
  // `amount` of a deduction that is asked for is its own, and not the item's.
  const ofItem = action.endsWith('_deduction') ? null : amount
  return told.map(said => event(created_at, actor_name, said, ofItem))
}

function editsOf(
  before: ItemChange['before'],
  after: ItemChange['after'],
  currency: string,
): Text[] {
  const [was, is] = [before?.entries ?? [], after?.entries ?? []]
  const without = (these: readonly WrittenEntry[], those: readonly WrittenEntry[]) =>
    these.filter(
      one =>
        one.hours_hundredths === undefined &&
        !those.some(({ entry_uuid }) => entry_uuid === one.entry_uuid),
    )
  const each = (entries: readonly WrittenEntry[], text: 'added' | 'removed') =>
    entries.map(({ kind, amount_minor = 0 }) => {
      const minor = BigInt(Math.abs(amount_minor))
      return textOf(`payroll.history.${text}`, { kind, amount: formatMoney({ currency, minor }) })
    })
  const [had, has] = [before?.hours_hundredths, after?.hours_hundredths]
  const hours =
    had !== undefined && has !== undefined && had !== has
      ? [textOf('payroll.history.hours', { was: formatHours(had), is: formatHours(has) })]
      : []
  return [...hours, ...each(without(is, was), 'added'), ...each(without(was, is), 'removed')]
}

const VERBS = [
  'approve',
  'unapprove',
  'archive',
  'unarchive',
  'cancel',
  'refit',
  'settle',
  'unsettle',
] as const

function verbOf(action: string, after: ItemChange['after'], currency: string): Text {
  const verb = VERBS.find(one => one === action)
  if (verb) return textOf(`payroll.history.${verb}`)
  if (action === 'ask_deduction')
    return textOf('payroll.history.asked', {
      amount: formatMoney({ currency, minor: BigInt(after?.amount_minor ?? 0) }),
    })
  if (action === 'withdraw_deduction') return textOf('payroll.history.withdrawn')
  if (action === 'answer_deduction')
    return textOf(
      after?.status === 'AGREED' ? 'payroll.history.agreed' : 'payroll.history.declined',
    )
  return timeVerbOf(action, after) ?? textOf('payroll.history.other')
}

/** What was done to the timesheet of an item. */
function timeVerbOf(action: string, after: ItemChange['after']): Text | undefined {
  switch (action) {
    case 'report_time':
      return textOf('payroll.history.timeReported', {
        hours: formatHours(after?.hours_hundredths ?? 0),
      })
    case 'correct_time':
      return textOf('payroll.history.timeCorrected', {
        hours: formatHours(after?.corrected_hundredths ?? 0),
      })
    case 'take_time_back':
      return textOf('payroll.history.timeTakenBack')
    case 'accept_time':
      return textOf('payroll.history.timeAccepted')
    case 'let_time_stand':
      return textOf('payroll.history.timeStands')
    default:
      return undefined
  }
}
