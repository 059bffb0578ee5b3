/** How somebody is told of what happened: always in Corridor, and by mail as they choose (design: Money view, notifications). */

export const WAYS = ['AT_ONCE', 'DAILY', 'IN_APP'] as const
export type Way = (typeof WAYS)[number]

/**
 * What a notification is about. ALWAYS: access, pay that is late or did not arrive, and messages of people at Corridor. TASK: somebody
 * waits for an answer. PAY: pay that is open or was paid. NEWS: what others decided or did.
 */
export const NOTIFICATION_KINDS = ['ALWAYS', 'TASK', 'PAY', 'NEWS'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
export type ChosenKind = Exclude<NotificationKind, 'ALWAYS'>

/** The ways that each kind may be told in, the first until somebody chooses: nothing that waits for an answer is without a mail. */
export const WAYS_OF: Readonly<Record<ChosenKind, readonly Way[]>> = {
  TASK: ['AT_ONCE', 'DAILY'],
  PAY: WAYS,
  NEWS: WAYS,
}

/** Hours of the day, 0 to 23, in which mail waits: from the first until the second, over midnight where that is earlier. */
export type QuietHours = { readonly from: number; readonly until: number }

export type Preferences = {
  readonly ways: Readonly<Record<ChosenKind, Way>>
  readonly quiet_hours: QuietHours | null
  /** The hour at which the mail of a day leaves. */
  readonly daily_hour: number
  /** A zone of the IANA time zone database, by which the hours are meant. */
  readonly time_zone: string
}

/** What holds for who never chose. */
export const UNCHOSEN: Preferences = {
  ways: { TASK: 'AT_ONCE', PAY: 'AT_ONCE', NEWS: 'AT_ONCE' },
  quiet_hours: null,
  daily_hour: 8,
  time_zone: 'UTC',
}
