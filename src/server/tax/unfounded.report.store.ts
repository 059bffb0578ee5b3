/** Forms that do not say by what they hold, for the daily job. */
import { sql } from 'kysely'
import type { TaxFormKind } from '#domain/tax/tax-form.ts'
import type { Tx } from '../kernel/db.ts'

/** A form of which it is not kept by what it holds, since it was signed before that was; with who signed it, as they are by now. */
export type Unfounded = Readonly<Record<'first_name' | 'middle_name' | 'last_name', string>> & {
  readonly form_uuid: string
  readonly kind: TaxFormKind
  readonly answers: string
  readonly residence: string
  readonly renamed: boolean
}

/** At most so many of them that nothing stands in the place of. */
export async function selectUnfounded(tx: Tx, limit: number): Promise<Unfounded[]> {
  const { rows } = await sql<Unfounded>`
    select f.form_uuid, f.kind, f.answers, p.first_name, p.middle_name, p.last_name, coalesce(p.country_code, '') residence,
        coalesce(p.renamed_at > f.signed_at, false) renamed
      from tax_form f join person p on p.sub = f.contractor_sub
      where f.superseded_at is null and f.basis is null order by f.form_uuid limit ${limit}`.execute(
    tx,
  )
  return rows
}
