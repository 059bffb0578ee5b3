/** What an employer paid, and is to pay, to one contractor. */
import { z } from 'zod'
import { WRONG_STATUSES } from '#domain/payments/lost.ts'
import { CYCLE_KINDS } from '#domain/payroll/pay-policy.ts'
import { Money, PageQuery, PlainDate, page, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'
import { LineItemStatus } from './payroll-shapes.ts'

/** One pay of a contractor; `wrong` is what went wrong with a payment of it, the worst first. */
const PayOfContractor = z.object({
  line_item_uuid: Uuid,
  policy_uuid: Uuid,
  cycle_uuid: Uuid,
  kind: z.enum(CYCLE_KINDS),
  policy_label: z.string(),
  start_date: PlainDate,
  end_date: PlainDate,
  pay_date: PlainDate,
  amount: Money,
  status: LineItemStatus,
  wrong: z.enum(WRONG_STATUSES).nullable(),
})

export const contractorPays = {
  listContractorPays: endpoint({
    method: 'GET',
    path: '/employer/contractors/:id/pays',
    summary: 'The pays of one contractor by the employer, the latest first',
    access: ['employer'],
    params: z.object({ id: z.string().max(255) }),
    query: PageQuery,
    response: page(PayOfContractor),
    problems: ['NOT_FOUND'],
  }),
}
