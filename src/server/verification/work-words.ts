/** What operators read of work by its name. */
import type { WorkKind } from '#domain/kernel/failing-work.ts'
import type { EventType } from '../kernel/events.ts'
import { say } from '../kernel/words.ts'

/** The jobs that have words: all that there are (jobs.ts), which a test holds it to. */
export const WORDED_JOBS = [
  ...(['send_mail', 'send_mails', 'send_link', 'send_verification_link', 'send_waiting'] as const),
  ...(['send_copy', 'mail_receipt', 'send_webhook', 'make_report', 'screen_due'] as const),
  ...(['deliver_events', 'execute_payments', 'fetch_rates', 'check_invariants'] as const),
  ...(['forget_tries', 'forget_answers', 'forget_events', 'seal_words', 'sweep_files'] as const),
  ...(['tell_people', 'by_the_clock', 'clock_of_employer', 'release_held'] as const),
  ...(['apply_freezes', 'ask_rails', 'follow_rails', 'book_deposits', 'raise_fee'] as const),
  ...(['look_at_wallets', 'review_cycle'] as const),
]

type Told = EventType extends `${infer Context}.${string}` ? Context : never
const ABOUT: Readonly<Record<Told, true>> = {
  ...{ batches: true, contracts: true, destinations: true, identity: true, integrations: true },
  ...{
    invoicing: true,
    ledger: true,
    notifications: true,
    payments: true,
    payroll: true,
    people: true,
    tax: true,
  },
}

/** What work of a name does, in a sentence; an older or newer version's too, as that. */
export function textOfWork({ kind, name }: { kind: WorkKind; name: string }): string {
  if (kind === 'JOB')
    return isOneOf(WORDED_JOBS, name)
      ? say(`verification.work.jobs.${name}`)
      : say('verification.work.other')
  const [type = '', reaction = ''] = name.split(' ')
  const context = type.split('.')[0] ?? ''
  const about = say(`verification.work.about.${isIn(ABOUT, context) ? context : 'other'}`)
  if (/^mail[A-Z]/.test(reaction)) return say('verification.work.mails', { about })
  if (/^tell[A-Z]/.test(reaction)) return say('verification.work.tells', { about })
  return say('verification.work.follows', { about })
}

function isOneOf<T extends string>(all: readonly T[], one: string): one is T {
  return (all as readonly string[]).includes(one)
}

function isIn<K extends string>(all: Readonly<Record<K, true>>, one: string): one is K {
  return Object.hasOwn(all, one)
}
