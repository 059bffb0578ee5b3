import { sql } from 'kysely'
import type { Proposed } from '#domain/kernel/proposal.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { type ChannelRow, openChannel } from './bank-channel.store.ts'

export type ShownChannel = ChannelRow &
  Proposed & { readonly proposed_by_name: string; readonly confirmed_by_name: string | null }

/** The channels in force and those that wait for a second operator, by currency; with who proposed and who confirmed them. */
export async function listChannels(on: PrivateTx): Promise<ShownChannel[]> {
  const { rows } = await sql<Omit<ShownChannel, 'channel'> & { setup: string }>`
    select distinct on (c.currency, c.pays, c.confirmed_at is null) c.channel_uuid, c.currency, c.pays, c.format, c.label, c.setup,
        c.proposed_by, c.proposed_at, c.confirmed_at, c.closed_at, coalesce(nullif(app.person_name(p.first_name, p.last_name), ''), p.email) proposed_by_name,
        case when p.suspended_at is null then o.role end proposer_role,
        coalesce(nullif(app.person_name(y.first_name, y.last_name), ''), y.email) confirmed_by_name
      from bank_channel c join person p on p.sub = c.proposed_by left join person y on y.sub = c.confirmed_by
        left join operator o on o.sub = c.proposed_by
      where c.closed_at is null
      order by c.currency, c.pays, c.confirmed_at is null, c.confirmed_at desc, c.channel_uuid desc`.execute(
    on.tx,
  )
  return rows.map(({ setup, ...row }) => ({
    ...row,
    channel: openChannel(on, row.channel_uuid, setup),
  }))
}
