/** What must always be true of the books, as the last check of it found: whoever moves money sees that the guard is awake. */
import { z } from 'zod'
import { CHECK_STATES } from '#domain/payments/check-state.ts'
import { Instant } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

export const Checks = z.object({
  state: z.enum(CHECK_STATES),
  /** By the machine's time. */
  checked_at: Instant.nullable(),
  minutes_ago: z.int().nullable(),
  /** How many do not hold. */
  broken: z.int(),
  /** Those that do not hold first. */
  laws: z.array(
    z.object({
      name: z.string(),
      text: z.string(),
      /** Null where no check has asked for it yet. */
      holds: z.boolean().nullable(),
      /** What does not hold it, by name; of many the first ones. */
      violations: z.array(z.string()),
    }),
  ),
})

export const checks = {
  getChecks: endpoint({
    method: 'GET',
    path: '/operations/checks',
    summary: 'What must always be true, and whether it was when it was last checked',
    access: ['operator'],
    response: Checks,
  }),
  checkNow: endpoint({
    method: 'POST',
    path: '/operations/checks',
    summary: 'Has everything checked now, from where it last held; the answer comes with getChecks',
    access: ['operator'],
    touches: { neither: 'what the job does every five minutes is done now' },
    response: z.object({}),
  }),
}
