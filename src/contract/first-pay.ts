/** The way to a first pay: what is left to do, by whom, and since when it waits for them. */
import { z } from 'zod'
import { FIRST_PAY_ACTORS, FIRST_PAY_STATES, FIRST_PAY_STEPS } from '#domain/payroll/first-pay.ts'
import { Hours, Instant, Money, PlainDate } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'
import { PayState } from './pay-state-shapes.ts'

export const FirstPayStep = z.object({
  key: z.enum(FIRST_PAY_STEPS),
  /** BEHIND: another step, `after`, comes first. */
  state: z.enum(FIRST_PAY_STATES),
  who: z.enum(FIRST_PAY_ACTORS),
  /** About how long it takes, where somebody sits down to it. */
  minutes: z.int().nullable(),
  /** The web path where it is done; null where there is nothing to open, or it is not the reader's. */
  link: z.string().nullable(),
  done_at: Instant.nullable(),
  /** Since when it waits for who takes it; what is DONE or BEHIND waits for nobody. */
  since: Instant.nullable(),
  /** The day by which who acts means to have done it. */
  by: PlainDate.nullable(),
  /** When it opens by itself. */
  until: z.string().nullable(),
  after: z.enum(FIRST_PAY_STEPS).nullable(),
})

/** What one period of one contractor would cost a company. */
export const FirstCost = z.object({
  /** Whether nobody agreed on these terms yet. */
  example: z.boolean(),
  hours: Hours,
  rate: Money,
  pay: Money,
  /** What Corridor charges for it, with the tax. */
  fees: z.array(Money),
  /** What has to be with Corridor for both, by currency, and by when; null while no policy names a pay date. */
  funds: z.array(Money),
  fund_by: PlainDate.nullable(),
})

export const FirstPay = z.object({
  /** Whether the first pay has settled; then there are no steps but those of a verification that is to be had again. */
  settled: z.boolean(),
  steps: z.array(FirstPayStep),
  /** Where the pay that comes first stands, and of how many payments that is said; null while there is none. */
  pay_state: PayState.extend({ count: z.int() }).nullable(),
  /** The pay date that can be made from where the steps stand; null while no policy names one. */
  pay_date: PlainDate.nullable(),
  /** By when what is left has to be done for that date; empty without one. */
  plan: z.array(z.object({ key: z.enum([...FIRST_PAY_STEPS, 'leaves']), date: PlainDate })),
  /** To a company whose first pay is not there yet, in a currency that has a rate. */
  cost: FirstCost.nullable(),
})

export const firstPay = {
  getFirstPay: endpoint({
    method: 'GET',
    path: '/user/first-pay',
    summary: 'The steps of the company, or of the contractor, until its first pay has settled',
    access: ['employer', 'contractor'],
    response: FirstPay,
  }),
}
