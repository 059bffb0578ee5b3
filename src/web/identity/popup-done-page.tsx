import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { tellGoogleWord } from '#web/identity/google-popup.ts'
import { useAddress } from '#web/kernel/navigation.tsx'

/** The end of Google's window: tells the page that opened it what came of the sign-in, and closes itself. */
export function PopupDonePage() {
  const t = useTranslations('identity.google')
  const error = useAddress().get('error')
  useEffect(() => {
    tellGoogleWord(error || null)
    window.close()
  }, [error])
  return (
    <AuthFrame>
      <h1 className="h1">{t(error ? 'failed' : 'done')}</h1>
      <p className="body t2 mt4">{t('close')}</p>
    </AuthFrame>
  )
}
