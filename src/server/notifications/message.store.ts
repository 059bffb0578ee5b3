import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'

export type MessageRow = {
  readonly message_uuid: string
  readonly contractor_sub: string
  readonly author_sub: string
  readonly author_name: string
  readonly subject: string
  readonly full_text: string
  readonly written_at: Date
  readonly sent_at: Date | null
  readonly read_at: Date | null
}

/** Keeps a message. */
export async function insertMessage(
  { tx, fields }: PrivateTx,
  message: Omit<MessageRow, 'sent_at' | 'read_at'>,
): Promise<void> {
  const { message_uuid: id, subject, full_text, ...rest } = message
  await tx
    .insertInto('message')
    .values({
      ...rest,
      message_uuid: id,
      subject: fields.seal('message.subject', id, subject),
      full_text: fields.seal('message.full_text', id, full_text),
    })
    .execute()
}

/** Messages to a contractor, the newest first, after one of an earlier page; one more than `limit` where there is a next page. */
export async function selectMessages(
  { tx, fields }: PrivateTx,
  {
    contractor_sub,
    after,
    limit,
  }: {
    contractor_sub: string
    after: readonly [at: string, id: string] | undefined
    limit: number
  },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select message_uuid, contractor_sub, author_sub, author_name, subject, full_text, written_at, sent_at, read_at from message
      where contractor_sub = ${contractor_sub}
        ${after ? sql`and (written_at, message_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by written_at desc, message_uuid desc limit ${limit + 1}`.execute(tx)
  return rows.map(row => ({
    ...row,
    subject: fields.open('message.subject', row.message_uuid, row.subject),
    full_text: fields.open('message.full_text', row.message_uuid, row.full_text),
  }))
}

/** One message that the transaction may see, or undefined. */
export async function selectMessage(
  { tx, fields }: PrivateTx,
  message_uuid: string,
): Promise<MessageRow | undefined> {
  const row = await tx
    .selectFrom('message')
    .select([
      'message_uuid',
      'contractor_sub',
      'author_sub',
      'author_name',
      'subject',
      'full_text',
      'written_at',
      'sent_at',
      'read_at',
    ])
    .where('message_uuid', '=', message_uuid)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      subject: fields.open('message.subject', message_uuid, row.subject),
      full_text: fields.open('message.full_text', message_uuid, row.full_text),
    }
  )
}

/** Says when a message was opened first, or when its mail left first. */
export async function markMessage(
  { tx }: Pick<PrivateTx, 'tx'>,
  message_uuid: string,
  column: 'read_at' | 'sent_at',
  at: Date,
): Promise<void> {
  await tx
    .updateTable('message')
    .set({ [column]: at })
    .where('message_uuid', '=', message_uuid)
    .where(column, 'is', null)
    .execute()
}

/** How many messages to a contractor were not opened. */
export async function countUnread(tx: Tx, sub: string): Promise<number> {
  const { n } = await tx
    .selectFrom('message')
    .select(row => row.fn.countAll<bigint>().as('n'))
    .where('contractor_sub', '=', sub)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
