/** The jobs by name, and when the clock runs them. Every job is safe to run twice and safe to kill half-way. */
import { byTheClock, clockOfEmployer } from './clock-work.ts'
import { deliverEvents, deliverUntried, forgetEvents } from './deliver-events.ts'
import { lookAtWallets } from './destinations/index.ts'
import { sweepFiles } from './documents/index.ts'
import { fetchRates } from './exchange/index.ts'
import type { IdentityProvider } from './gateways/identity-provider/identity-provider.ts'
import type { Mailer } from './gateways/mail/mailer.ts'
import { forgetSessions, mailLink } from './identity/index.ts'
import { forgetDeliveries, sendWebhook } from './integrations/index.ts'
import { remindClients, repeatInvoices, sendCopy } from './invoicing/index.ts'
import { forgetAnswers } from './kernel/kept-answers.ts'
import { forgetTries } from './kernel/limits.ts'
import { sealClearWords } from './kernel/sealed-words.ts'
import { bookDeposits } from './ledger/index.ts'
import { forgetTold, mailJob, mailLateReceipt, sendWaiting } from './notifications/index.ts'
import {
  applyFreezes,
  askRails,
  executePayments,
  followRails,
  raiseFee,
  releaseHeldPayments,
} from './payments/index.ts'
import { forgetReports, makeReport, reviewCycle } from './payroll/index.ts'
import {
  announceExpiring,
  eraseOutlived,
  FIRST_INVITED,
  indexNumbers,
  remindInvited,
  remindOnboarding,
  retireDocuments,
} from './people/index.ts'
import { screenDue } from './screening/index.ts'
import { foundForms, tellExpiringForms } from './tax/index.ts'
import { type CheckDeps, checkJob } from './verification/index.ts'
import type { Job } from './worker.ts'

/**
 * Each minute what became due, mail that waited among it, each hour the rates, each five minutes the invariants and each night the whole past; tries that no
 * longer count, and answers and delivered events that were kept for 30 days, are forgotten, and words that lie in clear sealed, numbers of papers given their digests; each night what nobody points to leaves the file store, and what arrived at webhooks and sessions that are long over are forgotten. Each morning people are
 * told of papers and tax forms that end and reminded of what is open and of invitations that wait, and clients of invoices that are late, and copies of invoices written.
 */
export const CRONTAB = `
* * * * * by_the_clock ?jobKey=by_the_clock&max=5
0 * * * * fetch_rates ?jobKey=fetch_rates&max=5
*/5 * * * * check_invariants ?jobKey=check_invariants&max=1
20 2 * * * check_invariants ?id=check_all&jobKey=check_all&max=1 {"all":true}
30 * * * * forget_tries ?jobKey=forget_tries&max=5
45 * * * * forget_answers ?jobKey=forget_answers&max=5
50 * * * * forget_events ?jobKey=forget_events&max=5
15 4 * * * sweep_files ?jobKey=sweep_files&max=5
45 * * * * seal_words ?jobKey=seal_words&max=5
10 6 * * * tell_people ?fill=1d&jobKey=tell_people&max=5
`

/** Works on slice by slice, from where the one before ended, until there is none. */
async function throughAll(
  first: string,
  slice: (from: string) => Promise<string | null>,
): Promise<void> {
  for (let from: string | null = first; from !== null; ) from = await slice(from)
}

/** Does each piece in turn. One that fails is tried again with the job, and keeps none of the others from being done. */
async function allOf(pieces: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const piece of pieces) await piece().catch(error => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

const SLICE = 200

/** Seals words that lie in clear and makes digests of papers' numbers, slice by slice: of before, and of what processes of before write. */
async function sealWords(_payload: unknown, { unit }: Parameters<Job>[1]): Promise<void> {
  while ((await unit(ctx => sealClearWords(ctx, SLICE))) > 0);
  let last: string | undefined
  do last = await unit(ctx => indexNumbers(ctx, last, SLICE))
  while (last)
}

/**
 * The jobs, with the outside parties that only jobs talk to: what sends mail, what takes long, and what neither may keep waiting.
 */
export function jobsOf({
  mailer,
  provider,
  checked,
}: {
  mailer: Mailer
  provider: IdentityProvider
  checked: CheckDeps
}): Readonly<Record<'mails' | 'reports' | 'webhooks' | 'work', Record<string, Job>>> {
  const mails: Record<string, Job> = {
    send_mail: mailJob(mailer),
    send_mails: mailJob(mailer),
    send_verification_link: ({ sub, go_on_to }) =>
      provider.sendVerificationLink(String(sub), go_on_to ? String(go_on_to) : undefined),
    send_waiting: async (_payload, { unit }) => {
      while ((await unit(sendWaiting)) > 0);
    },
    send_link: (payload, { kernel }) => mailLink(payload, kernel, provider),
  }
  const work: Record<string, Job> = {
    deliver_events: (_payload, job) => deliverEvents(job),
    execute_payments: executePayments,
    fetch_rates: fetchRates,
    check_invariants: checkJob(checked),
    forget_tries: (_payload, { kernel }) => forgetTries(kernel),
    forget_answers: async (_payload, { kernel }) => void (await forgetAnswers(kernel)),
    forget_events: async (_payload, job) => void (await forgetEvents(job)),
    seal_words: sealWords,
    sweep_files: async (_payload, { kernel, unit }) => {
      const forgets = [retireDocuments, forgetReports, forgetTold, forgetDeliveries, forgetSessions]
      const gone = forgets.map(forget => async () => {
        while ((await unit(forget)) > 0);
      })
      await allOf([...gone, () => eraseOutlived(unit), () => sweepFiles(kernel)])
    },
    tell_people: async (_payload, { unit }) => {
      const pieces = [
        async () => {
          while ((await unit(announceExpiring)) > 0);
        },
        ...[tellExpiringForms, foundForms, remindClients, repeatInvoices, remindOnboarding].map(
          each => () => each(unit),
        ),
        () => throughAll(FIRST_INVITED, from => unit(ctx => remindInvited(ctx, from))),
      ]
      await allOf(pieces)
    },
    by_the_clock: async (payload, job) => {
      await deliverUntried(job)
      await byTheClock(payload, job)
    },
    clock_of_employer: clockOfEmployer,
    release_held: releaseHeldPayments,
    apply_freezes: applyFreezes,
    ask_rails: askRails,
    ...{ follow_rails: followRails, book_deposits: bookDeposits },
    ...{ raise_fee: raiseFee, look_at_wallets: lookAtWallets },
    ...{ send_copy: sendCopy, mail_receipt: mailLateReceipt },
    review_cycle: reviewCycle,
  }
  return {
    mails,
    webhooks: { send_webhook: sendWebhook },
    reports: { make_report: makeReport, screen_due: screenDue },
    work,
  }
}
