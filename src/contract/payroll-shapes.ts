/** What is said of payroll policies, pay cycles and their line items, reports and payslips. */

import { z } from 'zod'
import { words } from '#domain/kernel/words.ts'

import { MAX_ENTRY_WORDS } from '#domain/payroll/entries.ts'
import { LINE_ITEM_STATUSES } from '#domain/payroll/line-item.ts'
import {
  CYCLE_KINDS,
  HOLIDAY_POLICIES,
  MAX_MONTHLY_BUSINESS_DAY,
  MAX_PREFERRED_PAY_DAY,
  PAY_DATE_RULES,
  PERIOD_TYPES,
  WEEKDAYS,
  WEEKS_OF_MONTH,
} from '#domain/payroll/pay-policy.ts'
import { UNPAID_KINDS } from '#domain/payroll/raise.ts'
import { REPORT_STATES } from '#domain/payroll/report.ts'
import { DIFFERENCE_CODES } from '#domain/payroll/review-marks.ts'
import { Approver, ToApprove, UnusualThing } from './approval-shapes.ts'
import { Deduction, LineItemEntry } from './entry-shapes.ts'
import {
  Digest,
  Hours,
  Instant,
  Minor,
  Money,
  Percentage,
  PlainDate,
  requiredLine,
  Said,
  sentence,
  Uuid,
} from './kernel/codecs.ts'
import { CyclePayState } from './pay-state-shapes.ts'
import { Blocker, PaymentPart } from './payments.ts'
import { KeptDates } from './policy-change.ts'
import { ItemTimesheet } from './timesheet-shapes.ts'

export const LineItemStatus = z.enum(LINE_ITEM_STATUSES)
export const CycleStatus = z.enum(['UPCOMING', ...LINE_ITEM_STATUSES, 'EMPTY'])

export const PayPeriod = z.object({
  start_date: PlainDate,
  end_date: PlainDate,
  nominal_pay_date: PlainDate,
  pay_date: PlainDate,
  moved_because: z.enum(['WEEKEND', 'HOLIDAY']).nullable(),
})

/** A period of a calendar, with why it is paid on its day. */
export const PlannedPeriod = PayPeriod.extend({ reason: z.string() })

/** The number of a day within a month; also where the rule that is chosen does not ask for one. */
function dayUpTo(last: number) {
  return z
    .int()
    .min(1, words('payroll.problems.firstDay'))
    .max(last, words('kernel.problems.atMost'))
}

export const PolicyTerms = z.strictObject({
  label: requiredLine(100, 'payroll.problems.nameRequired'),
  period_type: z.enum(PERIOD_TYPES),
  first_period_end_date: PlainDate,
  pay_date_rule: z.enum(PAY_DATE_RULES),
  preferred_pay_day: dayUpTo(MAX_PREFERRED_PAY_DAY).nullable().default(null),
  week_of_month: z.enum(WEEKS_OF_MONTH).nullable().default(null),
  day_of_week: z.enum(WEEKDAYS).nullable().default(null),
  monthly_business_day: dayUpTo(MAX_MONTHLY_BUSINESS_DAY).nullable().default(null),
  semi_monthly_preferred_pay_day: z
    .tuple([dayUpTo(31), z.union([dayUpTo(31), z.literal('last')])])
    .nullable()
    .default(null),
  holiday_policy: z.enum(HOLIDAY_POLICIES),
  after_holiday: z.boolean(),
})

/** A policy as the specification's own request has it: the rule follows from what is chosen. */
export const PolicyRequest = PolicyTerms.extend({
  pay_date_rule: PolicyTerms.shape.pay_date_rule.optional(),
  holiday_policy: PolicyTerms.shape.holiday_policy.default('RESPECT'),
  after_holiday: z.boolean().default(false),
})

export const PayrollPolicy = z.object({
  uuid: Uuid,
  ...PolicyTerms.shape,
  /** Of its name and terms: what `putPolicy` takes as `seen`. */
  version: z.string(),
  approved: z.boolean(),
  /** Whether reported time alone is paid, or scheduled time stands where nobody reported other time. */
  time_required: z.boolean(),
  description: z.string(),
  /** Those that are still to be paid, and end within twelve months. */
  pay_periods: z.array(PlannedPeriod),
  /** The link by which a calendar of the caller follows it; null while there is none. */
  calendar_feed: z.object({ created_at: Instant }).nullable(),
  contractors: z.int(),
  kept: KeptDates,
  allowed_actions: z.array(z.enum(['edit', 'approve', 'put_time'])),
})

const Shortage = {
  /** What the balance lacks per currency, for what waits and for what was approved without its money; empty when covered. */
  short: z.array(Money),
  /** Of that, what the employer said is on its way. */
  on_its_way: z.array(Money),
  /** The rest of it, which is still to be sent. */
  to_send: z.array(Money),
}

/** What may be done in a cycle; `edit_hours` is on many of its line items at once. */
const CYCLE_ACTIONS = [
  'approve',
  'unapprove',
  'archive',
  'unarchive',
  'cancel',
  'edit_hours',
] as const

/** Of a calendar, or the one day of a batch of payments (decision 0110). */
const CycleKind = z.enum(CYCLE_KINDS)

/** One row of the cycles: what is paid when, and whether it is covered. */
export const CycleRow = z.object({
  cycle_uuid: Uuid.nullable(),
  policy_uuid: Uuid,
  policy_label: z.string(),
  kind: CycleKind,
  start_date: PlainDate,
  end_date: PlainDate,
  pay_date: PlainDate,
  status: CycleStatus,
  contractors: z.int(),
  totals: z.array(Money),
  /** Of a batch, all of its rows, how many of them wait for their person, who is no part of the pay before, and how many are of people who declined; null of a calendar's cycles. */
  batch: z
    .object({ rows: z.int(), totals: z.array(Money), joining: z.int(), declined: z.int() })
    .nullable(),
  /** Of how many of those that wait the reported time waits for an answer. */
  timesheets_waiting: z.int(),
  ...Shortage,
  /** The day by which that is sent, so that it has arrived on the pay date. */
  fund_by: PlainDate,
  /** The day by which it is approved, so that it leaves on its date. */
  approve_by: PlainDate,
  /** What of it waits for approval, also while there is time. */
  waiting: z.object({ count: z.int(), totals: z.array(Money) }),
  /** Where its pays stand, of how many and with how much, the worst first; empty while it has none. */
  pay_states: z.array(CyclePayState),
  /** The first of these; null while it has none. */
  pay_state: CyclePayState.nullable(),
  estimate: z.boolean(),
  allowed_actions: z.array(z.enum([...CYCLE_ACTIONS, 'open'])),
})

/** What an employer edits of a line item: it is part of what is approved. */
const WrittenItem = z.strictObject({ hours: Hours })

/** What is not sent stays as it is. `words` say why the hours are others than the contract's; where reported time was answered with others they are required. */
export const EditedItem = WrittenItem.partial()
  .required({ hours: true })
  .extend({ words: sentence(MAX_ENTRY_WORDS).optional() })

export const LineItem = z.object({
  line_item_uuid: Uuid,
  contractor_sub: z.string(),
  contractor_name: z.string(),
  contractor_email: z.string(),
  country_code: z.string().nullable(),
  role: z.string(),
  status: LineItemStatus,
  hourly_rate: Money,
  ...WrittenItem.shape,
  scheduled_hours: Hours,
  amount: Money,
  /** Rises with every change: whoever saves what they read before is told of it. */
  version: z.int(),
  entries: z.array(LineItemEntry),
  /** Those that were asked for and are no entry: the contractor did not agree, or not yet. */
  deductions: z.array(Deduction),
  /** What was reported of its time; null for pay of earlier periods. */
  timesheet: ItemTimesheet.nullable(),
  proration: z.string(),
  proration_said: Said.nullable(),
  /** Null of what pays a row of a batch, which no contract gives. */
  contract_uuid: Uuid.nullable(),
  contract_revision: z.int().nullable(),
  /** Whether it pays days of earlier periods; `proration` says which. */
  back_pay: z.boolean(),
  edited: z.boolean(),
  /** What approving this item alone names; null unless it waits. */
  approval_digest: Digest.nullable(),
  /** Null unless it waits and who looks approves pay. */
  approver: Approver.nullable(),
  parts: z.array(PaymentPart),
  blockers: z.array(Blocker),
  /** Rates of the moment that the employer is asked to accept, since they moved too far or none was known at the approval. */
  rates_to_accept: z.array(
    z.object({
      payment_uuid: Uuid,
      rate: z.string(),
      source: z.string(),
      as_of: z.string(),
      /** What arrives at that rate. */
      amount: Money,
    }),
  ),
  unusual: z.array(UnusualThing),
  payslip_uuid: Uuid.nullable(),
  allowed_actions: z.array(
    z.enum(['approve', 'unapprove', 'archive', 'unarchive', 'cancel', 'edit', 'accept_rates']),
  ),
})

export const CurrencyCoverage = z.object({
  currency: z.string(),
  need: Minor,
  available: Minor,
  reserved: Minor,
  after: Minor,
  short: Minor,
})

export const Cycle = z.object({
  cycle_uuid: Uuid,
  policy_uuid: Uuid,
  policy_label: z.string(),
  kind: CycleKind,
  period: PayPeriod,
  status: CycleStatus,
  contractors: z.int(),
  totals: z.array(Money),
  pay_states: z.array(CyclePayState),
  pay_state: CyclePayState.nullable(),
  ...Shortage,
  /** The dry run: what approving now would do, before anything moved. */
  preview: ToApprove.extend({
    /** What the payments cost the employer, with tax, beside the gross. */
    fees: z.array(Money),
    /** What is charged of what is exchanged, beside `fees`. */
    margin: Percentage,
    /** What is charged, with tax, for each contractor whose pay is the first of a month to arrive, beside `fees`; null where that costs nothing. */
    contractor_month: Money.nullable(),
    coverage: z.array(CurrencyCoverage),
    rates: z.array(
      z.object({
        from_currency: z.string(),
        to_currency: z.string(),
        rate: z.string(),
        source: z.string(),
        as_of: z.string(),
        /** Too old to pay by: what is exchanged at it waits for a newer one. */
        stale: z.boolean(),
      }),
    ),
    /** What would not leave although it is approved, until an operator lifts a freeze: kinds of payments, and people who are named. */
    frozen: z.object({
      kinds: z.array(
        z.object({ network: z.string(), currency: z.string(), payments: z.int(), since: Instant }),
      ),
      people: z.int(),
    }),
    arrives: z.array(z.object({ date: PlainDate, payments: z.int() })),
    /** Selections to which somebody said the first of two yeses. */
    first_yeses: z.array(
      z.object({
        step_uuid: Uuid,
        by: z.string(),
        is_me: z.boolean(),
        items: z.int(),
        totals: z.array(Money),
        expires_at: Instant,
      }),
    ),
    previous: z.object({ pay_date: PlainDate, totals: z.array(Money) }).nullable(),
    /** Person by person; empty where that would be more than a few dozen. */
    differences: z.array(
      z.object({ contractor_name: z.string(), text: z.string(), difference: Money }),
    ),
    difference_kinds: z.array(
      z.object({ code: z.enum(DIFFERENCE_CODES), people: z.int(), difference: Money }),
    ),
  }),
  approved: z.object({ by: z.string(), at: Instant, digest: Digest }).nullable(),
  items: z.array(LineItem),
  next_cursor: z.string().nullable(),
  /** How many items there are to show: all, and of those that wait the unusual and the blocked. */
  shows: z.object({ all: z.int(), unusual: z.int(), blocked: z.int() }),
  /** How many of those that are shown the search has; null without one. */
  found: z.int().nullable(),
  allowed_actions: z.array(z.enum(CYCLE_ACTIONS)),
})

/** What a verb did: items that allow it changed, the others say why not. */
export const CycleChange = z.object({
  cycle_uuid: Uuid,
  status: CycleStatus,
  changed: z.int(),
  /** Whether nothing was approved, and the yes waits for a second one. */
  kept_as_first_yes: z.boolean(),
  items_refused: z.int(),
  /** Some of them. */
  refused: z.array(
    z.object({
      line_item_uuid: Uuid,
      contractor_name: z.string(),
      reason: z.string(),
      said: Said,
    }),
  ),
  /** Of what waits again, the raises that it waits without since another pay covers them, and hours that are its contract's again; some of them. */
  left_off: z.array(
    z.object({
      line_item_uuid: Uuid,
      contractor_name: z.string(),
      reason: z.string(),
      said: Said,
    }),
  ),
  /** Of a selection, what changed and what was there already; the others were refused. Null for a whole cycle and for one item. */
  selection: z.object({ changed: z.array(Uuid), already: z.array(Uuid) }).nullable(),
})

/** Days of a policy between two of its cycles that no cycle holds. */
export const CalendarGap = z.object({
  policy_uuid: Uuid,
  policy_label: z.string(),
  start_date: PlainDate,
  end_date: PlainDate,
})

/** Days of a signed contract that no cycle paid, with what they are worth. */
export const UnpaidPeriod = z.object({
  contract_uuid: Uuid,
  contractor_sub: z.string(),
  contractor_name: z.string(),
  role: z.string(),
  policy_uuid: Uuid,
  policy_label: z.string(),
  periods: z.array(
    z.object({
      /** Days that nothing pays, or days that were paid at a lower rate: then the amount is what they lack. */
      kind: z.enum(UNPAID_KINDS),
      start_date: PlainDate,
      end_date: PlainDate,
      hours: Hours,
      /** Of the contract that gives it, and what a raise takes the place of. */
      rate: Money,
      before: Money.nullable(),
      amount: Money,
    }),
  ),
  contract_revision: z.int(),
  amount: Money,
  /** When the next open cycle of the policy is paid; null while none is open. */
  pay_date: PlainDate.nullable(),
  allowed_actions: z.array(z.enum(['add'])),
})

/** How far the PDF of a report is: of few people it is made at once, of many when somebody asks for it. */
export const ReportProgress = z.object({
  state: z.enum(REPORT_STATES),
  /** How many of the people stand in it by now. */
  done: z.int(),
  people: z.int(),
  made_at: z.iso.datetime().nullable(),
})

export const Report = z.object({
  label: z.string(),
  pay_date: PlainDate,
  start_date: PlainDate,
  end_date: PlainDate,
  cycle_uuid: Uuid,
  policy_uuid: Uuid,
  status: CycleStatus,
  totals: z.array(Money),
  /** What of it is late, failed or came back. */
  behind: z.array(Money),
  pdf: ReportProgress,
})
