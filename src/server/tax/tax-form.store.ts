import { sql } from 'kysely'
import type { FormBasis, TaxFormKind } from '#domain/tax/tax-form.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { rowsOf } from '../kernel/rows.ts'
import { toJson } from '../kernel/unit-of-work.ts'
import type { Answers } from './answers.ts'

export type NewTaxForm = {
  readonly form_uuid: string
  readonly contractor_sub: string
  readonly employer_uuid: string
  readonly kind: string
  readonly answers: Answers
  readonly basis: FormBasis
  readonly text_sha256: string
  readonly file_uuid: string
  readonly signed_at: Date
  readonly valid_through: string | null
}

/** Keeps a form; the one that it takes the place of holds no longer. */
export async function insertTaxForm(
  { tx, fields }: PrivateTx,
  { answers, basis, ...form }: NewTaxForm,
): Promise<void> {
  const { contractor_sub, employer_uuid, form_uuid, signed_at } = form
  await tx
    .updateTable('tax_form')
    .set({ superseded_at: signed_at })
    .where('contractor_sub', '=', contractor_sub)
    .where('employer_uuid', '=', employer_uuid)
    .where('superseded_at', 'is', null)
    .execute()
  const sealed = fields.seal('tax_form.answers', form_uuid, JSON.stringify(answers))
  await tx
    .insertInto('tax_form')
    .values({ ...form, answers: sealed, basis: toJson(basis) })
    .execute()
}

/** Forms of another kind that a contractor gave other companies than these hold no longer: they said of themselves what makes them wrong. */
export async function supersedeOthers(
  { tx }: Pick<PrivateTx, 'tx'>,
  of: { readonly contractor_sub: string; readonly kind: TaxFormKind },
  but: readonly string[],
  superseded_at: Date,
): Promise<void> {
  await sql`update tax_form set superseded_at = ${superseded_at} where contractor_sub = ${of.contractor_sub} and superseded_at is null
    and kind <> ${of.kind} and employer_uuid <> all(${[...but]}::uuid[])`.execute(tx)
}

/** Keeps by what forms hold that did not say it; null of one that cannot hold any more, whatever its owner is called and wherever they live. */
export async function keepBases(
  { tx }: Pick<PrivateTx, 'tx'>,
  bases: readonly { readonly form_uuid: string; readonly basis: FormBasis | null }[],
): Promise<void> {
  const rows = bases.map(({ form_uuid, basis }) => ({
    form_uuid,
    basis: toJson(basis ?? { nothing: true }),
  }))
  await sql`update tax_form f set basis = n.basis from ${rowsOf('n', rows, { form_uuid: 'uuid', basis: 'jsonb' })}
    where f.form_uuid = n.form_uuid and f.basis is null`.execute(tx)
}

/** Held until the transaction ends: one contractor signs their forms one after the other. */
export async function lockSigning({ tx }: Pick<PrivateTx, 'tx'>, contractor_sub: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tax forms of ${contractor_sub}`}, 0))`.execute(
    tx,
  )
}

/** The forms of a contractor in whose place no other stands, of this very text; also one whose names were parted otherwise then reads so, and holds no longer. */
export async function selectSigned(
  { tx }: Pick<PrivateTx, 'tx'>,
  contractor_sub: string,
  text_sha256: string,
) {
  return tx
    .selectFrom('tax_form')
    .select(['form_uuid', 'employer_uuid', 'signed_at', 'valid_through'])
    .select(sql<boolean>`not app.form_holds(basis, contractor_sub)`.as('outdated'))
    .where('contractor_sub', '=', contractor_sub)
    .where('text_sha256', '=', text_sha256)
    .where('superseded_at', 'is', null)
    .execute()
}

/** What a contractor answered last, or undefined. */
export async function selectLastAnswers(
  { tx, fields }: PrivateTx,
  contractor_sub: string,
): Promise<Answers | undefined> {
  const row = await tx
    .selectFrom('tax_form')
    .select(['form_uuid', 'answers'])
    .where('contractor_sub', '=', contractor_sub)
    .orderBy('signed_at', 'desc')
    .orderBy('form_uuid', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && openAnswers({ fields }, row.form_uuid, row.answers)
}

/** What was answered, as the form keeps it. */
export function openAnswers(
  { fields }: Pick<PrivateTx, 'fields'>,
  form_uuid: string,
  sealed: string,
): Answers {
  const answers = JSON.parse(fields.open('tax_form.answers', form_uuid, sealed)) as Answers
  // Of before it was asked.
  return { ...answers, active_nffe: answers.active_nffe ?? false }
}

/** The file of a form that the transaction may see, of a contractor or of an employer; undefined for anybody else's. */
export async function selectFormFile(
  { tx }: Pick<PrivateTx, 'tx'>,
  form_uuid: string,
  of: { readonly contractor_sub: string } | { readonly employer_uuid: string },
): Promise<string | undefined> {
  const [[column, value] = ['form_uuid', '']] = Object.entries(of)
  const row = await tx
    .selectFrom('tax_form')
    .select('file_uuid')
    .where('form_uuid', '=', form_uuid)
    .where(column as 'contractor_sub', '=', value)
    .executeTakeFirst()
  return row?.file_uuid
}

/** Notes that somebody is told of their forms of these companies that hold until `until` or less; answers the days on which they expire, of what was not noted before. */
export async function noteTold(
  { tx }: Pick<PrivateTx, 'tx'>,
  of: {
    readonly contractor_sub: string
    readonly employer_uuids: readonly string[]
    readonly until: string
  },
  told_at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ valid_through: string }>`
    with told as (update tax_form f set told_at = ${told_at}
      where f.contractor_sub = ${of.contractor_sub} and f.employer_uuid = any(${[...of.employer_uuids]}::uuid[]) and f.valid_through <= ${of.until}::date
        and f.superseded_at is null and f.told_at is null
      returning f.valid_through)
    select distinct valid_through from told order by valid_through`.execute(tx)
  return rows.map(({ valid_through }) => valid_through)
}
