import { useTranslations } from 'use-intl'
import { nowMs } from '#web/kernel/env.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { agoText, atTime, instantDay } from '#web/parts/times.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'

type Told = ClientOutput<'listNotifications'>['items'][number]

const ICONS: Readonly<Record<Told['kind'], IconName>> = {
  ALWAYS: 'warning',
  TASK: 'edit',
  PAY: 'payroll',
  NEWS: 'info',
}

const WEEK_MS = 7 * 86_400_000

/** One thing that somebody was told; it leads to where it is looked at, and counts as read then. */
export function ToldRow({ told }: { told: Told }) {
  const t = useTranslations('notifications.page')
  const tTimes = useTranslations('parts.times')
  const { notification_uuid: id, kind, text, about, path, told_at, read_at } = told
  const read = useCall('readNotification', { refresh: ['listNotifications'] })
  const isNew = read_at === null
  return (
    <li>
      <Link
        href={path}
        className={cx('told-row', isNew && 'new')}
        onClick={() => isNew && read.mutate({ params: { id } })}
      >
        <span className="sec-ic">
          <Icon name={ICONS[kind]} />
        </span>
        <span className="grow">
          <span className="told-text">{text}</span>
          {isNew && <span className="sr"> {t('new')}</span>}
          {about && (
            <span className="meta t3">
              <bdi>{about}</bdi>
            </span>
          )}
        </span>
        <time className="meta t3" dateTime={told_at} title={atTime(told_at)}>
          {nowMs() - Date.parse(told_at) < WEEK_MS
            ? agoText(tTimes, told_at, nowMs())
            : instantDay(told_at)}
        </time>
      </Link>
    </li>
  )
}
