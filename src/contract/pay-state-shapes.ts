/** What is said of where a pay stands. */
import { z } from 'zod'
import { BLOCKER_CODES, WHO_ACTS } from '#domain/payments/blockers.ts'
import { PAY_STATES, PAY_TONES } from '#domain/payments/pay-state.ts'
import {
  PAY_ACTORS,
  PAY_CODES,
  PAY_FUNDS,
  PAY_STEPS,
  PAY_WHEN,
} from '#domain/payments/pay-words.ts'
import { Instant, Money, PlainDate } from './kernel/codecs.ts'

/** Where a pay stands (`pay-state.ts`), and what its reader is told of it (`pay-words.ts`). */
export const PayState = z.object({
  state: z.enum(PAY_STATES),
  tone: z.enum(PAY_TONES),
  acts: z.enum(WHO_ACTS),
  because: z.enum(BLOCKER_CODES).nullable(),
  days_late: z.int(),
  until: z.string().nullable(),
  arrives: PlainDate.nullable(),
  says: z.object({
    code: z.enum(PAY_CODES),
    when: z.enum(PAY_WHEN),
    funds: z.enum(PAY_FUNDS),
    who: z.enum(PAY_ACTORS),
    next: z.object({ step: z.enum(PAY_STEPS), link: z.string() }).nullable(),
  }),
})

/** Where a cycle's pay stands: the worst of its pays, of how many it is said, what they come to, and where they are few whose they are. */
export const CyclePayState = PayState.extend({
  count: z.int(),
  totals: z.array(Money),
  people: z.array(z.string()),
  /** To its employer, where it waits for these people: when they were last asked to see to it, and whether they can be asked now. A process of before does not say it. */
  asks: z.object({ asked_at: Instant.nullable(), open: z.boolean() }).nullable().optional(),
})
