/** The jobs by name, and when the clock runs them. Every job is safe to run twice and safe to kill half-way. */
import { expireContracts } from './contracts/index.ts'
import type { IdentityProvider } from './gateways/identity-provider/identity-provider.ts'
import type { Mailer } from './gateways/mail/mailer.ts'
import { mailLink } from './identity/index.ts'
import { forgetTries } from './kernel/limits.ts'
import { mailJob } from './notifications/index.ts'
import { executePayments, fetchRates, releaseHeldPayments } from './payments/index.ts'
import { openDueCycles } from './payroll/index.ts'
import { checkInvariants } from './verification/index.ts'
import type { Job } from './worker.ts'

/** Each minute what became due, each hour the rates, each five minutes the invariants; tries that no longer count are forgotten. */
export const CRONTAB = `
* * * * * by_the_clock
0 * * * * fetch_rates
*/5 * * * * check_invariants
30 * * * * forget_tries
`

/** The jobs, with the outside parties that only jobs talk to. */
export function jobsOf({
  mailer,
  provider,
}: {
  mailer: Mailer
  provider: IdentityProvider
}): Record<string, Job> {
  return {
    send_mail: mailJob(mailer),
    send_verification_link: ({ sub, go_on_to }) =>
      provider.sendVerificationLink(String(sub), go_on_to ? String(go_on_to) : undefined),
    send_link: (payload, { kernel }) => mailLink(payload, kernel, provider),
    execute_payments: executePayments,
    fetch_rates: fetchRates,
    check_invariants: checkInvariants,
    forget_tries: (_payload, { kernel }) => forgetTries(kernel),
    by_the_clock: async (_payload, { unit }) => {
      // Each by itself: what fails in one does not keep the others from being done.
      const due = [openDueCycles, expireContracts, releaseHeldPayments]
      const failures: unknown[] = []
      for (const work of due) await unit(work).catch(error => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}
