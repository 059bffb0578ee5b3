import { sql } from 'kysely'
import type { NotificationKind } from '#domain/notifications/preferences.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { rowsOf } from '../kernel/rows.ts'

export type NewNotification = {
  readonly notification_uuid: string
  readonly person_sub: string
  readonly kind: NotificationKind
  readonly template: string
  /** JSON. */
  readonly data: string
  readonly told_at: Date
  readonly mail_at: Date | null
}

export type NotificationRow = Omit<NewNotification, 'person_sub' | 'mail_at'> & {
  readonly read_at: Date | null
}

/** Keeps what people were told. */
export async function insertNotifications(
  { tx, fields }: PrivateTx,
  rows: readonly NewNotification[],
): Promise<void> {
  if (rows.length === 0) return
  const sealed = rows.map(row => ({
    ...row,
    data: fields.seal('notification.data', row.notification_uuid, row.data),
  }))
  await sql`
    insert into notification (notification_uuid, person_sub, kind, template, data, told_at, mail_at)
      select notification_uuid, person_sub, kind, template, data, told_at, mail_at
      from ${rowsOf<NewNotification>('n', sealed, {
        notification_uuid: 'uuid',
        person_sub: 'text',
        kind: 'text',
        template: 'text',
        data: 'text',
        told_at: 'timestamptz',
        mail_at: 'timestamptz',
      })}`.execute(tx)
}

/** What a person was told, the newest first, after one of an earlier page; one more than `limit` where there is a next page. */
export async function selectNotifications(
  { tx, fields }: PrivateTx,
  person_sub: string,
  {
    after,
    limit,
  }: { readonly after: readonly [at: string, id: string] | undefined; readonly limit: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select notification_uuid, kind, template, data, told_at, read_at from notification
      where person_sub = ${person_sub}
        ${after ? sql`and (told_at, notification_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by told_at desc, notification_uuid desc limit ${limit + 1}`.execute(tx)
  return rows.map(row => ({
    ...row,
    data: fields.open('notification.data', row.notification_uuid, row.data),
  }))
}

/** Keeps when one of a person's notifications was looked at first; whether there is such a one. */
export async function markRead(
  tx: Tx,
  { person_sub, id, at }: { readonly person_sub: string; readonly id: string; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update notification set read_at = coalesce(read_at, ${at}) where notification_uuid = ${id}::uuid and person_sub = ${person_sub}
      returning 1`.execute(tx)
  return rows.length > 0
}

/** Keeps that what a person was told until a moment was looked at. */
export async function markAllRead(
  tx: Tx,
  { person_sub, until, at }: { person_sub: string; until: Date; at: Date },
): Promise<void> {
  // An instant of ours has milliseconds, one of the database microseconds.
  await sql`
    update notification set read_at = ${at}
      where person_sub = ${person_sub} and read_at is null and date_trunc('milliseconds', told_at) <= ${until}`.execute(
    tx,
  )
}

export type Waiting = Pick<NotificationRow, 'notification_uuid' | 'template' | 'data'> & {
  readonly person_sub: string
}

/**
 * Takes what waits for the mail of this moment, of some people at once, whole for each of them: it waits no more. What they have looked at
 * by now is among it only as a person, so that there is none left to mail of them.
 */
export async function takeWaiting(
  { tx, fields }: PrivateTx,
  now: Date,
  people: number,
): Promise<{ taken: number; unread: Waiting[] }> {
  const { rows } = await sql<Waiting & { read_at: Date | null }>`
    update notification n set mail_at = null
      from (select distinct person_sub from notification where mail_at <= ${now} limit ${people}) d
      where n.person_sub = d.person_sub and n.mail_at <= ${now}
      returning n.notification_uuid, n.person_sub, n.template, n.data, n.read_at`.execute(tx)
  const unread = rows
    .filter(({ read_at }) => read_at === null)
    // Ids are made in the order of time.
    .sort((a, b) => (a.notification_uuid < b.notification_uuid ? -1 : 1))
    .map(({ notification_uuid, person_sub, template, data }) => ({
      ...{ notification_uuid, person_sub, template },
      data: fields.open('notification.data', notification_uuid, data),
    }))
  return { taken: rows.length, unread }
}

/** Has nothing mailed of what a person was told until a moment and waits. */
export async function keepFromMail(tx: Tx, person_sub: string, until: Date): Promise<void> {
  await sql`update notification set mail_at = null
    where person_sub = ${person_sub} and mail_at is not null and told_at <= ${until}`.execute(tx)
}

/** Whether something waits for the mail of this moment. */
export async function isAnyWaiting(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from notification where mail_at <= ${now}) waits`.execute(tx)
  return rows[0]?.waits ?? false
}

/** Forgets up to `limit` of what was told before a moment; how many. */
export async function deleteTold(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notification where notification_uuid in
      (select notification_uuid from notification where told_at < ${before} limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
