/** What operators see of the pay of companies. */
import { z } from 'zod'
import { PAYROLL_TYPES } from '#domain/payroll/payroll-type.ts'
import { Money, PageQuery, PlainDate, Uuid } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'
import { CyclePayState } from './pay-state-shapes.ts'
import { PaymentPart } from './payments.ts'
import { CycleStatus, LineItemStatus } from './payroll-shapes.ts'

/** The pay of one contractor with its payments. */
const OperatorItem = z.object({
  line_item_uuid: Uuid,
  contractor_sub: z.string(),
  contractor_name: z.string(),
  role: z.string(),
  status: LineItemStatus,
  amount: Money,
  payments: z.array(PaymentPart),
  /** What may be marked by hand, with exactly the amount that the marking names. */
  marks: z.array(
    z.object({
      currency: z.string(),
      operation: z.enum(['paid', 'unpaid']),
      amount: Money,
      /** Of what waits to leave: that others paid it. */
      outside: z.boolean(),
    }),
  ),
})

/** The calls, which are part of those about payroll. */
export const operatorsPay = {
  listOperationsPayCycles: endpoint({
    method: 'GET',
    path: '/operations/employers/:id/pay-cycles',
    summary: "An employer's pay cycles with what is owed and paid per currency",
    access: ['operator'],
    params: z.object({ id: z.string().max(255) }),
    query: z.object({
      summary: z.enum(['true', 'false']).default('true'),
      /** Only this cycle. */
      cycle_uuid: Uuid.optional(),
    }),
    response: z.array(
      z.object({
        /** The items with their payments, when the summary alone is not enough; of more than a thousand it is said to ask page by page. */
        line_items: z.array(OperatorItem).optional(),
        cycle_uuid: Uuid,
        policy_uuid: Uuid,
        policy_label: z.string(),
        start_date: PlainDate,
        end_date: PlainDate,
        pay_date: PlainDate,
        status: CycleStatus,
        contractors: z.int(),
        /** Of these, those of whose pay nothing is to come: it arrived, but for what went back. */
        paid_contractors: z.int(),
        company_name: z.string(),
        totals: z.array(Money),
        /** What arrived. */
        paid: z.array(Money),
        /** What did not arrive and went back to its employer, where it stays unpaid. */
        given_back: z.array(Money),
        /** What is owed and neither arrived nor went back, in every currency that is owed. */
        left: z.array(Money),
        /** What the balance lacks for it once those before took their part; of that what is said to be on its way, and what is still to be sent. */
        short: z.array(Money),
        on_its_way: z.array(Money),
        to_send: z.array(Money),
        /** Whether something of it is still to be paid, or it is over. */
        payroll_type: z.enum(PAYROLL_TYPES),
        /** Where its pays stand, of how many and with how much, the worst first. */
        pay_states: z.array(CyclePayState),
      }),
    ),
    problems: ['NOT_FOUND'],
  }),
  listOperationsItems: endpoint({
    method: 'GET',
    path: '/operations/employers/:id/pay-cycles/:cycle_uuid/items',
    summary: 'The pay of each contractor in a cycle with its payments, page by page',
    access: ['operator'],
    params: z.object({ id: z.string().max(255), cycle_uuid: Uuid }),
    query: PageQuery.extend({
      /** Parts of a name, an address or a role. */
      search: z.string().max(200).optional(),
    }),
    response: z.object({ items: z.array(OperatorItem), next_cursor: z.string().nullable() }),
    problems: ['NOT_FOUND'],
  }),
  getOperationsPayCsv: endpoint({
    method: 'GET',
    path: '/operations/employers/:id/pay-cycles/csv',
    summary: "An employer's pay cycles as CSV, a row for each currency that is owed",
    access: ['operator'],
    params: z.object({ id: z.string().max(255) }),
    query: z.object({ payroll_type: z.enum(PAYROLL_TYPES).optional() }),
    response: fileInPieces('text/csv'),
    problems: ['NOT_FOUND'],
  }),
  listLatePay: endpoint({
    method: 'GET',
    path: '/operations/late-pay',
    summary:
      'Pay whose date has come and that is not approved, short of money, held or cooling, by company, and payments that were sent and that nobody confirmed in time',
    access: ['operator'],
    response: z.object({
      /** The earliest pay date first. */
      cycles: z.array(
        z.object({
          cycle_uuid: Uuid,
          policy_label: z.string(),
          pay_date: PlainDate,
          company_name: z.string(),
          /** As its pages are addressed: its domain, else its id. */
          employer: z.string(),
          pay_state: CyclePayState,
          /** The day on which the first of its funds that are not booked yet was announced; null where none was. */
          announced_on: PlainDate.nullable(),
        }),
      ),
      /** How many more cycles wait than are told here. */
      more: z.int(),
      /** Of how many companies pay waits whose date is over. */
      companies_late: z.int(),
      /** Sent, and the day on which they should have arrived is over; null where nothing is. */
      unconfirmed: z
        .object({
          payments: z.int(),
          /** The earliest day on which one should have arrived. */
          since: PlainDate,
          totals: z.array(Money),
        })
        .nullable(),
    }),
  }),
}
