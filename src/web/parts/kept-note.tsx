import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { forgetDraftsAt, hasDrafts, onDraftsChange } from '#web/kernel/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import './parts.css'

/** Says on a page that is opened that what was typed there before is in its fields again, until it is sent or taken out. */
export function KeptNote({ path }: { path: string }) {
  const t = useTranslations('parts.kept')
  const [was] = useState(() => hasDrafts(path))
  const is = useSyncExternalStore(onDraftsChange, () => hasDrafts(path))
  if (!was || !is) return null
  const startAgain = () => {
    forgetDraftsAt(path)
    window.location.reload()
  }
  return (
    <div className="kept-note">
      <Say
        kind="note"
        to={
          <Button variant="text" size="sm" onClick={startAgain}>
            {t('again')}
          </Button>
        }
      >
        {t('back')}
      </Say>
    </div>
  )
}
