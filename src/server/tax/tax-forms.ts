/** Forms of the United States: which payer is owed one, what it says, and signing it. Corridor files nothing with any authority. */
import type { z } from 'zod'
import type { taxForms } from '#contract/tax-forms.ts'
import { wholeName } from '#domain/kernel/names.ts'
import { dateOf } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { isPostBox } from '#domain/tax/permanent-address.ts'
import {
  basisOf,
  type FormBasis,
  isUsPerson,
  neededTaxForm,
  type Taxpayer,
  taxFormState,
  validThrough,
} from '#domain/tax/tax-form.ts'
import { signerOf } from '../contracts/index.ts'
import { fileReads, printed, storeFile } from '../documents/index.ts'
import { newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { getContractorRecord, relationTo } from '../people/index.ts'
import { addressLines, countryName } from '../reference/addresses.ts'
import { type Answers, masked, requireAnswers, taxpayerOf } from './answers.ts'
import {
  listPayers,
  listSignedForms,
  type PayerRow,
  type StandingForm,
} from './tax-form.report.store.ts'
import {
  insertTaxForm,
  lockSigning,
  selectLastAnswers,
  selectSigned,
  supersedeOthers,
} from './tax-form.store.ts'
import { type FormFacts, type FormSignature, type FormText, taxFormText } from './tax-form-text.ts'

type Call<K extends keyof typeof taxForms> = (typeof taxForms)[K]
type Overview = z.output<Call<'getTaxForms'>['response']>
type Shown = z.output<Call<'signTaxForms'>['response']>[number]
type Signing = z.output<Call<'signTaxForms'>['body']>

/** What the acting contractor owes whom and why, and who opened what they gave; tax numbers show their last digits. */
export async function getTaxForms(ctx: Ctx): Promise<Overview> {
  const { sub } = ctx.actor
  const { legal_name, residence } = await taxpayerRecord(ctx)
  const answers = await selectLastAnswers(ctx, sub)
  const taxpayer = answers && residence ? taxpayerOf(answers, residence) : undefined
  const [payers, signed] = await Promise.all([listPayers(ctx, sub), listSignedForms(ctx.tx, sub)])
  const readsOf = await fileReads(
    ctx,
    signed.map(({ file_uuid }) => file_uuid),
  )
  const given = signed.map(({ file_uuid, ...form }) => ({ ...form, reads: readsOf(file_uuid) }))
  const current = new Set(payers.map(({ form_uuid }) => form_uuid))
  return {
    residence,
    legal_name,
    answers: answers
      ? {
          ...answers,
          us_tax_number: masked(answers.us_tax_number),
          foreign_tax_number: masked(answers.foreign_tax_number),
        }
      : null,
    payers: payers.map(payer => {
      const { kind: needed, reason } = neededTaxForm(payer.country_code, taxpayer)
      const { employer_uuid, employer_name, country_code } = payer
      const form = presentForm(payer, ctx.today)
      const reads = given.find(({ form_uuid }) => form_uuid === payer.form_uuid)?.reads ?? []
      return {
        ...{ employer_uuid, employer_name, country_code, needed, reason },
        form: form && { ...form, reads },
      }
    }),
    earlier: given.filter(({ form_uuid, reads }) => !current.has(form_uuid) && reads.length > 0),
  }
}

/** A form as its owner and its payer see it; null where there is none. */
export function presentForm(
  { form_uuid, kind, signed_at, valid_through, outdated }: StandingForm,
  today: string,
): Shown | null {
  if (!form_uuid || !kind || !signed_at) return null
  const state = taxFormState({ valid_through, outdated }, today)
  return { form_uuid, kind, signed_at, valid_through, state }
}

/** The forms that follow from answers, with the digest by which they are signed. VALIDATION names what is missing or cannot be. */
export async function previewTaxForms(ctx: Ctx, answers: Answers) {
  const owed = await owedForms(ctx, answers)
  const forms = owed.map(({ facts }) => taxFormText(facts))
  return { forms, sha256: digestOf(forms) }
}

/**
 * Signs the forms that were shown, one for each payer that is owed one; each takes the place of the one before, and signed again as it
 * stands and holds it is answered. CONFLICT where what
 * would be signed is not what was shown, or a company ended the relation at that moment; TRANSITION_NOT_ALLOWED where nobody is owed one.
 */
export async function signTaxForms(ctx: Ctx, signing: Signing): Promise<Shown[]> {
  const { answers, name, name_is_mine, sha256: shown } = signing
  const owed = await owedForms(ctx, answers)
  const [first] = owed
  if (!first) throw new Problem('TRANSITION_NOT_ALLOWED', 'tax.problems.nobodyOwed')
  if (digestOf(owed.map(({ facts }) => taxFormText(facts))) !== shown)
    throw new Problem('CONFLICT', 'tax.problems.changed')
  await requireRelations(ctx, owed)
  const signer = await signerOf(ctx, { name, sure: name_is_mine })
  await lockSigning(ctx, ctx.actor.sub)
  const signed = await selectSigned(ctx, ctx.actor.sub, shown)
  const signature = { ...signer, signed_at: ctx.now.toISOString() }
  const made: Shown[] = []
  for (const form of owed) {
    const same = signed.find(({ employer_uuid }) => employer_uuid === form.employer_uuid)
    const held = same && presentForm({ ...same, kind: form.facts.kind }, ctx.today)
    // Sent again, or from another tab: what it says is what would be signed, and it holds.
    made.push(held?.state === 'VALID' ? held : await sign(ctx, form, signature, shown))
  }
  const owedTo = owed.map(({ employer_uuid }) => employer_uuid)
  const { kind } = first.facts
  await supersedeOthers(ctx, { contractor_sub: ctx.actor.sub, kind }, owedTo, ctx.now)
  return made
}

/** CONFLICT where one of them ended the relation meanwhile; the others hold theirs until the transaction ends. */
async function requireRelations(ctx: Ctx, owed: readonly Owed[]): Promise<void> {
  const employers = owed.map(({ employer_uuid }) => employer_uuid).sort()
  for (const employer_uuid of employers)
    if ((await relationTo(ctx, employer_uuid, ctx.actor.sub)) !== 'ACCEPTED')
      throw new Problem('CONFLICT', 'tax.problems.changed')
}

type Owed = {
  readonly employer_uuid: string
  readonly facts: FormFacts
  readonly basis: FormBasis
}

async function sign(
  ctx: Ctx,
  { employer_uuid, facts, basis }: Owed,
  signature: FormSignature,
  text_sha256: string,
): Promise<Shown> {
  const { kind, answers } = facts
  const contractor_sub = ctx.actor.sub
  const bytes = await ctx.gateways.sealer.sealPdf(
    await printed(ctx.gateways.pdf.render('tax-form', taxFormText(facts, signature))),
    {
      reason: say('tax.forms.sealed', { kind, name: signature.name }),
      name: 'Corridor',
      signed_at: ctx.now,
    },
  )
  const file = { employer_uuid, contractor_sub, mime_type: 'application/pdf', bytes }
  const file_uuid = await storeFile(ctx, { ...file, kind: 'tax_form', file_name: `${kind}.pdf` })
  const form_uuid = newUuid()
  const valid_through = validThrough(kind, dateOf(ctx.now))
  const form = { form_uuid, kind, valid_through, signed_at: ctx.now }
  await insertTaxForm(ctx, {
    ...form,
    contractor_sub,
    employer_uuid,
    answers,
    basis,
    text_sha256,
    file_uuid,
  })
  ctx.audit({
    action: 'sign',
    entity: 'tax_form',
    entity_uuids: [form_uuid],
    employer_uuid,
    after: { kind, valid_through, pdf_sha256: sha256(bytes), typed_name: signature.typed_name },
  })
  return { ...form, state: 'VALID' }
}

/** What each payer in the United States is owed, by answers that are whole. */
async function owedForms(ctx: Ctx, typed: Answers): Promise<Owed[]> {
  const { person, legal_name, residence, address_lines } = await taxpayerRecord(ctx)
  if (residence === null) throw new Problem('TRANSITION_NOT_ALLOWED', 'tax.problems.noAddress')
  const answers = await unmasked(ctx, typed)
  requireAnswers(answers, residence, ctx.today)
  const taxpayer = taxpayerOf(answers, residence)
  if (!isUsPerson(taxpayer)) requireAddress(taxpayer, address_lines)
  const basis = basisOf(taxpayer, person)
  const written = {
    ...{ answers, legal_name, address_lines },
    country: countryName(answers.country_code),
    residence: countryName(residence),
  }
  return (await listPayers(ctx, ctx.actor.sub)).flatMap((payer: PayerRow): Owed[] => {
    const { employer_uuid, employer_name: payer_name } = payer
    const { kind } = neededTaxForm(payer.country_code, taxpayer)
    return kind ? [{ employer_uuid, basis, facts: { ...written, kind, payer_name } }] : []
  })
}

/** Throws where the permanent address can be none of a Form W-8. */
function requireAddress(
  { kind, country_code, residence }: Taxpayer,
  lines: readonly string[],
): void {
  if (isPostBox(lines)) throw new Problem('TRANSITION_NOT_ALLOWED', 'tax.problems.postBox')
  if (kind === 'ENTITY' && residence !== country_code)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'tax.problems.entityElsewhere', {
      params: { company: countryName(country_code), address: countryName(residence) },
    })
}

/** Numbers that were sent back as they were shown are those that were given before. */
async function unmasked(ctx: Ctx, typed: Answers): Promise<Answers> {
  const before = await selectLastAnswers(ctx, ctx.actor.sub)
  const whole = (now: string, then: string | undefined) =>
    then && now === masked(then) ? then : now
  return {
    ...typed,
    us_tax_number: whole(typed.us_tax_number, before?.us_tax_number),
    foreign_tax_number: whole(typed.foreign_tax_number, before?.foreign_tax_number),
  }
}

async function taxpayerRecord(ctx: Ctx) {
  const person = await getContractorRecord(ctx, ctx.actor.sub)
  const { permanent_address: home } = person
  return {
    person,
    legal_name: wholeName(person),
    residence: home?.country_code ?? null,
    address_lines: home ? addressLines(home) : [],
  }
}

function digestOf(forms: readonly FormText[]): string {
  return sha256(Buffer.from(JSON.stringify(forms)))
}
