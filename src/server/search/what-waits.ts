/** How much waits at each entry of the menu, for whoever is signed in. */
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { search } from '#contract/search.ts'
import { employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { countWrong } from '../payments/index.ts'
import { countOfEmployer, countOfOperators, countToSign } from './waiting.report.store.ts'

type Waiting = z.output<(typeof search)['getWaiting']['response']>

/** What the actor may do something about; paths where that is nothing are left out. */
export async function getWaiting(ctx: Ctx): Promise<Waiting> {
  const counted = await countsOf(ctx)
  return { counts: Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0)) }
}

async function countsOf(ctx: Ctx): Promise<Record<string, number>> {
  const { actor, tx } = ctx
  const may = (call: keyof typeof api) => mayCall(actor, api[call])
  if (actor.role === 'contractor')
    return { '/contractor/contracts': await countToSign(tx, actor.sub) }
  if (actor.role === 'employer') {
    const { contractors, cycles } = await countOfEmployer(tx, employerOf(actor))
    return {
      ...(may('putContract') && { '/employer/contractors': contractors }),
      ...(may('approveCycle') && { '/employer/payroll-run': cycles }),
    }
  }
  const [waits, wrong] = await Promise.all([
    countOfOperators(tx, { sub: actor.sub, now: ctx.now }),
    countWrong(tx),
  ])
  return {
    ...(may('changeStanding') && {
      '/operations/employers': waits.employers,
      '/operations/contractors': waits.contractors,
    }),
    ...(may('retryPayment') && {
      '/operations/transactions': wrong.reduce(
        (sum, { payments }) => sum + payments,
        waits.executions,
      ),
    }),
    ...(may('putBalances') && {
      '/operations/funds':
        waits.notices + waits.fundings + (may('confirmFundingAccount') ? waits.accounts : 0),
    }),
  }
}
