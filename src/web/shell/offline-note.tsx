import { useTranslations } from 'use-intl'
import { Icon } from '#web/ui/icon.tsx'
import { useOnline } from '#web/ui/use-online.ts'

/** Says while there is no network that the page is as it was; nothing otherwise. */
export function OfflineNote() {
  const t = useTranslations('shell.frame')
  const isOnline = useOnline()
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
