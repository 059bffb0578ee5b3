import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { DrawerProps } from './shell-user.ts'

/** Who is signed in, with a dot while there is something under their name that they have not looked at. */
export function AccountFace({ user, counts = {} }: Pick<DrawerProps, 'user' | 'counts'>) {
  const t = useTranslations('shell.account')
  const unread =
    (counts['/account/notifications'] ?? 0) + (counts['/contractor/notifications'] ?? 0)
  return (
    <span className="face">
      <Avatar name={personName(user) || user.email} />
      {unread > 0 && (
        <span className="unread">
          <span className="sr">{t('unread')}</span>
        </span>
      )}
    </span>
  )
}
