import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { InboxState } from '#web/identity/inbox-state.tsx'
import { firstPlace, freshMe } from '#web/identity/queries.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { signOut } from '#web/kernel/session.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'

/** Sends the verification link again; says so when it cannot. */
export function useResend() {
  const t = useTranslations('identity.confirmEmail')
  return useCall('sendEmailVerificationLink', {
    onProblem: () => {
      openAlert(t('notSent'), { severity: 'error' })
      return true
    },
  })
}

/** The last step of the sign-up: look into the inbox. Coming back to this page goes on once the e-mail is verified. */
export function ConfirmEmail({ email }: { email: string }) {
  const t = useTranslations('identity.confirmEmail')
  const resend = useResend()
  useGoOnWhenVerified()
  return (
    <InboxState
      title={t(resend.isSuccess ? 'sentAgain' : 'inbox')}
      actions={
        <>
          <Button
            size="lg"
            full
            loading={resend.isPending}
            onClick={() => resend.mutate({ body: { continuation_url: window.location.origin } })}
          >
            {t('resend')}
          </Button>
          <Button variant="quiet" size="lg" full onClick={() => void signOut()}>
            {t('logOut')}
          </Button>
        </>
      }
    >
      {t.rich('sent', { email, b: said => <b className="w6">{said}</b> })}
    </InboxState>
  )
}

function useGoOnWhenVerified(): void {
  const client = useQueryClient()
  const go = useGo()
  const [checking, setChecking] = useState(false)
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible' || checking) return
      setChecking(true)
      const me = await freshMe(client).catch(() => null)
      setChecking(false)
      if (me?.email_verified) go(await firstPlace(me), { replace: true })
    }
    const onSight = () => void look()
    document.addEventListener('visibilitychange', onSight)
    return () => document.removeEventListener('visibilitychange', onSight)
  }, [client, go, checking])
}
