import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { GoogleMark } from '#web/auth-frame/google-mark.tsx'
import { onGoogleWord, openGoogle } from '#web/identity/google-popup.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { sessionBegan } from '#web/kernel/session.ts'
import { Button } from '#web/ui/button.tsx'
import { announceGoogleLogIn } from '#web/visits/analytics.ts'

/** Signs in with Google in a window of its own; then the page is loaded again, unless `onDone` says what else happens. */
export function GoogleButton({
  onFailure,
  onDone = () => window.location.reload(),
}: {
  onFailure: (thrown: unknown) => void
  onDone?: (() => void) | undefined
}) {
  const t = useTranslations('identity.google')
  const here = useAddress().here
  const [waiting, setWaiting] = useState(false)
  const word = useRef<(error: string | null) => void>(() => {})
  word.current = error => {
    setWaiting(false)
    if (error) return onFailure(error)
    announceGoogleLogIn()
    sessionBegan()
    onDone()
  }
  useEffect(() => onGoogleWord(error => word.current(error)), [])
  const start = () => {
    setWaiting(true)
    openGoogle(here)
      .catch(onFailure)
      .finally(() => setWaiting(false))
  }
  return (
    <Button variant="secondary" size="lg" full loading={waiting} onClick={start}>
      <GoogleMark />
      {t('continue')}
    </Button>
  )
}
