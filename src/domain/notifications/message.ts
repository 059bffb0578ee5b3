/** What operators write to contractors (specification 3, Message kinds; design: Second reading, Messages). */

/** CREATED when it was written, SENT when the mail that tells of it left. */
export const MESSAGE_KINDS = ['CREATED', 'SENT'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const MAX_SUBJECT_LENGTH = 150
export const MAX_TEXT_LENGTH = 5_000

/** How far a message is. */
export function messageKind({ sent_at }: { readonly sent_at: Date | null }): MessageKind {
  return sent_at === null ? 'CREATED' : 'SENT'
}
