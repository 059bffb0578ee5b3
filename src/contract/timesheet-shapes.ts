/** What is said of timesheets. */
import { z } from 'zod'
import { TIMESHEET_STATES } from '#domain/payroll/timesheet.ts'
import { Hours, Instant, Money, PlainDate, Uuid } from './kernel/codecs.ts'

export const TimeOfDay = z.strictObject({ date: PlainDate, hours: Hours })

/** What a contractor reported of one period of a contract, and what the employer answered. */
export const Timesheet = z.object({
  /** Null while nothing was ever reported, with a version of 0. */
  timesheet_uuid: Uuid.nullable(),
  /** What an answer and a later report name, so that nobody answers what they have not seen. */
  version: z.int(),
  state: z.enum(TIMESHEET_STATES),
  hours: Hours.nullable(),
  /** The same by days; null where it was reported in sum. */
  days: z.array(TimeOfDay).nullable(),
  notes: z.string(),
  reported_at: Instant.nullable(),
  /** What the employer pays instead, and why. */
  corrected_hours: Hours.nullable(),
  reason: z.string(),
  answered_by: z.string(),
  answered_at: Instant.nullable(),
})

/** A timesheet beside its line item. */
export const ItemTimesheet = Timesheet.extend({
  /** Whether the pay waits for its approval, and the policy pays reported time alone. */
  required: z.boolean(),
  allowed_actions: z.array(z.enum(['accept', 'correct', 'let_stand'])),
})

/** A period of a contract whose time its contractor reports, or reported lately. */
export const TimePeriod = z.object({
  contract_uuid: Uuid,
  employer_name: z.string(),
  role: z.string(),
  start_date: PlainDate,
  end_date: PlainDate,
  /** The first and the last day of it that the contract pays. */
  first_date: PlainDate,
  last_date: PlainDate,
  /** The last day of the work for this employer, where it lies in this period: its pay is the last one. */
  last_day_on: PlainDate.nullable(),
  pay_date: PlainDate,
  /** The day by which it is to be reported. Later it is taken as well, until the pay is approved. */
  report_by: PlainDate,
  /** Whether that day is over. */
  is_overdue: z.boolean(),
  required: z.boolean(),
  hourly_rate: Money,
  scheduled_hours: Hours,
  /** The days of the period that the contract pays, with the time that is scheduled for each. */
  schedule: z.array(TimeOfDay),
  timesheet: Timesheet,
  /** The pay of the period, once it has one. */
  pay: z.object({ hours: Hours, amount: Money }).nullable(),
  allowed_actions: z.array(z.enum(['report', 'take_back'])),
})

/** A person of a cycle with their timesheet. */
export const TimesheetRow = z.object({
  line_item_uuid: Uuid,
  contractor_name: z.string(),
  role: z.string(),
  hourly_rate: Money,
  scheduled_hours: Hours,
  /** What is paid as it stands. */
  hours: Hours,
  timesheet: ItemTimesheet,
})
