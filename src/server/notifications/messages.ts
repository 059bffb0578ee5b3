/** Messages from operators to contractors: written, told by mail, and opened. */
import type { z } from 'zod'
import type { messages } from '#contract/messages.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { messageKind } from '#domain/notifications/message.ts'
import { newUuid } from '../kernel/ids.ts'
import { PACES, takeWith } from '../kernel/limits.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findContractorAddress } from './mail-facts.report.store.ts'
import {
  countUnread,
  insertMessage,
  markMessage,
  selectMessage,
  selectMessages,
} from './message.store.ts'

type Sent = z.output<(typeof messages)['sendMessage']['response']>
type New = z.output<(typeof messages)['sendMessage']['body']>
type Query = z.output<(typeof messages)['listMessages']['query']>
type Page = z.output<(typeof messages)['listMessagesTo']['response']>
type Read = z.output<(typeof messages)['readMessage']['response']>

/** Writes to a contractor. NOT_FOUND for nobody; TOO_MANY_REQUESTS where the person got many today. */
export async function sendMessage(
  ctx: Ctx,
  sub: string,
  { subject, full_text }: New,
): Promise<Sent> {
  if (!(await findContractorAddress(ctx.tx, sub)))
    throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  const bucket = { bucket: `messages to ${sub}`, ...PACES.mailsOfAll }
  await takeWith(ctx.tx, [bucket], 'people.problems.manyMessages')
  const message_uuid = newUuid()
  const written = { message_uuid, subject, full_text, written_at: ctx.now }
  const { sub: author_sub, name: author_name } = ctx.actor
  await insertMessage(ctx, { ...written, contractor_sub: sub, author_sub, author_name })
  ctx.audit({
    action: 'send_message',
    entity: 'message',
    entity_uuids: [message_uuid],
    employer_uuid: null,
    after: { contractor_sub: sub },
  })
  ctx.announce('notifications.message_written', { message_uuid })
  return { ...written, kind: 'CREATED', author_name, sent_at: null, read_at: null }
}

/** One page of what was written to a contractor, with who wrote it. */
export async function listMessagesTo(ctx: Ctx, sub: string, query: Query): Promise<Page> {
  const page = await listOf(ctx, sub, query)
  if (page.items.length === 0 && !(await findContractorAddress(ctx.tx, sub)))
    throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  return page
}

/** One page of what was written to the acting contractor, and how much of all of it is new. Which operator wrote it stays among operators. */
export async function listMessages(ctx: Ctx, query: Query): Promise<Page & { unread: number }> {
  const { sub } = ctx.actor
  const page = await listOf(ctx, sub, query)
  return { ...page, unread: await countUnread(ctx.tx, sub) }
}

async function listOf(ctx: Ctx, contractor_sub: string, query: Query): Promise<Page> {
  const found = await selectMessages(ctx, {
    contractor_sub,
    after: decodeCursor(query.cursor, InstantKey),
    limit: query.limit,
  })
  const { rows, next_cursor } = pageOf(found, query.limit, row => [
    row.written_at.toISOString(),
    row.message_uuid,
  ])
  return { items: rows.map(row => ({ ...row, kind: messageKind(row) })), next_cursor }
}

/** Keeps when a message was opened first; twice is as once. */
export async function readMessage(ctx: Ctx, message_uuid: string): Promise<Read> {
  const message = await selectMessage(ctx, message_uuid)
  if (!message) throw new Problem('NOT_FOUND', 'people.problems.noSuchMessage')
  await markMessage(ctx, message_uuid, 'read_at', ctx.now)
  return { ...message, kind: messageKind(message), read_at: message.read_at ?? ctx.now }
}
