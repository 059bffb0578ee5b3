/** How much waits at each entry of the menu, for whoever is signed in. */
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import { BEGUN_ANYWHERE, type search } from '#contract/search.ts'
import { employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { countUnread } from '../notifications/index.ts'
import { countWrong, haltedSince } from '../payments/index.ts'
import { countDifferences } from '../reconciliation/index.ts'
import {
  countNotifications,
  countOfEmployer,
  countOfOperators,
  countToSign,
  isAnythingDue,
  isToldAccounts,
} from './waiting.report.store.ts'

type Waiting = z.output<(typeof search)['getWaiting']['response']>

const RUN = '/employer/payroll-run'
const BATCHES = '/employer/partner/payments'

/** What the actor may do something about; paths where that is nothing are left out. */
export async function getWaiting(ctx: Ctx): Promise<Waiting> {
  const [ofRole, told, possible] = await Promise.all([
    countsOf(ctx),
    countNotifications(ctx.tx, ctx.actor.sub),
    findPossible(ctx),
  ])
  const counted = { ...ofRole, '/account/notifications': told }
  const begin = BEGUN_ANYWHERE.filter(
    call => mayCall(ctx.actor, api[call]) && isPossible(call, counted, possible),
  )
  const counts = Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0))
  return { counts, begin }
}

type Begun = (typeof BEGUN_ANYWHERE)[number]
type Possible = Awaited<ReturnType<typeof findPossible>>

async function findPossible({ tx, actor, today }: Ctx) {
  const funds = actor.role === 'employer' && (await isToldAccounts(tx, employerOf(actor)))
  const execute =
    actor.role === 'operator' && (await isAnythingDue(tx, today)) && !(await haltedSince(tx))
  return { funds, execute }
}

/** Whether there is something to do it to; the rest can be done at any time. */
function isPossible(
  call: Begun,
  counted: Readonly<Record<string, number>>,
  { funds, execute }: Possible,
): boolean {
  switch (call) {
    case 'approveCycle':
      return [RUN, BATCHES].some(path => (counted[path] ?? 0) > 0)
    case 'signContract':
      return (counted['/contractor/contracts'] ?? 0) > 0
    case 'announceFunding':
      return funds
    case 'bulkExecute':
      return execute
    default:
      return true
  }
}

async function countsOf(ctx: Ctx): Promise<Record<string, number>> {
  const { actor, tx } = ctx
  const may = (call: keyof typeof api) => mayCall(actor, api[call])
  if (actor.role === 'contractor')
    return {
      '/contractor/contracts': await countToSign(tx, actor.sub),
      '/contractor/notifications': await countUnread(tx, actor.sub),
    }
  if (actor.role === 'employer') {
    const { contractors, cycles, batches } = await countOfEmployer(tx, employerOf(actor))
    return {
      ...(may('putContract') && { '/employer/contractors': contractors }),
      ...(may('approveCycle') && { [RUN]: cycles, [BATCHES]: batches }),
    }
  }
  const [waits, wrong, bank] = await Promise.all([
    countOfOperators(tx, { sub: actor.sub, now: ctx.now }),
    countWrong(tx),
    countDifferences(ctx),
  ])
  const differ = bank.currencies.reduce((sum, { differences }) => sum + differences, 0)
  return {
    ...(may('changeStanding') && {
      '/operations/employers': waits.employers,
      '/operations/contractors': waits.contractors,
    }),
    ...(may('decideHit') && { '/operations/screening': waits.matches }),
    ...(may('retryPayment') && {
      '/operations/transactions': wrong.reduce(
        (sum, { payments }) => sum + payments,
        waits.executions +
          (may('releaseBatch') ? waits.files : 0) +
          (may('confirmBankChannel') ? waits.channels : 0),
      ),
    }),
    ...(may('putBalances') && {
      '/operations/funds':
        waits.notices +
        waits.receipts +
        waits.deposits +
        waits.asked +
        differ +
        (may('confirmFundingAccount') ? waits.accounts : 0),
    }),
  }
}
