import {
  basisOf,
  type FormBasis,
  isOwedForms,
  neededTaxForm,
  toldToExpireUntil,
} from '#domain/tax/tax-form.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Unit, workEach } from '../kernel/work-each.ts'
import { taxpayerOf } from './answers.ts'
import { listPayers, selectExpiring } from './tax-form.report.store.ts'
import { keepBases, noteTold, openAnswers } from './tax-form.store.ts'
import { selectUnfounded, type Unfounded } from './unfounded.report.store.ts'

/**
 * Job: announces forms that expire soon, once each; those of one person and day together. What was given to a company that is registered outside the
 * United States by now is owed to nobody, and is told of once it is again.
 */
export async function tellExpiringForms(unit: Unit): Promise<void> {
  await workEach(
    unit,
    (ctx, after, limit) => selectExpiring(ctx.tx, toldToExpireUntil(ctx.today), { after, limit }),
    contractor_sub => contractor_sub,
    async (ctx, contractor_sub) => {
      const payers = await listPayers(ctx, contractor_sub)
      const owed = payers.filter(({ country_code }) => isOwedForms(country_code))
      const employer_uuids = owed.map(({ employer_uuid }) => employer_uuid)
      const until = toldToExpireUntil(ctx.today)
      const days = await noteTold(ctx, { contractor_sub, employer_uuids, until }, ctx.now)
      for (const valid_through of days)
        ctx.announce('tax.forms_expiring', { contractor_sub, valid_through })
    },
  )
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
