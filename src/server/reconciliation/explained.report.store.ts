import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { Explanation } from './explanation.store.ts'

export type ExplainedRow = Omit<Explanation, 'asked_by' | 'explained_by'> & {
  readonly asked_by_name: string
  readonly explained_by_name: string
}

/** Explanations with who gave them, newest first. */
export async function listExplanations(
  tx: Tx,
  {
    after,
    limit,
  }: {
    readonly after: readonly [explained_at: string, explanation_uuid: string] | undefined
    readonly limit: number
  },
): Promise<ExplainedRow[]> {
  const { rows } = await sql<ExplainedRow>`
    select x.explanation_uuid, x.subject, x.amount_minor, x.currency, x.kind, x.words, x.explained_at,
        coalesce(app.person_name(a.first_name, a.last_name, ''), '') asked_by_name, coalesce(app.person_name(y.first_name, y.last_name, ''), '') explained_by_name
      from bank_explanation x left join person_seen a on a.sub = x.asked_by left join person_seen y on y.sub = x.explained_by
      ${after ? sql`where (x.explained_at, x.explanation_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by x.explained_at desc, x.explanation_uuid desc limit ${limit}`.execute(tx)
  return rows
}
