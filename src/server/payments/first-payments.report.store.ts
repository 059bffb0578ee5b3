import { sql } from 'kysely'
import type { Ctx } from '../kernel/unit-of-work.ts'

/** What has come to a destination: whether anything is under way to it or arrived there, and whether a small first payment has left for it. */
export type CameThere = { readonly paid: boolean; readonly left: boolean }

/** What has come to the wallets of a contractor, by destination; those to which nothing went are not named. */
export async function firstPaymentsOf(
  { tx }: Pick<Ctx, 'tx'>,
  contractor_sub: string,
): Promise<Map<string, CameThere>> {
  const { rows } = await sql<CameThere & { destination_uuid: string }>`
    select p.destination_uuid, bool_or(p.status in ('EXECUTING', 'SENT', 'UNKNOWN', 'SETTLED')) paid,
        bool_or(p.first_part = 'FIRST' and p.status in ('SENT', 'SETTLED')) is true "left"
      from line_item i join payment p using (line_item_uuid)
      where i.contractor_sub = ${contractor_sub} and p.destination_uuid is not null and p.network <> 'fiat' and p.attempt > 0
      group by 1`.execute(tx)
  return new Map(rows.map(({ destination_uuid, ...came }) => [destination_uuid, came]))
}
