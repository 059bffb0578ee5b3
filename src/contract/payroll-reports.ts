/** Calls about the reports of pay cycles. */
import { z } from 'zod'
import { MEMBER_ROLES } from '#domain/identity/team.ts'
import { Money, PageQuery, PlainDate, page, Uuid } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'
import { Report, ReportProgress } from './payroll-shapes.ts'

const OfReport = z.object({ policy: Uuid, cycle: Uuid })

/** Pay of the last six months, the earliest first. */
export const PayByMonth = z.object({
  months: z.array(
    z.object({
      first_day: PlainDate,
      /** What its cycles that were approved or paid come to. */
      totals: z.array(Money),
      /** What of it is late, held, failed or came back. */
      behind: z.array(Money),
    }),
  ),
})

export const payrollReports = {
  getPayByMonth: endpoint({
    method: 'GET',
    path: '/employer/pay-by-month',
    summary:
      'What was approved or paid in each of the last six months, by the month of its pay date',
    access: ['employer'],
    response: PayByMonth,
  }),
  listReports: endpoint({
    method: 'GET',
    path: '/employer/reports',
    summary: 'A report for every cycle that was approved or paid, newest first',
    access: ['employer'],
    query: PageQuery,
    response: page(Report),
  }),
  askForReport: endpoint({
    method: 'PUT',
    path: '/employer/reports/:policy/:cycle',
    summary: 'Asks for the PDF report of a cycle with many people, and says how far it is',
    access: ['employer'],
    members: MEMBER_ROLES,
    touches: { neither: 'it makes a document of what the caller reads anyway' },
    params: OfReport,
    response: ReportProgress,
    problems: ['NOT_FOUND'],
  }),
  getReport: endpoint({
    method: 'GET',
    path: '/employer/reports/:policy/:cycle',
    summary: "A cycle's report as PDF; one of many people as it was last made",
    access: ['employer'],
    params: OfReport,
    response: fileInPieces('application/pdf'),
    leavesTrace: true,
    problems: ['NOT_FOUND'],
  }),
}
