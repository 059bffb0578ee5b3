import type { contractorPays } from '#contract/contractor-pays.ts'
import type { cycleSelection } from '#contract/cycle-selection.ts'
import type { firstPay } from '#contract/first-pay.ts'
import type { holidays } from '#contract/holidays.ts'
import type { incomeStatements } from '#contract/income-statements.ts'
import type { journal } from '#contract/journal.ts'
import type { lineItems } from '#contract/line-items.ts'
import type { offboarding } from '#contract/offboarding.ts'
import type { payCalendars } from '#contract/pay-calendars.ts'
import type { payroll } from '#contract/payroll.ts'
import type { payslips } from '#contract/payslips.ts'
import type { timesheets } from '#contract/timesheets.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import {
  type PayDateRule,
  type PayPolicyTerms,
  ruleOf,
  semiMonthlyEndDates,
} from '#domain/payroll/pay-policy.ts'
import type { Handlers } from '../kernel/http.ts'
import { acceptRates } from '../payments/index.ts'
import {
  acceptTimesheets,
  correctTimesheet,
  letTimeStand,
  listCycleTimesheets,
  putTimePolicy,
} from './answer-time.ts'
import { approveCycle, approveLineItem, lockOwnCycle } from './approve-cycle.ts'
import { askApproval, takeBackYes } from './ask-approval.ts'
import {
  makePayFeed,
  makePolicyFeed,
  readCalendarFeed,
  stopPayFeed,
  stopPolicyFeed,
} from './calendar-feeds.ts'
import { fillCalendarGaps, listCalendarGaps } from './calendar-gaps.ts'
import { changeCycleItems } from './change-items.ts'
import { listContractorPays } from './contractor-pays.ts'
import { listContractorPolicies, payCalendarIcs } from './contractor-policies.ts'
import { cycleCsv } from './cycle-csv.ts'
import { askForReport, cycleReport } from './cycle-report.ts'
import { answerDeduction, listDeductions } from './deductions.ts'
import { previewHours, saveHours } from './edit-hours.ts'
import { addEntry, editLineItem, removeEntry } from './edit-item.ts'
import { getFirstPay } from './first-pay.ts'
import { getCycle, getLineItem } from './get-cycle.ts'
import { getHolidayPolicy, putHolidayPolicy } from './holiday-policy.ts'
import {
  issueStatement,
  listStatements,
  revokeStatement,
  statementPdf,
} from './income-statements.ts'
import { getItemPage } from './item-page.ts'
import { getJournalAccounts, journalCsv, journalImport, putJournalAccounts } from './journal.ts'
import { getLastPay } from './last-pay.ts'
import { listLatePay } from './late-pay.ts'
import { cycleRow, listCycles, listPolicyCycles, listReports } from './list-cycles.ts'
import { getOffboarding } from './offboarding.ts'
import { openCycleAhead } from './open-cycles.ts'
import { operationsPayCsv } from './operations-pay-csv.ts'
import { listOperationsItems, listOperationsPayCycles } from './operations-pay-cycles.ts'
import { payByMonth } from './pay-by-month.ts'
import { listNextPays, listPayslips, payslipPdf } from './payslips.ts'
import { approvePolicy, getPolicy, previewPolicy, putPolicy } from './policies.ts'
import { policyCsv, policyIcs } from './policy-calendar.ts'
import { remindPayees } from './remind-payees.ts'
import { listTimesheets, reportTime, takeTimeBack } from './report-time.ts'
import { selectItems } from './select-items.ts'
import { addUnpaidPeriods, listUnpaidPeriods } from './unpaid-periods.ts'
import { verifyPayslip } from './verify-payslip.ts'

type Named = { readonly pay_date_rule?: PayDateRule | undefined }

/** The terms of a request, by the rule that they name or that follows from what they choose. */
function withRule({
  pay_date_rule,
  ...terms
}: Omit<PayPolicyTerms, 'pay_date_rule'> & Named): PayPolicyTerms {
  return { ...terms, pay_date_rule: pay_date_rule ?? ruleOf(terms) }
}

export const payrollHandlers: Handlers<
  typeof payroll &
    typeof lineItems &
    typeof cycleSelection &
    typeof timesheets &
    typeof payslips &
    typeof contractorPays &
    typeof incomeStatements &
    typeof journal &
    typeof firstPay &
    typeof holidays &
    typeof offboarding &
    typeof payCalendars
> = {
  getOffboarding: ({ params }, ctx) => getOffboarding(ctx, params.id),
  getLastPay: ({ params, query }, ctx) => getLastPay(ctx, params.id, query.last_day_on),
  getHolidayPolicy: (_input, ctx) => getHolidayPolicy(ctx),
  putHolidayPolicy: ({ body }, ctx) => putHolidayPolicy(ctx, body),
  getPolicyCsv: ({ params }, ctx) => policyCsv(ctx, params.id),
  getPolicyIcs: ({ params }, ctx) => policyIcs(ctx, params.id),
  makePolicyFeed: ({ params }, ctx) => makePolicyFeed(ctx, params.id),
  stopPolicyFeed: ({ params }, ctx) => stopPolicyFeed(ctx, params.id),
  listContractorPolicies: (_input, ctx) => listContractorPolicies(ctx),
  listContractorPays: ({ params, query }, ctx) => listContractorPays(ctx, params.id, query),
  getPayCalendarIcs: (_input, ctx) => payCalendarIcs(ctx),
  makePayFeed: (_input, ctx) => makePayFeed(ctx),
  stopPayFeed: (_input, ctx) => stopPayFeed(ctx),
  readCalendarFeed: ({ params }, ctx) => readCalendarFeed(ctx, params.token),
  getFirstPay: (_input, ctx) => getFirstPay(ctx),
  listSemiMonthlyEndDates: async () =>
    semiMonthlyEndDates().map(([first, second]): [number, number | 'last'] => [first, second]),
  previewPolicy: ({ body: { label: _, policy_uuid, ...terms } }, ctx) =>
    previewPolicy(ctx, withRule(terms), policy_uuid),
  getPolicy: ({ params }, ctx) => getPolicy(ctx, params.id),
  putPolicy: ({ params, body }, ctx) => {
    const { label, uuid, seen, pay_periods: _, ...terms } = body
    if (uuid !== undefined && uuid !== params.id)
      throw invalidField('uuid', 'payroll.problems.anotherPolicy')
    return putPolicy(ctx, params.id, label, withRule(terms), seen)
  },
  approvePolicy: ({ params }, ctx) => approvePolicy(ctx, params.id),
  listCycles: ({ query }, ctx) => listCycles(ctx, query),
  listPolicyCycles: ({ params, query }, ctx) => listPolicyCycles(ctx, params.id, query),
  openCycle: async ({ params, body }, ctx) =>
    cycleRow(ctx, params.policy_uuid, await openCycleAhead(ctx, params.policy_uuid, body.end_date)),
  getCycle: ({ params, query }, ctx) => getCycle(ctx, params, query),
  getCycleCsv: ({ params }, ctx) => cycleCsv(ctx, params),
  approveCycle: ({ params, body }, ctx) => approveCycle(ctx, params, body),
  selectItems: ({ params, body }, ctx) => selectItems(ctx, params, body),
  previewHours: ({ params, body }, ctx) => previewHours(ctx, params, body),
  saveHours: ({ params, body }, ctx) => saveHours(ctx, params, body),
  askApproval: ({ params }, ctx) => askApproval(ctx, params),
  remindPayees: ({ params }, ctx) => remindPayees(ctx, params),
  takeBackYes: async ({ params, body }, ctx) => {
    await takeBackYes(ctx, params, params.step_uuid, body.reason)
    return { ok: true }
  },
  unapproveCycle: ({ params, body }, ctx) => changeCycleItems(ctx, params, 'unapprove', body),
  archiveCycle: ({ params, body }, ctx) => changeCycleItems(ctx, params, 'archive', body),
  unarchiveCycle: ({ params, body }, ctx) => changeCycleItems(ctx, params, 'unarchive', body),
  cancelCycle: ({ params, body }, ctx) => changeCycleItems(ctx, params, 'cancel', body),
  approveLineItem: ({ params, body }, ctx) =>
    approveLineItem(ctx, params, params.line_item_uuid, body),
  unapproveLineItem: ({ params }, ctx) => changeCycleItems(ctx, params, 'unapprove', params),
  archiveLineItem: ({ params }, ctx) => changeCycleItems(ctx, params, 'archive', params),
  unarchiveLineItem: ({ params }, ctx) => changeCycleItems(ctx, params, 'unarchive', params),
  cancelLineItem: ({ params }, ctx) => changeCycleItems(ctx, params, 'cancel', params),
  editLineItem: async ({ params, body }, ctx) => {
    await editLineItem(ctx, params, params.line_item_uuid, body)
    return getLineItem(ctx, params, params.line_item_uuid)
  },
  addEntry: async ({ params, body }, ctx) => {
    await addEntry(ctx, params, body)
    return getLineItem(ctx, params, params.line_item_uuid)
  },
  removeEntry: async ({ params }, ctx) => {
    await removeEntry(ctx, params)
    return getLineItem(ctx, params, params.line_item_uuid)
  },
  getLineItem: ({ params }, ctx) => getItemPage(ctx, params, params.line_item_uuid),
  listDeductions: (_input, ctx) => listDeductions(ctx),
  answerDeduction: ({ params, body }, ctx) =>
    answerDeduction(ctx, params.deduction_uuid, body.agrees),
  listTimesheets: (_input, ctx) => listTimesheets(ctx),
  reportTime: ({ params, body }, ctx) => reportTime(ctx, params, body),
  takeTimeBack: ({ params }, ctx) => takeTimeBack(ctx, params),
  listCycleTimesheets: ({ params, query }, ctx) => listCycleTimesheets(ctx, params, query),
  acceptTimesheets: ({ params, body }, ctx) => acceptTimesheets(ctx, params, body.timesheets),
  correctTimesheet: async ({ params, body }, ctx) => {
    await correctTimesheet(ctx, params, body)
    return getLineItem(ctx, params, params.line_item_uuid)
  },
  letTimeStand: async ({ params }, ctx) => {
    await letTimeStand(ctx, params)
    return getLineItem(ctx, params, params.line_item_uuid)
  },
  putTimePolicy: ({ params, body }, ctx) => putTimePolicy(ctx, params.id, body.required),
  acceptRates: async ({ params, body }, ctx) => {
    await lockOwnCycle(ctx, params)
    const { line_item_uuid } = await getLineItem(ctx, params, params.line_item_uuid)
    await acceptRates(ctx, line_item_uuid, body.rates)
    return getLineItem(ctx, params, line_item_uuid)
  },
  listUnpaidPeriods: ({ query }, ctx) => listUnpaidPeriods(ctx, query),
  addUnpaidPeriods: ({ params }, ctx) => addUnpaidPeriods(ctx, params.contract_uuid),
  getPayByMonth: (_input, ctx) => payByMonth(ctx),
  listReports: ({ query }, ctx) => listReports(ctx, query),
  askForReport: ({ params }, ctx) =>
    askForReport(ctx, { policy_uuid: params.policy, cycle_uuid: params.cycle }),
  getReport: ({ params }, ctx) =>
    cycleReport(ctx, { policy_uuid: params.policy, cycle_uuid: params.cycle }),
  getOperationsPayCsv: ({ params, query }, ctx) =>
    operationsPayCsv(ctx, params.id, query.payroll_type),
  listOperationsPayCycles: ({ params, query }, ctx) =>
    listOperationsPayCycles(ctx, params.id, query.summary === 'true', {
      cycle_uuid: query.cycle_uuid,
    }),
  listOperationsItems: ({ params, query }, ctx) => listOperationsItems(ctx, params, query),
  listLatePay: (_input, ctx) => listLatePay(ctx),
  listCalendarGaps: ({ params }, ctx) => listCalendarGaps(ctx, params.id),
  fillCalendarGaps: ({ params }, ctx) => fillCalendarGaps(ctx, params.id, params.policy_uuid),
  listPayslips: ({ query }, ctx) => listPayslips(ctx, query),
  getPayslip: ({ params }, ctx) => payslipPdf(ctx, ctx.actor.sub, params.uuid),
  verifyPayslip: ({ body }, ctx) => verifyPayslip(ctx, body.code),
  listStatements: (_input, ctx) => listStatements(ctx),
  issueStatement: ({ body }, ctx) => issueStatement(ctx, body),
  getStatementPdf: ({ params }, ctx) => statementPdf(ctx, params.id),
  revokeStatement: ({ params }, ctx) => revokeStatement(ctx, params.id),
  getJournalAccounts: (_input, ctx) => getJournalAccounts(ctx),
  putJournalAccounts: ({ body }, ctx) => putJournalAccounts(ctx, body.accounts, body.seen),
  getJournalCsv: ({ query }, ctx) => journalCsv(ctx, query),
  getJournalImport: ({ params, query }, ctx) => journalImport(ctx, params.layout, query),
  listNextPays: (_input, ctx) => listNextPays(ctx),
}
