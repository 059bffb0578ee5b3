/** Calls about payroll policies, pay cycles and their line items, and reports. */

import { z } from 'zod'
import { APPROVING_ROLES, MEMBER_ROLES } from '#domain/identity/team.ts'
import { words } from '#domain/kernel/words.ts'
import { ITEM_SORTS } from '#domain/payroll/item-order.ts'
import { Approval, ChosenItems, CycleApproval } from './approval-shapes.ts'
import {
  ById,
  Hours,
  Instant,
  line,
  Ok,
  PageQuery,
  PlainDate,
  page,
  Seen,
  sentence,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, fileInPieces } from './kernel/endpoint.ts'
import { operatorsPay } from './operators-pay.ts'
import { payrollReports } from './payroll-reports.ts'
import {
  CalendarGap,
  Cycle,
  CycleChange,
  CycleRow,
  EditedItem,
  LineItem,
  LineItemStatus,
  PayrollPolicy,
  PlannedPeriod,
  PolicyRequest,
  UnpaidPeriod,
} from './payroll-shapes.ts'
import { PolicyChange } from './policy-change.ts'

const OfCycle = z.object({ policy_uuid: Uuid, cycle_uuid: Uuid })
const OfItem = OfCycle.extend({ line_item_uuid: Uuid })
const GATES = ['terms_signed', 'profile_complete', 'payroll_info_complete'] as const

const cycleVerb = <const V extends 'unapprove' | 'archive' | 'unarchive' | 'cancel'>(
  verb: V,
  summary: string,
) =>
  endpoint({
    method: 'PUT',
    path: `/payrolls/:policy_uuid/:cycle_uuid/${verb}`,
    summary,
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: {
      neither:
        'what is taken back or put away waits for approval again, and what is cancelled is not paid',
    },
    params: OfCycle,
    bodyLimit: BODY_BYTES.ids,
    /** Without any the verb is on the whole cycle. */
    body: z.strictObject({ line_item_uuids: ChosenItems.optional() }).default({}),
    response: CycleChange,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  })

const itemVerb = <const V extends 'unapprove' | 'archive' | 'unarchive' | 'cancel'>(
  verb: V,
  summary: string,
) =>
  endpoint({
    method: 'PUT',
    path: `/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid/${verb}`,
    summary,
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: {
      neither:
        'what is taken back or put away waits for approval again, and what is cancelled is not paid',
    },
    params: OfItem,
    body: z.strictObject({}).default({}),
    response: CycleChange,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  })

export const payroll = {
  listSemiMonthlyEndDates: endpoint({
    method: 'GET',
    path: '/employer/payroll-policy/semi-monthly-end-dates',
    summary: 'The pairs of days on which semi-monthly periods may end',
    access: ['employer'],
    response: z.array(z.tuple([z.int(), z.union([z.int(), z.literal('last')])])),
  }),
  previewPolicy: endpoint({
    method: 'POST',
    path: '/employer/payroll-policy/preview',
    summary: 'The coming pay dates of terms that are not saved yet',
    access: ['employer'],
    members: MEMBER_ROLES,
    touches: { neither: 'nothing of it is kept' },
    body: PolicyRequest.extend({
      label: line(100).default(''),
      /** The policy that the terms would change, or take the place of. */
      policy_uuid: Uuid.optional(),
    }),
    response: z.object({
      description: z.string(),
      pay_periods: z.array(PlannedPeriod),
      /** Null where no policy is named. */
      change: PolicyChange.nullable(),
    }),
    problems: ['VALIDATION', 'NOT_FOUND'],
  }),
  getPolicy: endpoint({
    method: 'GET',
    path: '/employer/payroll-policy/:id',
    summary: 'One policy with its coming pay periods',
    access: ['employer'],
    params: ById,
    response: PayrollPolicy,
    problems: ['NOT_FOUND'],
  }),
  putPolicy: endpoint({
    method: 'PUT',
    path: '/employer/payroll-policy/:id',
    summary: 'Creates or changes a policy; the id is minted by the client',
    access: ['employer'],
    touches: { neither: 'it names days; amounts come of signed contracts' },
    gates: ['terms_signed'],
    params: ById,
    /** What we answer may be sent back: the id is the path's, and the dates follow from the terms. */
    body: PolicyRequest.extend({
      uuid: Uuid.optional(),
      pay_periods: z.array(z.unknown()).max(100).optional(),
      seen: Seen,
    }),
    response: PayrollPolicy,
    problems: ['VALIDATION', 'POLICY_IN_USE', 'CONFLICT', 'NOT_FOUND'],
  }),
  approvePolicy: endpoint({
    method: 'PUT',
    path: '/employer/payroll-policy/:id/approve',
    summary: 'Approves a policy, so that contracts may use it and its cycles open',
    access: ['employer'],
    touches: { neither: 'it names days; amounts come of signed contracts' },
    gates: ['terms_signed'],
    params: ById,
    response: PayrollPolicy,
    problems: ['NOT_FOUND'],
  }),
  listCycles: endpoint({
    method: 'GET',
    path: '/payrolls',
    summary:
      "The employer's cycles: running and upcoming (`run`), either by itself (`current`, `upcoming`), paid, archived and cancelled (`historical`), or all of one status",
    access: ['employer'],
    query: PageQuery.extend({
      view: z.enum(['run', 'current', 'upcoming', 'historical']).default('run'),
      /** Every cycle of this status, whatever the view. */
      status: LineItemStatus.optional(),
    }),
    response: page(CycleRow),
  }),
  listPolicyCycles: endpoint({
    method: 'GET',
    path: '/payrolls/:id',
    summary: 'The cycles of one policy, newest first',
    access: ['employer'],
    params: ById,
    query: PageQuery,
    response: page(CycleRow),
    problems: ['NOT_FOUND'],
  }),
  openCycle: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/open',
    summary: 'Opens the next cycle of a policy ahead of its period; opening an open one answers it',
    access: ['employer'],
    touches: { neither: 'what opens waits for approval' },
    gates: GATES,
    params: z.object({ policy_uuid: Uuid }),
    body: z.strictObject({ end_date: PlainDate }),
    response: CycleRow,
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  getCycle: endpoint({
    method: 'GET',
    path: '/payrolls/:policy_uuid/:cycle_uuid',
    summary:
      'One cycle: its dry run, and a page of its line items with blockers and unusual things',
    access: ['employer'],
    params: OfCycle,
    query: PageQuery.extend({
      /** Only the items that wait and are unusual, or blocked. */
      show: z.enum(['all', 'unusual', 'blocked']).optional(),
      /** Part of a name, an address or a role. */
      search: z.string().max(200).optional(),
      /** As they came, unless one is named. */
      sort: z.enum(ITEM_SORTS).optional(),
    }),
    response: Cycle,
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
  getCycleCsv: endpoint({
    method: 'GET',
    path: '/payrolls/:policy_uuid/:cycle_uuid/csv',
    summary: "Every payment part of a cycle's line items, with rates and provenance",
    access: ['employer'],
    params: OfCycle,
    response: fileInPieces('text/csv'),
    problems: ['NOT_FOUND'],
  }),
  approveCycle: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/approve',
    summary:
      'Approves every line item that waits, or those of a selection: this money to these accounts, reserved in the ledger',
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: 'money above a limit',
    gates: GATES,
    params: OfCycle,
    bodyLimit: BODY_BYTES.acknowledgements,
    body: CycleApproval,
    response: CycleChange,
    problems: [
      'NOT_FOUND',
      'APPROVAL_STALE',
      'NOTHING_TO_APPROVE',
      'FUNDS_SHORT',
      'SECOND_PERSON_NEEDED',
      'STEP_UP_REQUIRED',
      'VALIDATION',
    ],
  }),
  askApproval: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/ask-approval',
    summary: 'Asks those who may approve what one may not approve alone, by mail',
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: { neither: 'it tells colleagues of what waits' },
    params: OfCycle,
    body: z.strictObject({}).default({}),
    response: z.object({ asked: z.array(z.string()) }),
    problems: ['NOT_FOUND', 'NOTHING_TO_APPROVE', 'TRANSITION_NOT_ALLOWED'],
  }),
  remindPayees: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/remind',
    summary:
      'Asks the people of a cycle for whom its pay waits to see to it, by mail, at most once a day',
    access: ['employer'],
    touches: { neither: 'a mail asks, and nothing is sent' },
    params: OfCycle,
    body: z.strictObject({}).default({}),
    /** When they were asked: just now, or earlier on this day. */
    response: z.object({ asked_at: Instant }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  takeBackYes: endpoint({
    method: 'DELETE',
    path: '/payrolls/:policy_uuid/:cycle_uuid/first-yes/:step_uuid',
    summary: 'Takes back the first of two yeses, or rejects that of somebody else',
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: { neither: 'what waited for a second yes waits for a first one again' },
    params: OfCycle.extend({ step_uuid: Uuid }),
    /** Why it is rejected, for who said it; of one's own nothing is told. */
    body: z.strictObject({ reason: sentence(500).default('') }).default({ reason: '' }),
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
  unapproveCycle: cycleVerb(
    'unapprove',
    'Takes the approval back, where no payment is executing or later',
  ),
  archiveCycle: cycleVerb('archive', 'Archives the line items that allow it'),
  unarchiveCycle: cycleVerb('unarchive', 'Takes archived line items back to waiting for approval'),
  cancelCycle: cycleVerb('cancel', 'Cancels the line items that allow it, for good'),
  approveLineItem: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid/approve',
    summary: 'Approves one line item',
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: 'money above a limit',
    gates: GATES,
    params: OfItem,
    bodyLimit: BODY_BYTES.acknowledgements,
    body: Approval,
    response: CycleChange,
    problems: [
      'NOT_FOUND',
      'APPROVAL_STALE',
      'NOTHING_TO_APPROVE',
      'FUNDS_SHORT',
      'SECOND_PERSON_NEEDED',
      'STEP_UP_REQUIRED',
      'VALIDATION',
    ],
  }),
  unapproveLineItem: itemVerb('unapprove', 'Takes one approval back'),
  archiveLineItem: itemVerb('archive', 'Archives one line item'),
  unarchiveLineItem: itemVerb('unarchive', 'Takes one line item back to waiting for approval'),
  cancelLineItem: itemVerb('cancel', 'Cancels one line item, for good'),
  acceptRates: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid/accept-rates',
    summary:
      'Accepts the rates that moved more than the tolerance since the approval, as they were seen',
    access: ['employer'],
    members: APPROVING_ROLES,
    touches: 'money',
    gates: GATES,
    params: OfItem,
    body: z.strictObject({
      rates: z
        .array(z.strictObject({ payment_uuid: Uuid, rate: line(40) }))
        .min(1, words('payroll.problems.nameAPayment'))
        .max(20, words('payroll.problems.tooManyPayments')),
    }),
    response: LineItem,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'APPROVAL_STALE', 'VALIDATION'],
  }),
  editLineItem: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid/edit',
    summary: 'Changes what is written on a line item that waits for approval',
    access: ['employer'],
    touches: {
      neither: 'edited hours are paid once somebody approves them, who is told of the edit',
    },
    params: OfItem,
    /** The hours that were `seen`; others by now mean CONFLICT. */
    body: EditedItem.extend({ seen: Hours.optional() }),
    response: LineItem,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION', 'CONFLICT'],
  }),
  listUnpaidPeriods: endpoint({
    method: 'GET',
    path: '/employer/unpaid-periods',
    summary:
      'Days that signed contracts earned and that no cycle paid, such as those of a late signature',
    access: ['employer'],
    query: PageQuery.extend({ contract_uuid: Uuid.optional() }),
    response: page(UnpaidPeriod),
  }),
  addUnpaidPeriods: endpoint({
    method: 'PUT',
    path: '/employer/unpaid-periods/:contract_uuid',
    summary:
      'Adds the unpaid days of a contract to the next open cycle; sent again it answers the same',
    access: ['employer'],
    touches: { neither: 'what is added waits for approval' },
    gates: GATES,
    params: z.object({ contract_uuid: Uuid }),
    body: z.strictObject({}).default({}),
    response: z.object({ policy_uuid: Uuid, cycle_uuid: Uuid, line_items: z.int() }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  ...payrollReports,
  ...operatorsPay,
  listCalendarGaps: endpoint({
    method: 'GET',
    path: '/operations/employers/:id/calendar-gaps',
    summary: "Days between an employer's pay cycles that no cycle holds; they halt all payments",
    access: ['operator'],
    params: z.object({ id: z.string().max(255) }),
    response: z.array(CalendarGap),
  }),
  fillCalendarGaps: endpoint({
    method: 'PUT',
    path: '/operations/employers/:id/calendar-gaps/:policy_uuid',
    summary: 'Opens a pay cycle in each gap of a policy, and answers the gaps that are left',
    access: ['operator'],
    touches: 'money',
    params: z.object({ id: z.string().max(255), policy_uuid: Uuid }),
    body: z.strictObject({}).default({}),
    response: z.array(CalendarGap),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
}
