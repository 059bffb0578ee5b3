/** What somebody was told, and how they want to be told. */
import { z } from 'zod'
import { MEMBER_ROLES, OPERATOR_ROLES } from '#domain/identity/team.ts'
import { isTimeZone } from '#domain/kernel/time-zone.ts'
import { words } from '#domain/kernel/words.ts'
import { NOTIFICATION_KINDS, WAYS_OF } from '#domain/notifications/preferences.ts'
import { ById, Instant, Ok, PageQuery, page, Seen, TOO_LONG, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const EVERYONE = {
  access: ['employer', 'contractor', 'operator'],
  members: MEMBER_ROLES,
  operators: OPERATOR_ROLES,
} as const

const Notification = z.object({
  notification_uuid: Uuid,
  kind: z.enum(NOTIFICATION_KINDS),
  text: z.string(),
  /** Whom or which company it is about; empty where the text says all. */
  about: z.string(),
  /** Where in the web it is looked at. */
  path: z.string(),
  told_at: Instant,
  read_at: Instant.nullable(),
})

const Hour = z.int().min(0).max(23)

const Chosen = z.strictObject({
  ways: z.strictObject({
    TASK: z.enum(WAYS_OF.TASK),
    PAY: z.enum(WAYS_OF.PAY),
    NEWS: z.enum(WAYS_OF.NEWS),
  }),
  /** From an hour until the same is no hour at all. */
  quiet_hours: z.strictObject({ from: Hour, until: Hour }).nullable(),
  daily_hour: Hour,
  time_zone: z
    .string()
    .max(64, TOO_LONG)
    .refine(isTimeZone, words('notifications.problems.timeZone')),
})

/** `version` is what `putNotificationPreferences` takes as `seen`. */
const Preferences = Chosen.extend({ chosen: z.boolean(), version: z.string() })

export const notifications = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/user/notifications',
    summary: 'What the person was told, the newest first',
    ...EVERYONE,
    query: PageQuery,
    response: page(Notification),
  }),
  readNotification: endpoint({
    method: 'PUT',
    path: '/user/notifications/:id/read',
    summary: 'Says that a notification was looked at',
    ...EVERYONE,
    touches: { neither: 'it records what was read' },
    params: ById,
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
  readNotifications: endpoint({
    method: 'PUT',
    path: '/user/notifications/read',
    summary: 'Says that all notifications until a moment were looked at',
    ...EVERYONE,
    touches: { neither: 'it records what was read' },
    /** When the newest was told that the person saw: what came later stays new. */
    body: z.strictObject({ until: Instant }),
    response: Ok,
  }),
  getNotificationPreferences: endpoint({
    method: 'GET',
    path: '/user/notification-preferences',
    summary: 'How the person is told; in UTC until they chose a time zone',
    ...EVERYONE,
    response: Preferences,
  }),
  putNotificationPreferences: endpoint({
    method: 'PUT',
    path: '/user/notification-preferences',
    summary:
      'How the person wants to be told. Security, pay that is late or did not arrive and messages always come at once, by mail as well',
    ...EVERYONE,
    touches: { neither: 'what warns of theft is mailed at once whatever was chosen' },
    body: Chosen.extend({ seen: Seen }),
    response: Preferences,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
}
