/** Forms that contractors give to payers in the United States (`domain/tax`). */
import { z } from 'zod'
import { words } from '#domain/kernel/words.ts'
import {
  ENTITY_TYPES,
  TAX_CLASSIFICATIONS,
  TAX_FORM_KINDS,
  TAX_FORM_STATES,
  TAX_REASONS,
  TAXPAYER_KINDS,
} from '#domain/tax/tax-form.ts'
import {
  ById,
  CountryCode,
  Digest,
  Instant,
  name,
  PageQuery,
  PlainDate,
  requiredPaperName,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint, file, fileInPieces } from './kernel/endpoint.ts'
import { FileReads } from './verification.ts'

/** A number by which a tax authority knows somebody. Whether it can be one depends on its country, which the server knows. */
const TaxNumber = z
  .string()
  .trim()
  .max(40, { message: words('tax.problems.numberLong'), abort: true })
  .regex(/^[\p{L}\p{N} ./&•-]*$/u, words('tax.problems.numberSigns'))

/** What a taxpayer says of themselves; which of it a form needs follows from the form. */
export const TaxAnswers = z.strictObject({
  kind: z.enum(TAXPAYER_KINDS),
  /** Of citizenship, or where the entity was set up. */
  country_code: CountryCode,
  us_resident: z.boolean().default(false),
  /** The name of the entity; an individual's is the account's. */
  entity_name: name(200).default(''),
  entity_type: z.enum(ENTITY_TYPES).nullable().default(null),
  /** Whether the entity says that it is an active NFFE (line 39 of Form W-8BEN-E). */
  active_nffe: z.boolean().default(false),
  classification: z.enum(TAX_CLASSIFICATIONS).nullable().default(null),
  /** An SSN, ITIN or EIN of the United States. */
  us_tax_number: TaxNumber.default(''),
  /** Of the country of residence, or where the entity was set up. */
  foreign_tax_number: TaxNumber.default(''),
  birth_date: PlainDate.nullable().default(null),
  /** Whether benefits of a treaty with the country of residence are claimed. */
  treaty: z.boolean().default(false),
})

/** A form as it is read before it is signed; the PDF says the same. */
export const TaxFormText = z.object({
  kind: z.enum(TAX_FORM_KINDS),
  title: z.string(),
  payer: z.string(),
  lines: z.array(z.object({ line: z.string(), label: z.string(), value: z.string() })),
  statements: z.array(z.string()),
  signature: z.array(z.object({ label: z.string(), value: z.string() })),
  footer: z.string(),
})

const TaxForm = z.object({
  form_uuid: Uuid,
  kind: z.enum(TAX_FORM_KINDS),
  signed_at: Instant,
  valid_through: PlainDate.nullable(),
  state: z.enum(TAX_FORM_STATES),
})

const Payer = z.object({
  employer_uuid: Uuid,
  employer_name: z.string(),
  country_code: z.string(),
  needed: z.enum(TAX_FORM_KINDS).nullable(),
  reason: z.enum(TAX_REASONS),
  /** Who opened it is shown to who signed it alone. */
  form: TaxForm.extend({ reads: FileReads }).nullable(),
})

/** A form in whose place stands another, or of a company that they work with no more. */
const EarlierForm = TaxForm.pick({ form_uuid: true, kind: true, signed_at: true }).extend({
  employer_name: z.string(),
  reads: FileReads,
})

export const taxForms = {
  getTaxForms: endpoint({
    method: 'GET',
    path: '/contractor/tax-forms',
    summary:
      'Which form each payer is owed and why, those that were signed and who opened them, and what was answered last',
    access: ['contractor'],
    response: z.object({
      /** The country of tax residence, of the permanent address; null until there is one. */
      residence: z.string().nullable(),
      legal_name: z.string(),
      /** Tax numbers show their last four digits. */
      answers: TaxAnswers.nullable(),
      payers: z.array(Payer),
      /** Those that somebody opened, the latest first. */
      earlier: z.array(EarlierForm),
    }),
  }),
  previewTaxForms: endpoint({
    method: 'POST',
    path: '/contractor/tax-forms/preview',
    summary:
      'The forms that follow from answers, word for word, one for each payer that is owed one; nothing is kept',
    access: ['contractor'],
    touches: { neither: 'it makes the text of forms and keeps nothing' },
    body: z.strictObject({ answers: TaxAnswers }),
    response: z.object({ forms: z.array(TaxFormText), sha256: Digest }),
    problems: ['VALIDATION'],
  }),
  signTaxForms: endpoint({
    method: 'PUT',
    path: '/contractor/tax-forms',
    summary:
      'Signs the forms that were previewed, by the digest of what was shown, and gives each payer its own',
    access: ['contractor'],
    touches: 'access',
    body: z.strictObject({
      answers: TaxAnswers,
      name: requiredPaperName(200, 'contracts.problems.fullName'),
      name_is_mine: z.boolean().optional(),
      sha256: Digest,
    }),
    response: z.array(TaxForm),
    problems: ['VALIDATION', 'TRANSITION_NOT_ALLOWED', 'CONFLICT', 'NAME_DIFFERS'],
  }),
  getTaxFormPdf: endpoint({
    method: 'GET',
    path: '/contractor/tax-forms/:id/pdf',
    summary: 'A signed form as PDF',
    access: ['contractor'],
    params: ById,
    response: file('application/pdf'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
  listEmployerTaxForms: endpoint({
    method: 'GET',
    path: '/employer/tax-forms',
    summary: 'The forms that contractors gave this company, also those who left, and who owes one',
    access: ['employer'],
    query: PageQuery,
    response: z.object({
      /** Whether the company is a payer in the United States at all. */
      payer_in_us: z.boolean(),
      items: z.array(
        z.object({
          contractor_sub: z.string(),
          contractor_name: z.string(),
          country_code: z.string().nullable(),
          /** Of who left, the form that they gave last is kept. */
          works_here: z.boolean(),
          form: TaxForm.nullable(),
        }),
      ),
      next_cursor: z.string().nullable(),
      counts: z.object({ people: z.int(), valid: z.int(), missing: z.int() }),
    }),
  }),
  getEmployerTaxFormPdf: endpoint({
    method: 'GET',
    path: '/employer/tax-forms/:id/pdf',
    summary: 'A form that a contractor gave this company, with their tax number',
    access: ['employer'],
    members: ['owner', 'admin'],
    params: ById,
    response: file('application/pdf'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
  getEmployerTaxFormsCsv: endpoint({
    method: 'GET',
    path: '/employer/tax-forms/csv',
    summary: 'Every form that holds or held for this company, without tax numbers',
    access: ['employer'],
    response: fileInPieces('text/csv'),
  }),
}
