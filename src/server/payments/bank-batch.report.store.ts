import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { BankFormat } from '#domain/payments/bank-batch.ts'
import type { BankChannel } from '../gateways/rails/bank-channel.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import type { BatchRow } from './bank-batch.store.ts'
import { openChannel } from './bank-channel.store.ts'
import { fromSlice, LEAVING, type LeavingFacts } from './payment-facts.report.store.ts'

export type ShownBatch = BatchRow & {
  readonly format: BankFormat
  readonly label: string
  readonly channel: BankChannel
  readonly file_name: string
  readonly made_by_name: string
  /** Which role who had it made has today; null for who is suspended, or no operator any more. */
  readonly maker_role: string | null
  readonly answered_by_name: string | null
  readonly answered_at: Date | null
  readonly words: string
}

type SealedBatch = Omit<ShownBatch, 'channel'> & { readonly setup: string }

const SHOWN = sql`
  select b.batch_uuid, b.channel_uuid, b.execution_uuid, b.status, b.number, b.due_on, b.currency, b.payments, b.total_minor, b.file_uuid,
      b.file_sha256, b.made_by, b.made_at, b.answered_at, b.words, c.format, c.label, c.setup, f.file_name,
      coalesce(nullif(app.person_name(m.first_name, m.last_name), ''), m.email) made_by_name,
      case when m.suspended_at is null then o.role end maker_role,
      coalesce(nullif(app.person_name(a.first_name, a.last_name), ''), a.email) answered_by_name
    from bank_batch b join bank_channel c using (channel_uuid) join stored_file f using (file_uuid)
      join person m on m.sub = b.made_by left join operator o on o.sub = b.made_by left join person a on a.sub = b.answered_by`

/** A file, with who made and who answered it. */
export async function findBatch(
  on: PrivateTx,
  batch_uuid: string,
): Promise<ShownBatch | undefined> {
  const { rows } = await sql<SealedBatch>`
    ${SHOWN} where b.batch_uuid = ${batch_uuid}::uuid`.execute(on.tx)
  return rows.map(row => opened(on, row))[0]
}

/** The files that wait for a second person, the oldest first, and the last ones that do not. */
export async function listBatches(
  on: PrivateTx,
): Promise<{ waiting: ShownBatch[]; others: ShownBatch[] }> {
  const { rows: waiting } = await sql<SealedBatch>`
    ${SHOWN} where b.status = 'WAITING' order by b.made_at, b.batch_uuid limit 200`.execute(on.tx)
  const { rows: others } = await sql<SealedBatch>`
    ${SHOWN} where b.status <> 'WAITING' order by b.made_at desc, b.batch_uuid desc limit 50`.execute(
    on.tx,
  )
  return {
    waiting: waiting.map(row => opened(on, row)),
    others: others.map(row => opened(on, row)),
  }
}

/** How many files wait for a second person, since when, and what they come to; null where none does. */
export async function findWaitingFiles(
  tx: Tx,
): Promise<{ count: number; since: Date; totals: Money[] } | null> {
  const { rows } = await sql<{ currency: string; minor: bigint; files: number; since: Date }>`
    select currency, sum(total_minor)::bigint minor, count(*)::int files, min(made_at) since
      from bank_batch where status = 'WAITING' group by currency order by currency`.execute(tx)
  const [first] = rows
  if (!first) return null
  return {
    count: rows.reduce((sum, { files }) => sum + files, 0),
    since: rows.reduce((least, { since }) => (since < least ? since : least), first.since),
    totals: rows.map(({ currency, minor }) => ({ currency, minor })),
  }
}

function opened(on: PrivateTx, { setup, ...row }: SealedBatch): ShownBatch {
  return { ...row, channel: openChannel(on, row.channel_uuid, setup) }
}

/** A payment in a file, with what decides whether it may leave. */
export type LineFacts = LeavingFacts & {
  readonly line_attempt_uuid: string
  readonly line_reference: string
  readonly line_minor: bigint
  readonly destination_label: string
}

/** The payments of a file with what decides whether they may leave, in id order. */
export async function listLineFacts(tx: Tx, batch_uuid: string): Promise<LineFacts[]> {
  const { rows } = await sql<LineFacts>`
    select ${LEAVING}, p.destination_label, l.attempt_uuid line_attempt_uuid, l.reference line_reference, l.amount_minor line_minor
      ${fromSlice(
        sql`payment_uuid in (select a.payment_uuid from bank_batch_line l join payment_attempt a using (attempt_uuid)
          where l.batch_uuid = ${batch_uuid}::uuid)`,
        sql`p.payment_uuid`,
      )}
      join payment_attempt a on a.payment_uuid = p.payment_uuid
      join bank_batch_line l on l.attempt_uuid = a.attempt_uuid and l.batch_uuid = ${batch_uuid}::uuid
      order by p.payment_uuid`.execute(tx)
  return rows
}
