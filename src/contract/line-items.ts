/** Calls about one line item: what it is and how it came about, what is written on it, and deductions, which need a yes. */
import { z } from 'zod'
import { MOST_PAY_MINOR } from '#domain/kernel/money.ts'
import { words } from '#domain/kernel/words.ts'
import { ADDED_KINDS, MAX_ENTRY_WORDS } from '#domain/payroll/entries.ts'
import { Deduction } from './entry-shapes.ts'
import {
  Instant,
  Minor,
  Money,
  Percentage,
  PlainDate,
  requiredSentence,
  Said,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'
import { CyclePayState } from './pay-state-shapes.ts'
import { CycleStatus, LineItem, PayPeriod } from './payroll-shapes.ts'

const OfItem = z.object({ policy_uuid: Uuid, cycle_uuid: Uuid, line_item_uuid: Uuid })
/** The id of an entry is minted by the client, so that sending it twice adds it once. */
const OfEntry = OfItem.extend({ entry_uuid: Uuid })

/** What an employer adds; the amount is what the pay grows by, or for a deduction shrinks by. */
export const AddedEntry = z.strictObject({
  kind: z.enum(ADDED_KINDS),
  amount_in_smallest_unit: Minor.refine(
    minor => minor > 0n,
    words('payroll.problems.entryAmount'),
  ).refine(minor => minor <= MOST_PAY_MINOR, words('payroll.problems.entryTooLarge')),
  words: requiredSentence(MAX_ENTRY_WORDS, 'payroll.problems.entryWords'),
})

/** A line item on a page of its own: among the others of its cycle, against the last pay, and what happened to it. */
export const LineItemPage = z.object({
  item: LineItem,
  policy_label: z.string(),
  period: PayPeriod,
  cycle_status: CycleStatus,
  /** Where it stands, in the words of its cycle's page; null once nobody is paid by it. */
  pay_state: CyclePayState.nullable(),
  /** Which it is of how many, in the order of the list; and its neighbours. */
  position: z.int(),
  count: z.int(),
  previous_uuid: Uuid.nullable(),
  next_uuid: Uuid.nullable(),
  /** The day by which it is approved to leave on its date; null once it does not wait. */
  approve_by: PlainDate.nullable(),
  /** What its payments would cost the employer now, with tax, beside the amount. */
  fees: z.array(Money),
  /** What is charged of what of it is exchanged, beside `fees`; 0 where nothing is. */
  margin: Percentage,
  /** What is charged, with tax, where it is the contractor's first pay of a month to arrive, beside `fees`; null where that costs nothing. */
  contractor_month: Money.nullable(),
  /** What the contractor got last from this employer. */
  last_pay: z.object({ pay_date: PlainDate, amount: Money, hours: z.number() }).nullable(),
  /** The newest first; `amount` is what the item came to after it, where that changed. */
  history: z.array(
    z.object({
      at: Instant,
      actor_name: z.string(),
      text: z.string(),
      said: Said,
      amount: Money.nullable(),
    }),
  ),
})

export const lineItems = {
  getLineItem: endpoint({
    method: 'GET',
    path: '/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid',
    summary:
      'One line item: its entries, where it goes, what is in its way, and what happened to it',
    access: ['employer'],
    params: OfItem,
    response: LineItemPage,
    problems: ['NOT_FOUND'],
  }),
  addEntry: endpoint({
    method: 'PUT',
    path: '/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid/entries/:entry_uuid',
    summary:
      'Adds a bonus, an expense or an adjustment to a line item that waits; asks the contractor for a deduction',
    access: ['employer'],
    touches: { neither: 'what is added is paid once somebody approves it, who is told of it' },
    params: OfEntry,
    body: AddedEntry,
    response: LineItem,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  removeEntry: endpoint({
    method: 'DELETE',
    path: '/payrolls/:policy_uuid/:cycle_uuid/:line_item_uuid/entries/:entry_uuid',
    summary:
      'Takes an entry off a line item that waits, or takes back a deduction that was asked for',
    access: ['employer'],
    touches: { neither: 'the line item waits for approval, and what was taken off is told' },
    params: OfEntry,
    response: LineItem,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  listDeductions: endpoint({
    method: 'GET',
    path: '/contractor/deductions',
    summary: "Deductions that the contractor's employers ask for, the open ones first",
    access: ['contractor'],
    response: z.array(Deduction),
  }),
  answerDeduction: endpoint({
    method: 'PUT',
    path: '/contractor/deductions/:deduction_uuid/answer',
    summary:
      'Agrees to a deduction, or declines it; without an answer in time the pay is made without it',
    access: ['contractor'],
    touches: 'money',
    params: z.object({ deduction_uuid: Uuid }),
    body: z.strictObject({ agrees: z.boolean() }),
    response: Deduction,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
} as const
