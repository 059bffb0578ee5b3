/** What contractors say of their papers beside sending them: checked, and laid out on the papers that it is about. */
import type { z } from 'zod'
import type { contractorProfile } from '#contract/contractor-profile.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import { isPlausibleBirth } from '#domain/people/identity-documents.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isCountry } from '../reference/countries.ts'
import type { DocumentRow } from './document.report.store.ts'
import type { Described } from './document.store.ts'

type Body = z.output<(typeof contractorProfile)['putPersonalDocuments']['body']>

/** What was said, by the kind of document that it is about; what was not said is left out. */
export type Said = Readonly<Partial<Record<string, Partial<Described>>>>

export const NOTHING_SAID: Described = {
  document_type: null,
  residency: null,
  citizenship: null,
  issuing_country: null,
  expires_on: null,
  number: null,
  birth_date: null,
}

/** What a body says of the papers; VALIDATION for a country that is none, a paper that ended before today, and a birth that cannot be. */
export function saidOf(ctx: Ctx, body: Body): Said {
  requireCountry('citizenship', body.citizenship)
  requireCountry('id_document_country', body.id_document_country)
  requireValid(ctx, 'id_document_expires_on', body.id_document_expires_on)
  requireValid(ctx, 'status_document_expires_on', body.status_document_expires_on)
  if (body.birth_date !== undefined && !isPlausibleBirth(body.birth_date, ctx.today))
    throw invalidField('birth_date', 'people.problems.birthDate')
  return {
    identification_document: given({
      document_type: body.id_document_type,
      residency: body.residency,
      citizenship: body.citizenship,
      issuing_country: body.id_document_country,
      expires_on: body.id_document_expires_on,
      number: body.id_document_number,
      birth_date: body.birth_date,
    }),
    status_document: given({
      residency: body.residency,
      expires_on: body.status_document_expires_on,
    }),
  }
}

function given(all: { readonly [K in keyof Described]?: string | undefined }): Partial<Described> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function requireCountry(field: string, code: string | undefined): void {
  if (code !== undefined && !isCountry(code))
    throw invalidField(field, 'kernel.problems.countryRequired')
}

function requireValid(ctx: Ctx, field: string, expires_on: string | undefined): void {
  if (expires_on !== undefined && expires_on < ctx.today)
    throw invalidField(field, 'people.problems.documentExpired')
}

/**
 * What a document says of itself from now on. Another file is another paper: of the one before only what is true of its holder stays, but
 * of a rejected one all, which is sent again.
 */
export function describedAs(
  kind: string,
  said: Said,
  known: DocumentRow | undefined,
  { anotherFile }: { anotherFile: boolean },
): Described {
  const kept = known ? onlyDescribed(known) : NOTHING_SAID
  const stays =
    anotherFile && known?.status !== 'REJECTED'
      ? { ...kept, issuing_country: null, expires_on: null, number: null }
      : kept
  return { ...stays, ...said[kind] }
}

/** Whether something is said of a document that is not what it says. */
export function saysOther(said: Said, known: DocumentRow): boolean {
  const now = describedAs(known.kind, said, known, { anotherFile: false })
  return JSON.stringify(now) !== JSON.stringify(onlyDescribed(known))
}

function onlyDescribed(known: Described): Described {
  const { document_type, residency, citizenship, issuing_country, expires_on, number } = known
  const { birth_date } = known
  return { document_type, residency, citizenship, issuing_country, expires_on, number, birth_date }
}
