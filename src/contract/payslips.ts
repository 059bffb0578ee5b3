/** What contractors read of their pay: payslips, and what comes next. */
import { z } from 'zod'
import { Instant, Money, PageQuery, PlainDate, page, Uuid } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'
import { NextPay, Payslip } from './payslip-shapes.ts'

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
  verifyPayslip: endpoint({
    method: 'POST',
    path: '/payslips/verify',
    summary:
      'What the payslip or the statement of a year with a code says; null where there is none',
    access: 'public',
    byLink: true,
    touches: { neither: 'it only says what the paper says' },
    body: z.strictObject({ code: z.string().max(100) }),
    response: z.object({
      payslip: z
        .object({
          number: z.string(),
          employer_name: z.string(),
          contractor_name: z.string(),
          start_date: PlainDate,
          end_date: PlainDate,
          pay_date: PlainDate,
          amount: Money,
          sealed_at: Instant.nullable(),
          simulated: z.boolean(),
        })
        .nullable(),
      /** As much as its owner chose to show. */
      statement: z
        .object({
          contractor_name: z.string(),
          year: z.int(),
          totals: z.array(Money),
          employers: z.array(z.object({ name: z.string(), totals: z.array(Money) })),
          months: z.array(z.object({ month: PlainDate, totals: z.array(Money) })),
          issued_at: Instant,
          /** Whether what was paid by then is still what it says. */
          holds: z.boolean(),
          simulated: z.boolean(),
        })
        .nullable(),
    }),
    problems: ['TOO_MANY_REQUESTS'],
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
