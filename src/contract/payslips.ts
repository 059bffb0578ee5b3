/** What contractors read of their pay: payslips, and what comes next. */
import { z } from 'zod'
import { PageQuery, page, Uuid } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'
import { NextPay, Payslip } from './payroll-shapes.ts'

export const payslips = {
  listPayslips: endpoint({
    method: 'GET',
    path: '/user/payslips',
    summary: "The contractor's payslips, newest first",
    access: ['contractor'],
    query: PageQuery,
    response: page(Payslip),
  }),
  getPayslip: endpoint({
    method: 'GET',
    path: '/user/payslips/:uuid',
    summary: 'A payslip as PDF',
    access: ['contractor'],
    params: z.object({ uuid: Uuid }),
    response: fileInPieces('application/pdf'),
    problems: ['NOT_FOUND'],
  }),
  listNextPays: endpoint({
    method: 'GET',
    path: '/contractor/next-pays',
    summary:
      'What comes next to the contractor: when, how much, where it goes, and what is in the way',
    access: ['contractor'],
    response: z.array(NextPay),
  }),
}
