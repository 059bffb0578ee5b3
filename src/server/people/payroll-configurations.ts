/** The terms by which contractors of a company are paid. */
import type { z } from 'zod'
import type { PayrollConfiguration } from '#contract/payroll-configuration.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type AgreedTerms, selectAgreedTerms } from './agreed-terms.report.store.ts'

type Configuration = z.output<typeof PayrollConfiguration> & { readonly contractor_sub: string }

/** Of so many people a company's own record says it. */
const MOST_PEOPLE = 50

/**
 * By which terms each of some contractors, or one of them, is paid: of those that both agreed and that are not over, the newest that hold
 * today, else those that hold next. Who is not paid by any is left out.
 */
export async function payrollConfigurations(
  ctx: Ctx,
  employer_uuid: string,
  contractor_sub?: string,
): Promise<Configuration[]> {
  const people = { contractor_sub: contractor_sub ?? null, most: MOST_PEOPLE }
  const agreed = await selectAgreedTerms(ctx.tx, employer_uuid, ctx.today, people)
  return [...Map.groupBy(agreed, terms => terms.contractor_sub).values()].flatMap(
    terms => ofOne(terms, ctx.today) ?? [],
  )
}

function ofOne(agreed: readonly AgreedTerms[], today: string): Configuration | undefined {
  const held = agreed.find(({ start_date }) => start_date <= today)
  const next = agreed.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))[0]
  const terms = held ?? next
  if (!terms) return undefined
  const { hourly_rate_minor: minor, scheduled_hours_hundredths, ...shown } = terms
  return {
    ...shown,
    hourly_rate: { currency: terms.currency, minor },
    scheduled_hours: Number(scheduled_hours_hundredths),
  }
}
