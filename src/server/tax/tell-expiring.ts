import { basisOf, neededTaxForm, toldToExpireUntil } from '#domain/tax/tax-form.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { taxpayerOf } from './answers.ts'
import { selectExpiring } from './tax-form.report.store.ts'
import { keepBases, noteTold, openAnswers } from './tax-form.store.ts'
import { selectUnfounded } from './unfounded.report.store.ts'

const BATCH = 500

/**
 * Job: says by what older forms hold, and announces forms that expire soon, once each; those of one person and day together. Answers of how many people and days, none when there
 * are no more.
 */
export async function tellExpiringForms(ctx: Ctx): Promise<number> {
  const founded = await foundForms(ctx)
  const expiring = await selectExpiring(ctx.tx, toldToExpireUntil(ctx.today), BATCH)
  if (expiring.length === 0) return founded
  for (const of of await noteTold(ctx, expiring, ctx.now)) ctx.announce('tax.forms_expiring', of)
  return expiring.length + founded
}

/**
 * Says by what forms hold that were signed before that was kept, or by a process of before: by who their owner is now, where the answers ask for
 * that kind and nobody was renamed since. Answers how many.
 */
async function foundForms(ctx: Ctx): Promise<number> {
  const forms = await selectUnfounded(ctx.tx, BATCH)
  const bases = forms.map(({ form_uuid, kind, answers, residence, renamed, ...names }) => {
    const taxpayer = taxpayerOf(openAnswers(ctx, form_uuid, answers), residence)
    const asked = neededTaxForm('US', taxpayer).kind
    return { form_uuid, basis: asked === kind && !renamed ? basisOf(taxpayer, names) : null }
  })
  await keepBases(ctx, bases)
  return forms.length
}
