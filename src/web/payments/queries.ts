import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'

/** The page of a company's accounts. */
export const COMPANY_ACCOUNTS = '/employer/banking-information'

export type Destinations = ClientOutput<'getBanking'>
export type Destination = Destinations['destinations'][number]
export type OperatorPayment = ClientOutput<'listUnpaid'>['items'][number]
export type Work = ClientOutput<'listWork'>
export type WorkItem = Work['items'][number]
export type MendAction = WorkItem['allowed_actions'][number]
export type PaymentStatus = OperatorPayment['status']
export type Blocker = OperatorPayment['blockers'][number]
export type Checklist = ClientOutput<'getChecklist'>
export type Execution = ClientOutput<'getExecution'>
export type NextPay = ClientOutput<'listNextPays'>[number]
export type PaymentPart = NextPay['parts'][number]
export type Payslip = ClientOutput<'listPayslips'>['items'][number]

/** One execution as far as it is; while it runs `useExecution` hears more. */
export function executionQuery(id: string) {
  return { ...query('getExecution', { params: { id } }), staleTime: 0 }
}
