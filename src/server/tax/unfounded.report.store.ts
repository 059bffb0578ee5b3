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
  /** Whether they may have moved to another country since: the audit says that an address was given, and not which. */
  readonly moved: boolean
}

/**
 * At most so many of them that nothing stands in the place of, after one. Who was verified and stayed so while their address was written anew lives in the
 * country of before: another would have been reviewed.
 */
export async function selectUnfounded(
  tx: Tx,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Unfounded[]> {
  const { rows } = await sql<Unfounded>`
    with form as materialized (select form_uuid, contractor_sub, kind, answers, signed_at from tax_form
      where superseded_at is null and basis is null and (${after ?? null}::uuid is null or form_uuid > ${after ?? null}::uuid) order by form_uuid limit ${limit}),
    written as materialized (select entity_uuids[1] sub, max(created_at) at from audit_entry
      where entity = 'contractor' and created_at > (select min(signed_at) from form) and after -> 'fields' @> '["permanent_address"]'
        and not (before ->> 'status' = 'VERIFIED' and after ->> 'status' = 'VERIFIED') group by 1)
    select f.form_uuid, f.kind, f.answers, p.first_name, p.middle_name, p.last_name, coalesce(p.country_code, '') residence,
        coalesce(p.renamed_at > f.signed_at, false) renamed, coalesce(w.at > f.signed_at, false) moved
      from form f join person p on p.sub = f.contractor_sub left join written w on w.sub = f.contractor_sub order by f.form_uuid`.execute(
    tx,
  )
  return rows
}
