/** What ending a relation with a contractor comes to, before it is ended. */
import { z } from 'zod'
import { CONTRACT_KINDS, CONTRACT_STATUSES } from '#domain/contracts/contract.ts'
import { Money, PlainDate, Said, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'
import { LineItemStatus, UnpaidPeriod } from './payroll-shapes.ts'

export const Offboarding = z.object({
  contractor_sub: z.string(),
  contractor_name: z.string(),
  /** The contracts that are not over; those that run are in the way, and the others cannot be signed any more. */
  contracts: z.array(
    z.object({
      contract_uuid: Uuid,
      role: z.string(),
      kind: z.enum(CONTRACT_KINDS),
      status: z.enum(CONTRACT_STATUSES),
      first_day_on: PlainDate.nullable(),
      last_day_on: PlainDate.nullable(),
    }),
  ),
  /** The pays that are not paid, the first pay date first; all of them are paid all the same. */
  owed: z.array(
    z.object({
      policy_uuid: Uuid,
      cycle_uuid: Uuid,
      policy_label: z.string(),
      pay_date: PlainDate,
      amount: Money,
      status: LineItemStatus,
    }),
  ),
  owed_totals: z.array(Money),
  /** Days that were earned and that no cycle pays; nobody pays them by themselves. */
  unpaid: z.array(UnpaidPeriod),
  /** When they are paid for the last time, by what is known; null where nothing is owed. */
  last_pay_date: PlainDate.nullable(),
  allowed_actions: z.array(z.enum(['offboard'])),
})

/** What a contract pays until a last day that it might get, before it gets it. */
export const LastPay = z.object({
  last_day_on: PlainDate,
  /** The pays that are not paid, and the one of the period of the last day where it is not opened yet; by pay date. */
  pays: z.array(
    z.object({
      pay_date: PlainDate,
      start_date: PlainDate,
      end_date: PlainDate,
      /** Null of a period that is not opened yet: its amount follows from the scheduled hours. */
      status: LineItemStatus.nullable(),
      /** As it stands; null of a period that is not opened yet. */
      amount: Money.nullable(),
      /** What it comes to with that last day; nothing where no day is left to pay. */
      after: Money,
    }),
  ),
  /** The last of them that pays something; null where nothing is owed. */
  last_pay: z.object({ pay_date: PlainDate, amount: Money }).nullable(),
  /** Why closing the contract on that day is refused, in the words of that refusal; null where it is not. */
  refused: z.object({ said: Said, reason: z.string() }).nullable(),
})

export const offboarding = {
  getLastPay: endpoint({
    method: 'GET',
    path: '/contracts/:id/last-pay',
    summary: 'What a running contract still pays if its last day is this one; changes nothing',
    access: ['employer'],
    params: z.object({ id: Uuid }),
    query: z.object({ last_day_on: PlainDate }),
    response: LastPay,
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  getOffboarding: endpoint({
    method: 'GET',
    path: '/employer/contractors/:id/offboarding',
    summary:
      'What ending the relation with a contractor comes to: contracts in the way, what is owed, and the last pay date',
    access: ['employer'],
    params: z.object({ id: z.string().max(255) }),
    response: Offboarding,
    problems: ['NOT_FOUND'],
  }),
}
