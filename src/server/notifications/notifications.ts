/** What somebody was told, and how they want to be told. */
import type { z } from 'zod'
import type { notifications } from '#contract/notifications.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Preferences as Kept } from '#domain/notifications/preferences.ts'
import { CATALOGUES } from '../gateways/mail/mail-catalogues.ts'
import type { MailTemplates } from '../gateways/mail/mail-templates.ts'
import { renderSubject } from '../gateways/mail/render-mail.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen, versionOf } from '../kernel/version-of.ts'
import { say } from '../kernel/words.ts'
import {
  markAllRead,
  markRead,
  type NotificationRow,
  selectNotifications,
} from './notification.store.ts'
import {
  findPreferences,
  holdPreferences,
  preferencesOf,
  savePreferences,
} from './preference.store.ts'

type Query = z.output<(typeof notifications)['listNotifications']['query']>
type Page = z.output<(typeof notifications)['listNotifications']['response']>
type Chosen = z.output<(typeof notifications)['putNotificationPreferences']['body']>
type Preferences = z.output<(typeof notifications)['getNotificationPreferences']['response']>

/** One page of what the actor was told, the newest first. */
export async function listNotifications(ctx: Ctx, query: Query): Promise<Page> {
  const found = await selectNotifications(ctx, ctx.actor.sub, {
    after: decodeCursor(query.cursor, InstantKey),
    limit: query.limit,
  })
  const { rows, next_cursor } = pageOf(found, query.limit, row => [
    row.told_at.toISOString(),
    row.notification_uuid,
  ])
  const items = await Promise.all(rows.map(row => present(row, ctx.actor.role)))
  return { items, next_cursor }
}

async function present(row: NotificationRow, role: string): Promise<Page['items'][number]> {
  const { notification_uuid, kind, told_at, read_at } = row
  const data = JSON.parse(row.data) as Record<string, unknown>
  const { url, contractor_name, employer_name } = data
  // A contractor reads of a company, and everybody else of a contractor.
  const names = role === 'contractor' ? [employer_name] : [contractor_name, employer_name]
  const about = names.find(name => typeof name === 'string' && name)
  return {
    ...{ notification_uuid, kind, told_at, read_at },
    text: await textOfTold(row.template, data),
    about: String(about ?? ''),
    path: pathOf(url),
  }
}

/** What a notification says: the subject of its mail. One that is no longer written, or was filled otherwise, does not stop the others. */
export async function textOfTold(template: string, data: object): Promise<string> {
  if (!(template in CATALOGUES)) return say('notifications.list.unreadable')
  const known = template as keyof MailTemplates
  return renderSubject(known, data as MailTemplates[typeof known]).catch(() =>
    say('notifications.list.unreadable'),
  )
}

function pathOf(url: unknown): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  return parsed ? `${parsed.pathname}${parsed.search}${parsed.hash}` : '/dashboard'
}

/** Keeps that the actor looked at a notification; twice is as once. NOT_FOUND for somebody else's. */
export async function readNotification(ctx: Ctx, id: string): Promise<{ ok: true }> {
  if (!(await markRead(ctx.tx, { person_sub: ctx.actor.sub, id, at: ctx.now })))
    throw new Problem('NOT_FOUND', 'notifications.problems.none')
  return { ok: true }
}

/** Keeps that the actor looked at what they were told until a moment. */
export async function readNotifications(ctx: Ctx, until: Date): Promise<{ ok: true }> {
  await markAllRead(ctx.tx, { person_sub: ctx.actor.sub, until, at: ctx.now })
  return { ok: true }
}

/** How the actor is told. */
export async function getPreferences(ctx: Ctx): Promise<Preferences> {
  const row = await findPreferences(ctx.tx, ctx.actor.sub)
  return presentPreferences(preferencesOf(row), row !== undefined)
}

/** Keeps how the actor wants to be told from now on; what waits already leaves when it was to. CONFLICT where they chose otherwise since it was `seen`. */
export async function putPreferences(ctx: Ctx, { seen, ...chosen }: Chosen): Promise<Preferences> {
  await holdPreferences(ctx.tx, ctx.actor.sub)
  const before = await getPreferences(ctx)
  const after = presentPreferences(chosen, true)
  if (after.version === before.version && before.chosen) return before
  requireSeen(seen, before.version)
  await savePreferences(ctx.tx, ctx.actor.sub, chosen, ctx.now)
  return after
}

function presentPreferences(
  { ways, quiet_hours, daily_hour, time_zone }: Kept,
  chosen: boolean,
): Preferences {
  const shown = {
    ways: { TASK: ways.TASK, PAY: ways.PAY, NEWS: ways.NEWS },
    quiet_hours: quiet_hours && { from: quiet_hours.from, until: quiet_hours.until },
    ...{ daily_hour, time_zone, chosen },
  }
  return { ...shown, version: versionOf(shown) }
}
