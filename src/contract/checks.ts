/** What must always be true of the books, as the last check of it found, and what of the work behind the screens fails: whoever moves money sees that the guard is awake. */
import { z } from 'zod'
import { WORK_ACTIONS, WORK_KINDS } from '#domain/kernel/failing-work.ts'
import { CHECK_STATES } from '#domain/payments/check-state.ts'
import { Instant, requiredSentence } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

export const Checks = z.object({
  state: z.enum(CHECK_STATES),
  /** By the machine's time. */
  checked_at: Instant.nullable(),
  minutes_ago: z.int().nullable(),
  /** How many do not hold. */
  broken: z.int(),
  /** How many pieces of work fail, with those that are tried no more. */
  failing: z.int(),
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

const WORK = {
  kind: z.enum(WORK_KINDS),
  /** The job, or the event and its reaction. */
  name: z.string().min(1).max(200),
}

/** All failing work of one name. */
export const FailingWork = z.object({
  ...WORK,
  /** What it does. */
  text: z.string(),
  count: z.int(),
  /** How many of them are tried no more. */
  over: z.int(),
  since: Instant,
  /** When the first of the others is tried again. */
  next_at: Instant.nullable(),
  /** What the newest failure said. */
  reason: z.string(),
  allowed_actions: z.array(z.enum(WORK_ACTIONS)),
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
  listFailingWork: endpoint({
    method: 'GET',
    path: '/operations/failing-work',
    summary:
      'Jobs that failed several times and events that were given up, by what they are, the oldest first',
    access: ['operator'],
    response: z.object({ items: z.array(FailingWork) }),
  }),
  tryWorkAgain: endpoint({
    method: 'POST',
    path: '/operations/failing-work/try-again',
    summary: 'Has all failing work of a name tried at once, with all its tries',
    access: ['operator'],
    touches: { neither: 'what is tried by itself is tried now, and is safe to run twice' },
    body: z.strictObject(WORK),
    response: z.object({ tried: z.int() }),
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  letWorkGo: endpoint({
    method: 'POST',
    path: '/operations/failing-work/let-go',
    summary: 'Gives up, with a reason, what was to write to somebody and is tried no more',
    access: ['operator'],
    touches: { neither: 'somebody is not written to; what moves money is never let go' },
    body: z.strictObject({
      ...WORK,
      /** How many were seen that are tried no more: others are not given up with them. */
      over: z.int().min(1),
      reason: requiredSentence(500, 'verification.work.sayWhy'),
    }),
    response: z.object({ let_go: z.int() }),
    problems: ['NOT_FOUND', 'CONFLICT', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
}
