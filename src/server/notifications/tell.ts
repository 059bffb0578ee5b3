/** Who gets a mail and is somebody here is told in Corridor as well, and by mail when they want it. */
import { gatheredUntil, mailTime } from '#domain/notifications/mail-time.ts'
import type { MailTemplates } from '../gateways/mail/mail-templates.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { KIND_OF } from './kinds.ts'
import { insertNotifications } from './notification.store.ts'
import { preferencesOf } from './preference.store.ts'
import { findReadersOf } from './readers.report.store.ts'

/** How mails leave: `gathered` those of which many may come at once wait for the next hour, and leave in one. */
export type Leaving = { readonly gathered?: boolean }

/**
 * Keeps what people are told by mails of one kind, without the links in them that prove something, and answers the mails that leave
 * at once: those to who is nobody here, and those that their readers want so.
 */
export async function tell<M extends { readonly to: string; readonly data: object }>(
  ctx: Ctx,
  template: keyof MailTemplates,
  mails: readonly M[],
  { gathered = false }: Leaving = {},
): Promise<readonly M[]> {
  const kind = KIND_OF[template]
  if (kind === null || mails.length === 0) return mails
  const found = await findReadersOf(ctx.tx, [...new Set(mails.map(({ to }) => to))])
  const readers = new Map(found.map(reader => [reader.email, reader]))
  const told = mails.map(mail => {
    const reader = readers.get(mail.to)
    const asked = reader && mailTime(kind, preferencesOf(reader), ctx.now)
    const mail_at = reader && asked === undefined && gathered ? gatheredUntil(ctx.now) : asked
    return { mail, reader, mail_at }
  })
  const rows = told.flatMap(({ mail, reader, mail_at = null }) =>
    reader
      ? {
          notification_uuid: newUuid(),
          person_sub: reader.sub,
          kind,
          template,
          data: JSON.stringify(mail.data, withoutProofs),
          told_at: ctx.now,
          mail_at,
        }
      : [],
  )
  await insertNotifications(ctx, rows)
  return told.flatMap(({ mail, mail_at }) => (mail_at === undefined ? mail : []))
}

/** Leaves out the links of a mail but the one to where it is looked at, which proves nothing. */
function withoutProofs(key: string, value: unknown): unknown {
  return /_url$/.test(key) ? undefined : value
}
