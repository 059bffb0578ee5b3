import type { z } from 'zod'
import type { FirstCost } from '#contract/first-pay.ts'
import type { Money } from '#domain/kernel/money.ts'
import { convert } from '#domain/kernel/rate.ts'
import { fundBy } from '#domain/payroll/deadlines.ts'
import {
  EXAMPLE_RATE,
  exampleTerms,
  type FirstTerms,
  firstCost,
} from '#domain/payroll/first-cost.ts'
import { feesOfOnePay } from '../billing/index.ts'
import { loadRates } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getEmployerRecord } from '../people/index.ts'
import type { WayFacts } from './first-pay.report.store.ts'

/**
 * What one period would cost a company: by its contract that is furthest on, else by an example in its currency; null where no rate says
 * what an hour is worth there, and for a partner, who pays what its files say.
 */
export async function firstCostOf(
  ctx: Ctx,
  employer_uuid: string,
  facts: WayFacts,
  pay_date: string | null,
): Promise<z.output<typeof FirstCost> | null> {
  if (facts.is_partner) return null
  const agreed = agreedTerms(facts)
  const terms = agreed ?? (await termsOfExample(ctx, employer_uuid))
  if (!terms) return null
  const fees = await feesOfOnePay(ctx, employer_uuid)
  const { hours_hundredths, funds, ...cost } = firstCost(terms, !agreed, fees)
  return {
    ...cost,
    hours: hours_hundredths,
    fees,
    funds: [...funds],
    fund_by: pay_date && fundBy(pay_date, ctx.today),
  }
}

function agreedTerms(of: WayFacts): FirstTerms | undefined {
  const { contract_currency, contract_rate_minor, contract_hours_hundredths } = of
  if (!contract_currency || !contract_rate_minor || !contract_hours_hundredths) return undefined
  const rate: Money = { currency: contract_currency, minor: contract_rate_minor }
  return { hours_hundredths: contract_hours_hundredths, rate }
}

async function termsOfExample(ctx: Ctx, employer_uuid: string): Promise<FirstTerms | undefined> {
  const [{ currency }, rates] = await Promise.all([
    getEmployerRecord(ctx, employer_uuid),
    loadRates(ctx),
  ])
  if (currency === EXAMPLE_RATE.currency) return exampleTerms(EXAMPLE_RATE)
  const rate = rates(EXAMPLE_RATE.currency, currency)
  return rate && exampleTerms(convert(EXAMPLE_RATE, rate))
}
