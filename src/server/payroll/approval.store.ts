/** Approvals, and what they are of: a line for each item, in parts. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { amongChosen, type Chosen } from './selection.store.ts'

/** Records an approval. Its lines follow, part by part. */
export async function insertApproval(
  tx: Tx,
  approval: {
    approval_uuid: string
    employer_uuid: string
    cycle_uuid: string
    digest: string
    /** What is approved about currencies. */
    content: string
    approved_by: string
    approved_at: Date
    /** For whom they stood in then. */
    stood_in_for: string[]
  },
): Promise<void> {
  await tx.insertInto('approval').values(approval).execute()
}

/** Records what was approved of some items: a line of `approvedItem` for each, in id order. */
export async function insertApprovalPart(
  tx: Tx,
  part: { approval_uuid: string; part: number; employer_uuid: string; content: string },
): Promise<void> {
  await tx.insertInto('approval_part').values(part).execute()
}

/** Which of the chosen items of a cycle stand approved under a digest. */
export async function listApproved(
  tx: Tx,
  cycle_uuid: string,
  digest: string,
  chosen: Chosen,
): Promise<string[]> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select i.line_item_uuid from line_item i
      where i.cycle_uuid = ${cycle_uuid}::uuid and i.status in ('APPROVED', 'PAID')
        ${amongChosen(chosen, sql`i.line_item_uuid`)}
        and i.approval_uuid = (select approval_uuid from approval
          where cycle_uuid = ${cycle_uuid}::uuid and digest = ${digest} order by approved_at desc limit 1)
      order by 1`.execute(tx)
  return rows.map(row => row.line_item_uuid)
}

/** The lines of an approval whose items wait again and are not what they were, of the chosen ones; in id order. */
export async function listChangedLines(
  tx: Tx,
  approval_uuid: string,
  chosen: Chosen,
  limit: number,
): Promise<{ line_item_uuid: string; line: string }[]> {
  const { rows } = await sql<{ line_item_uuid: string; line: string }>`
    select r.line_item_uuid, l.line from approval_part p
        cross join string_to_table(p.content, E'\\n') l(line)
        join item_review r on r.line_item_uuid = (l.line::jsonb ->> 'line_item_uuid')::uuid
      where p.approval_uuid = ${approval_uuid}::uuid and sha256(convert_to(l.line, 'UTF8')) <> r.digest
        ${amongChosen(chosen, sql`r.line_item_uuid`)}
      order by 1 limit ${limit}`.execute(tx)
  return rows
}
