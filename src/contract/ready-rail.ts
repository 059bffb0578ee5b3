/** What is ready to leave by one rail in one currency. */
import { z } from 'zod'
import { Instant, Minor } from './kernel/codecs.ts'

/** Whom some of the payments go to: the names of the first few. */
export const Payees = z.array(z.string())

export const ReadyRail = z.object({
  network: z.string(),
  currency: z.string(),
  payments: z.int(),
  total: Minor,
  payees: Payees,
  /** What lies where it leaves from, by our books of a bank and by its chain of a wallet; null where neither says. A process of before does not say it. */
  balance: Minor.nullable().optional(),
  /** When its bank stops taking it for the day, and in how many minutes that is; null where it leaves at any time. A process of before does not say it. */
  cut_off: z.object({ at: Instant, minutes: z.int() }).nullable().optional(),
})
