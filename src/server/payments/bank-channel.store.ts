import { sql } from 'kysely'
import type { BankFormat, ChannelPays } from '#domain/payments/bank-batch.ts'
import type { BankChannel } from '../gateways/rails/bank-channel.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'

/** What an attempt is led by: which channel pays its currency, and whether accounts or addresses of Interac. */
export type StandingChannel = {
  readonly channel_uuid: string
  readonly currency: string
  readonly pays: ChannelPays
}

export type ChannelRow = StandingChannel & {
  readonly format: BankFormat
  readonly label: string
  readonly channel: BankChannel
  readonly proposed_by: string
  readonly proposed_at: Date
  readonly confirmed_at: Date | null
  readonly closed_at: Date | null
}

/** The channels in force: of each currency and of what is paid the one that was confirmed last, unless it was closed. */
export async function listStandingChannels(tx: Tx): Promise<StandingChannel[]> {
  const { rows } = await sql<StandingChannel>`
    select distinct on (currency, pays) channel_uuid, currency, pays from bank_channel
      where confirmed_at is not null and closed_at is null order by currency, pays, confirmed_at desc, channel_uuid desc`.execute(
    tx,
  )
  return rows
}

/** A channel, whatever became of it, held until the transaction ends: one after another makes files of it, or answers it. */
export async function lockChannel(
  { tx, fields }: PrivateTx,
  channel_uuid: string,
): Promise<ChannelRow | undefined> {
  const { rows } = await sql<Omit<ChannelRow, 'channel'> & { setup: string }>`
    select channel_uuid, currency, pays, format, label, setup, proposed_by, proposed_at, confirmed_at, closed_at from bank_channel
      where channel_uuid = ${channel_uuid}::uuid for update`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { setup, ...rest } = row
  return { ...rest, channel: openChannel({ tx, fields }, channel_uuid, setup) }
}

/** A channel's set-up as its column kept it. */
export function openChannel(
  { fields }: PrivateTx,
  channel_uuid: string,
  sealed: string,
): BankChannel {
  return JSON.parse(fields.open('bank_channel.setup', channel_uuid, sealed)) as BankChannel
}

/** Inserts a proposal; a second one of the same currency violates `bank_channel_waiting`. */
export async function insertChannel(
  { tx, fields }: PrivateTx,
  { channel, ...row }: Omit<ChannelRow, 'confirmed_at' | 'closed_at'>,
): Promise<void> {
  const setup = fields.seal('bank_channel.setup', row.channel_uuid, JSON.stringify(channel))
  await tx
    .insertInto('bank_channel')
    .values({ ...row, setup })
    .execute()
}

/** Keeps the yes to a channel that is held, or that it is out of use. */
export async function answerChannel(
  tx: Tx,
  channel_uuid: string,
  answer:
    | { readonly confirmed_by: string; readonly confirmed_at: Date }
    | { readonly closed_by: string; readonly closed_at: Date },
): Promise<void> {
  await tx
    .updateTable('bank_channel')
    .set(answer)
    .where('channel_uuid', '=', channel_uuid)
    .execute()
}

/**
 * The first of so many numbers of a sequence that nobody was given before and nobody will be given again. Who takes some at the same
 * time waits, and gets the next.
 */
export async function takeNumbers(
  { tx, fields }: PrivateTx,
  name: string,
  count: number,
): Promise<{ sequence: Buffer; first: number }> {
  const sequence = fields.blindIndex('bank_number.sequence', name)
  const { rows } = await sql<{ last: bigint }>`
    insert into bank_number as n (sequence, last) values (${sequence}, ${count})
      on conflict (sequence) do update set last = n.last + excluded.last returning last`.execute(tx)
  return { sequence, first: Number(rows[0]?.last ?? count) - count + 1 }
}
