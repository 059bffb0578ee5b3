import { toldToExpireUntil } from '#domain/tax/tax-form.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { selectExpiring } from './tax-form.report.store.ts'
import { noteTold } from './tax-form.store.ts'

const BATCH = 500

/**
 * Job: announces forms that expire soon, once each; those of one person and day together. Answers of how many people and days, none when there
 * are no more.
 */
export async function tellExpiringForms(ctx: Ctx): Promise<number> {
  const expiring = await selectExpiring(ctx.tx, toldToExpireUntil(ctx.today), BATCH)
  if (expiring.length === 0) return 0
  for (const of of await noteTold(ctx, expiring, ctx.now)) ctx.announce('tax.forms_expiring', of)
  return expiring.length
}
