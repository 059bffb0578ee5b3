import type { firstPay } from '#contract/first-pay.ts'
import type { holidays } from '#contract/holidays.ts'
import type { offboarding } from '#contract/offboarding.ts'
import type { payroll } from '#contract/payroll.ts'
import type { payslips } from '#contract/payslips.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import {
  type PayDateRule,
  type PayPolicyTerms,
  ruleOf,
  semiMonthlyEndDates,
} from '#domain/payroll/pay-policy.ts'
import type { Handlers } from '../kernel/http.ts'
import { acceptRates } from '../payments/index.ts'
import { approveCycle, approveLineItem, lockOwnCycle } from './approve-cycle.ts'
import { fillCalendarGaps, listCalendarGaps } from './calendar-gaps.ts'
import { changeCycleItems, editLineItem } from './change-items.ts'
import { cycleCsv } from './cycle-csv.ts'
import { askForReport, cycleReport } from './cycle-report.ts'
import { getFirstPay } from './first-pay.ts'
import { getCycle, getLineItem } from './get-cycle.ts'
import { getHolidayPolicy, putHolidayPolicy } from './holiday-policy.ts'
import { cycleRow, listCycles, listPolicyCycles, listReports } from './list-cycles.ts'
import { getOffboarding } from './offboarding.ts'
import { openCycleAhead } from './open-cycles.ts'
import { listOperationsPayCycles } from './operations-pay-cycles.ts'
import { listNextPays, listPayslips, payslipPdf } from './payslips.ts'
import { approvePolicy, getPolicy, previewPolicy, putPolicy } from './policies.ts'
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
  typeof payroll & typeof payslips & typeof firstPay & typeof holidays & typeof offboarding
> = {
  getOffboarding: ({ params }, ctx) => getOffboarding(ctx, params.id),
  getHolidayPolicy: (_input, ctx) => getHolidayPolicy(ctx),
  putHolidayPolicy: ({ body }, ctx) => putHolidayPolicy(ctx, body),
  getFirstPay: (_input, ctx) => getFirstPay(ctx),
  listSemiMonthlyEndDates: async () =>
    semiMonthlyEndDates().map(([first, second]): [number, number | 'last'] => [first, second]),
  previewPolicy: ({ body: { label: _, ...terms } }, ctx) => previewPolicy(ctx, withRule(terms)),
  getPolicy: ({ params }, ctx) => getPolicy(ctx, params.id),
  putPolicy: ({ params, body }, ctx) => {
    const { label, uuid, pay_periods: _, ...terms } = body
    if (uuid !== undefined && uuid !== params.id)
      throw invalidField('uuid', 'payroll.problems.anotherPolicy')
    return putPolicy(ctx, params.id, label, withRule(terms))
  },
  approvePolicy: ({ params }, ctx) => approvePolicy(ctx, params.id),
  listCycles: ({ query }, ctx) => listCycles(ctx, query),
  listPolicyCycles: ({ params, query }, ctx) => listPolicyCycles(ctx, params.id, query),
  openCycle: async ({ params, body }, ctx) =>
    cycleRow(ctx, params.policy_uuid, await openCycleAhead(ctx, params.policy_uuid, body.end_date)),
  getCycle: ({ params, query }, ctx) => getCycle(ctx, params, query),
  getCycleCsv: ({ params }, ctx) => cycleCsv(ctx, params),
  approveCycle: ({ params, body }, ctx) => approveCycle(ctx, params, body),
  unapproveCycle: ({ params }, ctx) => changeCycleItems(ctx, params, 'unapprove'),
  archiveCycle: ({ params }, ctx) => changeCycleItems(ctx, params, 'archive'),
  unarchiveCycle: ({ params }, ctx) => changeCycleItems(ctx, params, 'unarchive'),
  approveLineItem: ({ params, body }, ctx) =>
    approveLineItem(ctx, params, params.line_item_uuid, body),
  unapproveLineItem: ({ params }, ctx) =>
    changeCycleItems(ctx, params, 'unapprove', params.line_item_uuid),
  archiveLineItem: ({ params }, ctx) =>
    changeCycleItems(ctx, params, 'archive', params.line_item_uuid),
  unarchiveLineItem: ({ params }, ctx) =>
    changeCycleItems(ctx, params, 'unarchive', params.line_item_uuid),
  editLineItem: async ({ params, body }, ctx) => {
    await editLineItem(ctx, params, params.line_item_uuid, body)
    return getLineItem(ctx, params, params.line_item_uuid)
  },
  acceptRates: async ({ params, body }, ctx) => {
    await lockOwnCycle(ctx, params)
    const { line_item_uuid } = await getLineItem(ctx, params, params.line_item_uuid)
    await acceptRates(ctx, line_item_uuid, body.rates)
    return getLineItem(ctx, params, line_item_uuid)
  },
  listUnpaidPeriods: ({ query }, ctx) => listUnpaidPeriods(ctx, query),
  addUnpaidPeriods: ({ params }, ctx) => addUnpaidPeriods(ctx, params.contract_uuid),
  listReports: ({ query }, ctx) => listReports(ctx, query),
  askForReport: ({ params }, ctx) =>
    askForReport(ctx, { policy_uuid: params.policy, cycle_uuid: params.cycle }),
  getReport: ({ params }, ctx) =>
    cycleReport(ctx, { policy_uuid: params.policy, cycle_uuid: params.cycle }),
  listOperationsPayCycles: ({ params, query }, ctx) =>
    listOperationsPayCycles(ctx, params.id, query.summary === 'true', query.cycle_uuid),
  listCalendarGaps: ({ params }, ctx) => listCalendarGaps(ctx, params.id),
  fillCalendarGaps: ({ params }, ctx) => fillCalendarGaps(ctx, params.id, params.policy_uuid),
  listPayslips: ({ query }, ctx) => listPayslips(ctx, query),
  getPayslip: ({ params }, ctx) => payslipPdf(ctx, params.uuid),
  verifyPayslip: ({ body }, ctx) => verifyPayslip(ctx, body.code),
  listNextPays: (_input, ctx) => listNextPays(ctx),
}
