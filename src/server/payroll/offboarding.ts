/** What ending a relation comes to, so that an employer sees it before ending it (`people/delete-contractor.ts` does). */
import type { z } from 'zod'
import type { Offboarding } from '#contract/offboarding.ts'
import { people } from '#contract/people.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  findWorking,
  listOpenContracts,
  listOwed,
  type OpenContract,
  type OwedItem,
} from './offboarding.report.store.ts'
import { comingPeriods } from './policies.ts'
import { findCalendar } from './policy.report.store.ts'
import { unpaidPeriodsOf } from './unpaid-periods.ts'

/** What the acting employer and a contractor owe each other still. NOT_FOUND for whoever does not work with them. */
export async function getOffboarding(
  ctx: Ctx,
  contractor_sub: string,
): Promise<z.output<typeof Offboarding>> {
  const employer_uuid = employerOf(ctx.actor)
  const pair = { employer_uuid, contractor_sub }
  const contractor_name = await findWorking(ctx.tx, pair)
  if (contractor_name === undefined)
    throw new Problem('NOT_FOUND', 'people.problems.noSuchContractor')
  const contracts = await listOpenContracts(ctx.tx, pair, ctx.today)
  const owed = await listOwed(ctx.tx, pair)
  const free = contracts.every(({ status }) => status !== 'ACTIVE')
  return {
    contractor_sub,
    contractor_name,
    contracts: contracts.map(({ pay_policy_uuid: _, ...contract }) => contract),
    owed: owed.map(({ currency, amount_minor, ...item }) => ({
      ...item,
      amount: { currency, minor: amount_minor },
    })),
    owed_totals: totalsByCurrency(
      owed.map(({ currency, amount_minor }) => ({ currency, minor: amount_minor })),
    ),
    unpaid: await unpaidPeriodsOf(ctx, contractor_sub),
    last_pay_date: await lastPayDate(ctx, owed, contracts),
    allowed_actions: free && mayCall(ctx.actor, people.deleteContractor) ? ['offboard'] : [],
  }
}

/** The last pay date of what is owed, and of the periods in which contracts end. */
async function lastPayDate(
  ctx: Ctx,
  owed: readonly OwedItem[],
  contracts: readonly OpenContract[],
): Promise<string | null> {
  const dates = owed.map(({ pay_date }) => pay_date)
  for (const { last_day_on, pay_policy_uuid } of contracts) {
    const policy =
      pay_policy_uuid && (await findCalendar(ctx.tx, pay_policy_uuid, employerOf(ctx.actor)))
    if (policy && last_day_on)
      dates.push(...comingPeriods(policy, policy, last_day_on, 1).map(({ pay_date }) => pay_date))
  }
  return dates.sort().at(-1) ?? null
}
