/** What a contractor was paid, and what comes next. */
import { z } from 'zod'
import { APPROVAL_STANDINGS } from '#domain/payments/approval-standing.ts'
import { Deduction, LineItemEntry } from './entry-shapes.ts'
import { Hours, Money, PlainDate, Said, Uuid } from './kernel/codecs.ts'
import { PayState } from './pay-state-shapes.ts'
import { Blocker, PaymentPart } from './payments.ts'
import { LineItemStatus } from './payroll-shapes.ts'

export const Payslip = z.object({
  payslip_uuid: Uuid,
  employer_name: z.string(),
  role: z.string(),
  start_date: PlainDate,
  end_date: PlainDate,
  pay_date: PlainDate,
  status: LineItemStatus,
  hours: Hours,
  hourly_rate: Money,
  amount: Money,
  entries: z.array(LineItemEntry),
  parts: z.array(PaymentPart),
  /** Where the pay stands since a part of it came back or did not arrive after all; null once all of it is there, of which alone there is a paper. */
  came_back: PayState.nullable(),
})

/** A pay of a contractor that comes, is under way, or arrived in the last days. */
export const NextPay = z.object({
  line_item_uuid: Uuid,
  /** Null of what pays a row of a batch. */
  contract_uuid: Uuid.nullable(),
  employer_name: z.string(),
  start_date: PlainDate,
  end_date: PlainDate,
  pay_date: PlainDate,
  /** The last day of the work for this employer, where this pays it: no other pay follows. */
  last_day_on: PlainDate.nullable(),
  status: LineItemStatus,
  /** Whether it was approved, and what changing where it goes does to that. */
  approval: z.enum(APPROVAL_STANDINGS),
  amount: Money,
  /** What of it has not left: all of it before its approval, nothing once all is on its way. Where something keeps a part back, that part alone. */
  unsent: Money,
  /** What leaves on the pay date beside the part that is kept back; null where no part is, or nothing else has still to leave. */
  beside: Money.nullable(),
  entries: z.array(LineItemEntry),
  /** Those that wait for the contractor's answer. */
  deductions: z.array(Deduction),
  hours: Hours,
  hourly_rate: Money,
  parts: z.array(PaymentPart),
  blockers: z.array(Blocker),
  pay_state: PayState,
  steps: z.array(
    z.object({
      title: z.string(),
      said: Said,
      text: z.string(),
      /** Null where it is somebody else's words, such as a rail's. */
      text_said: Said.nullable(),
      when: z.string(),
      state: z.enum(['done', 'now', 'ahead', 'wrong']),
    }),
  ),
})
