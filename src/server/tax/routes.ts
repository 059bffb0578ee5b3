import type { taxForms } from '#contract/tax-forms.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Handlers } from '../kernel/http.ts'
import { employerTaxFormsCsv, listEmployerTaxForms, readTaxForm } from './employer-tax-forms.ts'
import { getTaxForms, previewTaxForms, signTaxForms } from './tax-forms.ts'

/** Handlers of tax forms, of who signs them and of who is given them. */
export const taxHandlers: Handlers<typeof taxForms> = {
  getTaxForms: (_input, ctx) => getTaxForms(ctx),
  previewTaxForms: ({ body }, ctx) => previewTaxForms(ctx, body.answers),
  signTaxForms: ({ body }, ctx) => signTaxForms(ctx, body),
  getTaxFormPdf: ({ params }, ctx) =>
    readTaxForm(ctx, params.id, { contractor_sub: ctx.actor.sub }),
  listEmployerTaxForms: ({ query }, ctx) => listEmployerTaxForms(ctx, query),
  getEmployerTaxFormPdf: ({ params }, ctx) =>
    readTaxForm(ctx, params.id, { employer_uuid: employerOf(ctx.actor) }),
  getEmployerTaxFormsCsv: (_input, ctx) => employerTaxFormsCsv(ctx),
}
