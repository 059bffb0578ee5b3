/** What operators write to contractors, and contractors read. */
import { z } from 'zod'
import { words } from '#domain/kernel/words.ts'
import {
  MAX_SUBJECT_LENGTH,
  MAX_TEXT_LENGTH,
  MESSAGE_KINDS,
} from '#domain/notifications/message.ts'
import { ById, Instant, PageQuery, page, paragraphs, requiredLine, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const Message = z.object({
  message_uuid: Uuid,
  kind: z.enum(MESSAGE_KINDS),
  subject: z.string(),
  full_text: z.string(),
  written_at: Instant,
  sent_at: Instant.nullable(),
  /** When the contractor opened it. */
  read_at: Instant.nullable(),
})

const WrittenMessage = Message.extend({ author_name: z.string() })
const BySub = z.object({ sub: z.string().max(255) })

export const messages = {
  sendMessage: endpoint({
    method: 'POST',
    path: '/operations/contractors/:sub/send-message',
    summary: 'Writes to a contractor: it stands under Notifications, and a mail tells of it',
    access: ['operator'],
    // Who writes in Corridor's name could lead somebody to give access away: a session that was left open does not suffice.
    touches: 'access',
    params: BySub,
    body: z.strictObject({
      subject: requiredLine(MAX_SUBJECT_LENGTH, 'people.problems.messageSubject'),
      full_text: paragraphs(MAX_TEXT_LENGTH).refine(
        text => text.trim() !== '',
        words('people.problems.messageText'),
      ),
    }),
    response: WrittenMessage,
    problems: ['NOT_FOUND', 'STEP_UP_REQUIRED', 'TOO_MANY_REQUESTS', 'VALIDATION'],
  }),
  listMessagesTo: endpoint({
    method: 'GET',
    path: '/operations/contractors/:sub/messages',
    summary: 'What was written to a contractor, the newest first',
    access: ['operator'],
    params: BySub,
    query: PageQuery,
    response: page(WrittenMessage),
    problems: ['NOT_FOUND'],
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/contractor/messages',
    summary: 'What Corridor wrote to the contractor, the newest first',
    access: ['contractor'],
    query: PageQuery,
    response: page(Message).extend({ unread: z.int() }),
  }),
  readMessage: endpoint({
    method: 'PUT',
    path: '/contractor/messages/:id/read',
    summary: 'Says that a message was opened',
    access: ['contractor'],
    touches: { neither: 'it records what was read' },
    params: ById,
    response: Message,
    problems: ['NOT_FOUND'],
  }),
}
