import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { whenStayed } from '#web/kernel/stayed.ts'
import { closeAbout, openAlert } from '#web/ui/alert-bus.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useOnline } from '#web/ui/use-online.ts'

const STAYED = 'another page while offline'

/** Says while there is no network that the page is as it was, and to who asks for another one that this one stays; nothing otherwise. */
export function OfflineNote() {
  const t = useTranslations('shell.frame')
  const isOnline = useOnline()
  useEffect(() => {
    whenStayed(() => {
      // Asked for once more it is said once.
      closeAbout(STAYED)
      openAlert(t('stayed'), { beneath: t('stays'), severity: 'warning', about: STAYED })
    })
  }, [t])
  useEffect(() => {
    if (isOnline) closeAbout(STAYED)
  }, [isOnline])
  return (
    <div role="status" className={isOnline ? 'sr' : 'offline-note'}>
      {!isOnline && (
        <>
          <Icon name="offline" size={16} />
          {t('offline')}
        </>
      )}
    </div>
  )
}
