/** The forms that contractors gave a payer: who gave one, which hold, and all of them as CSV. */
import { z } from 'zod'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import type { taxForms } from '#contract/tax-forms.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { readFile } from '../documents/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { csvOf } from '../kernel/csv.ts'
import { decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getEmployerRecord } from '../people/index.ts'
import { countForms, listForms } from './tax-form.report.store.ts'
import { selectFormFile } from './tax-form.store.ts'
import { presentForm } from './tax-forms.ts'

type Listed = z.output<(typeof taxForms)['listEmployerTaxForms']['response']>
const SubKey = z.tuple([z.string().max(255)])
const CSV_PAGE = 500
const CSV_COLUMNS = [
  'contractor_name',
  'country',
  'form',
  'signed_on',
  'valid_through',
  'state',
] as const

/** One page of the people who work with the acting employer, each with the form that they gave, and of those who left and had given one. */
export async function listEmployerTaxForms(
  ctx: Ctx,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Listed> {
  const employer_uuid = employerOf(ctx.actor)
  const { established_in } = await getEmployerRecord(ctx, employer_uuid)
  const [after] = decodeCursor(cursor, SubKey) ?? []
  const found = await listForms(ctx.tx, employer_uuid, { after, limit: limit + 1 })
  const { rows, next_cursor } = pageOf(found, limit, row => [row.contractor_sub])
  const { people, valid } = await countForms(ctx.tx, employer_uuid, ctx.today)
  return {
    payer_in_us: established_in === 'US',
    items: rows.map(row => ({
      contractor_sub: row.contractor_sub,
      contractor_name: row.contractor_name,
      country_code: row.country_code,
      works_here: row.works_here,
      form: presentForm(row, ctx.today),
    })),
    next_cursor,
    counts: { people, valid, missing: people - valid },
  }
}

/** A form as PDF, of the acting employer or contractor; NOT_FOUND for anybody else's. That it was opened is recorded. */
export async function readTaxForm(
  ctx: Ctx,
  form_uuid: string,
  of: Parameters<typeof selectFormFile>[2],
): Promise<FileInPieces> {
  const file_uuid = await selectFormFile(ctx, form_uuid, of)
  if (!file_uuid) throw new Problem('NOT_FOUND', 'tax.problems.noSuchForm')
  return readFile(ctx, file_uuid, 'tax')
}

/** Who gave which form and until when it holds, also of those who left; tax numbers stand in the forms alone. */
export async function employerTaxFormsCsv(ctx: Ctx): Promise<FileInPieces> {
  const employer_uuid = employerOf(ctx.actor)
  const page = async ({ tx, today }: Ctx, after: string | undefined) => {
    const rows = await listForms(tx, employer_uuid, { after, limit: CSV_PAGE })
    const records = rows.map((row): Record<(typeof CSV_COLUMNS)[number], string> => {
      const form = presentForm(row, today)
      return {
        contractor_name: row.contractor_name,
        country: row.country_code ?? '',
        form: form?.kind ?? '',
        signed_on: form?.signed_at.toISOString().slice(0, 10) ?? '',
        valid_through: form?.valid_through ?? '',
        state: form?.state ?? 'MISSING',
      }
    })
    return { records, last: rows.length < CSV_PAGE ? undefined : rows.at(-1)?.contractor_sub }
  }
  return {
    file_name: 'tax-forms.csv',
    mime_type: 'text/csv',
    pieces: csvOf<string>(after => ctx.readLater(later => page(later, after)), CSV_COLUMNS),
  }
}
