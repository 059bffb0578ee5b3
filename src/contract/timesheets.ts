/** Calls about reported time: contractors report it, employers answer. */
import { z } from 'zod'
import { words } from '#domain/kernel/words.ts'
import { MAX_TIME_WORDS } from '#domain/payroll/timesheet.ts'
import {
  ById,
  Hours,
  line,
  PageQuery,
  PlainDate,
  page,
  requiredSentence,
  Said,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'
import { LineItem, PayrollPolicy } from './payroll-shapes.ts'
import { TimeOfDay, TimePeriod, TimesheetRow } from './timesheet-shapes.ts'

const OfCycle = z.object({ policy_uuid: Uuid, cycle_uuid: Uuid })
const OfItem = OfCycle.extend({ line_item_uuid: Uuid })
const OfPeriod = z.object({ contract_uuid: Uuid, start_date: PlainDate })

/** The version that was seen, 0 for none: another one means CONFLICT, but for what was sent before and says the same. */
const Version = z.int().min(0)
/** So many timesheets are answered at once. */
const MOST_ANSWERED = 200

export const timesheets = {
  listTimesheets: endpoint({
    method: 'GET',
    path: '/contractor/timesheets',
    summary:
      'The periods whose time the contractor can report, those that end first before others, and those of the last weeks',
    access: ['contractor'],
    response: z.array(TimePeriod),
  }),
  reportTime: endpoint({
    method: 'PUT',
    path: '/contractor/timesheets/:contract_uuid/:start_date',
    summary:
      'Reports the time of one period, by days or in sum; again until the employer has answered',
    access: ['contractor'],
    touches: { neither: 'what is reported is paid once the employer accepts and approves it' },
    params: OfPeriod,
    body: z.strictObject({
      version: Version,
      hours: Hours,
      /** Null for a sum. */
      days: z.array(TimeOfDay).max(31, words('payroll.time.problems.tooManyDays')).nullable(),
      notes: line(MAX_TIME_WORDS).default(''),
    }),
    response: TimePeriod,
    problems: ['NOT_FOUND', 'VALIDATION', 'CONFLICT', 'TRANSITION_NOT_ALLOWED'],
  }),
  takeTimeBack: endpoint({
    method: 'DELETE',
    path: '/contractor/timesheets/:contract_uuid/:start_date',
    summary: 'Takes reported time back that the employer has not answered',
    access: ['contractor'],
    touches: { neither: 'the scheduled time stands as it did before' },
    params: OfPeriod,
    response: TimePeriod,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  listCycleTimesheets: endpoint({
    method: 'GET',
    path: '/payrolls/:policy_uuid/:cycle_uuid/timesheets',
    summary:
      'The timesheets of a cycle: those that wait for an answer, with these who has to report and did not, or of everybody in it',
    access: ['employer'],
    params: OfCycle,
    query: PageQuery.extend({ show: z.enum(['waiting', 'open', 'all']).default('waiting') }),
    response: page(TimesheetRow).extend({
      waiting: z.int(),
      /** With those who have to report and did not. */
      open: z.int(),
      /** Whether the policy pays reported time alone. */
      required: z.boolean(),
    }),
    problems: ['NOT_FOUND'],
  }),
  acceptTimesheets: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/timesheets/accept',
    summary:
      'Accepts reported time as it was seen: it becomes an entry of each line item. Says of the others why not',
    access: ['employer'],
    touches: { neither: 'accepted hours are paid once somebody approves them, who is told' },
    params: OfCycle,
    body: z.strictObject({
      timesheets: z
        .array(z.strictObject({ timesheet_uuid: Uuid, version: Version }))
        .min(1, words('payroll.time.problems.nameOne'))
        .max(MOST_ANSWERED, words('payroll.time.problems.tooMany')),
    }),
    response: z.object({
      accepted: z.int(),
      refused: z.array(z.object({ timesheet_uuid: Uuid, reason: z.string(), said: Said })),
    }),
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  correctTimesheet: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid/timesheet',
    summary:
      'Pays other hours than were reported, with the reason, which the contractor is told by mail',
    access: ['employer'],
    touches: { neither: 'corrected hours are paid once somebody approves them, who is told' },
    params: OfItem,
    body: z.strictObject({
      version: Version,
      hours: Hours,
      reason: requiredSentence(MAX_TIME_WORDS, 'payroll.time.problems.reason'),
    }),
    response: LineItem,
    problems: ['NOT_FOUND', 'VALIDATION', 'CONFLICT', 'TRANSITION_NOT_ALLOWED'],
  }),
  letTimeStand: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid/timesheet/stand',
    summary: 'Lets the scheduled time of one line item stand, where time was to be reported',
    access: ['employer'],
    touches: { neither: 'the hours stay as the contract gives them' },
    params: OfItem,
    body: z.strictObject({}).default({}),
    response: LineItem,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  putTimePolicy: endpoint({
    method: 'PUT',
    path: '/employer/payroll-policy/:id/reported-time',
    summary:
      'Says whether scheduled time stands where nobody reported other time, or reported time alone is paid',
    access: ['employer'],
    touches: { neither: 'it decides what an approval asks for; amounts come of signed contracts' },
    gates: ['terms_signed'],
    params: ById,
    body: z.strictObject({ required: z.boolean() }),
    response: PayrollPolicy,
    problems: ['NOT_FOUND'],
  }),
} as const
