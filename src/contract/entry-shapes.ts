/** What is said of the entries of line items, and of deductions that are asked for. */
import { z } from 'zod'
import { DEDUCTION_STATES, ENTRY_KINDS } from '#domain/payroll/entries.ts'
import { Instant, Money, PlainDate, Said, Uuid } from './kernel/codecs.ts'

/** A part of what a line item comes to, and where it comes from; their amounts sum to the item's. */
export const LineItemEntry = z.object({
  /** Null for what the contract gives. */
  entry_uuid: Uuid.nullable(),
  kind: z.enum(ENTRY_KINDS),
  hours: z
    .codec(z.number(), z.int(), {
      decode: hours => Math.round(hours * 100),
      encode: hundredths => hundredths / 100,
    })
    .nullable(),
  amount: Money,
  words: z.string(),
  /** Of a raise: which days it brings from which rate to which, as `words` say it; and the contract that does. Null of all else. */
  raised_said: Said.nullable(),
  raised_by: Uuid.nullable(),
  author_name: z.string(),
  written_at: Instant.nullable(),
})

/** A deduction as the contractor is asked for it. */
export const Deduction = z.object({
  deduction_uuid: Uuid,
  employer_name: z.string(),
  asked_by: z.string(),
  asked_at: Instant,
  amount: Money,
  words: z.string(),
  start_date: PlainDate,
  end_date: PlainDate,
  pay_date: PlainDate,
  /** What the pay is without it. */
  pay: Money,
  answer_by: PlainDate,
  state: z.enum(DEDUCTION_STATES),
})
