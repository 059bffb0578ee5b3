import { useLayoutEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { forgetDraftsAt, hasDrafts, onDraftsChange } from '#web/kernel/drafts.ts'
import { hasTyped, lostFiles } from '#web/kernel/lost-files.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import './parts.css'

/**
 * Says on a page that is opened that what was typed there before is in its fields again, until it is sent or taken out or they leave the
 * screen; and names the files that were chosen there, which are not.
 */
export function KeptNote({ path }: { path: string }) {
  const t = useTranslations('parts.kept')
  const [was] = useState(() => hasDrafts(path))
  const [lost] = useState(() => lostFiles(path))
  const typed = useOfDrafts(() => hasTyped(path))
  const still = useOfDrafts(() => lostFiles(path).join('\n'))
  const files = lost.filter(name => still.split('\n').includes(name))
  if (!was || (!typed && files.length === 0)) return null
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
        {typed && t('back')}
        {typed && files.length > 0 && ' '}
        {files.length > 0 &&
          t.rich('files', { count: files.length, names: () => <bdi>{files.join(', ')}</bdi> })}
      </Say>
    </div>
  )
}

/**
 * What is read of the drafts, as they change. It listens before the forms of the page say that they are there: what it then reads is painted with
 * them, where `useSyncExternalStore` begins to listen once the page was painted, and moves it.
 */
function useOfDrafts<T extends string | boolean>(read: () => T): T {
  const [value, setValue] = useState(read)
  useLayoutEffect(() => {
    const look = () => setValue(read())
    look()
    return onDraftsChange(look)
  })
  return value
}
