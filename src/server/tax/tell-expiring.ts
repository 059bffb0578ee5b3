import { basisOf, type FormBasis, neededTaxForm, toldToExpireUntil } from '#domain/tax/tax-form.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Unit, workEach } from '../kernel/work-each.ts'
import { taxpayerOf } from './answers.ts'
import { selectExpiring } from './tax-form.report.store.ts'
import { keepBases, noteTold, openAnswers } from './tax-form.store.ts'
import { selectUnfounded, type Unfounded } from './unfounded.report.store.ts'

const BATCH = 500

/** Job: announces forms that expire soon, once each; those of one person and day together. Answers of how many people and days, none when there are no more. */
export async function tellExpiringForms(ctx: Ctx): Promise<number> {
  const expiring = await selectExpiring(ctx.tx, toldToExpireUntil(ctx.today), BATCH)
  if (expiring.length === 0) return 0
  for (const of of await noteTold(ctx, expiring, ctx.now)) ctx.announce('tax.forms_expiring', of)
  return expiring.length
}

/**
 * Job: says by what forms hold that were signed before that was kept, or by a process of before, each in a unit of its own: by who their owner is now,
 * where the answers ask for that kind, nobody was renamed since, and where it matters nobody may have moved since (decision 0145). Any other holds no longer.
 */
export async function foundForms(unit: Unit): Promise<void> {
  await workEach(
    unit,
    (ctx, after, limit) => selectUnfounded(ctx.tx, { after, limit }),
    ({ form_uuid }) => form_uuid,
    async (ctx, form) => keepBases(ctx, [{ form_uuid: form.form_uuid, basis: foundOf(ctx, form) }]),
  )
}

function foundOf(ctx: Ctx, form: Unfounded): FormBasis | null {
  const { form_uuid, kind, answers, residence, renamed, moved, ...names } = form
  const taxpayer = taxpayerOf(openAnswers(ctx, form_uuid, answers), residence)
  if (neededTaxForm('US', taxpayer).kind !== kind || renamed) return null
  const basis = basisOf(taxpayer, names)
  return moved && basis.residence !== undefined ? null : basis
}
