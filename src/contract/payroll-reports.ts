/** Calls about the reports of pay cycles. */
import { z } from 'zod'
import { MEMBER_ROLES } from '#domain/identity/team.ts'
import { PageQuery, page, Uuid } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'
import { Report, ReportProgress } from './payroll-shapes.ts'

const OfReport = z.object({ policy: Uuid, cycle: Uuid })

export const payrollReports = {
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
