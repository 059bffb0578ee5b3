import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { InboxState } from '#web/identity/inbox-state.tsx'
import { firstPlace, freshMe } from '#web/identity/queries.ts'
import { nowMs } from '#web/kernel/env.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { signOut } from '#web/kernel/session.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

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

/** The last step of the sign-up: look into the inbox. It goes on by itself once the e-mail is verified, here or on another device; only
 * the session that signed up is asked, so that nobody else learns of it. */
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
            variant="secondary"
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
      <p className="row g8 mt16" role="status">
        <Spinner /> {t('waiting')}
      </p>
    </InboxState>
  )
}

/** How often a page that somebody looks at asks whether the link was opened elsewhere, and for how long it does. */
const LOOK_EVERY_MS = 5_000
const LOOK_FOR_MS = 30 * 60_000

function useGoOnWhenVerified(): void {
  const client = useQueryClient()
  const go = useGo()
  useEffect(() => {
    const until_ms = nowMs() + LOOK_FOR_MS
    let looking = false
    const look = async () => {
      if (document.visibilityState !== 'visible' || looking) return
      looking = true
      const me = await freshMe(client).catch(() => null)
      looking = false
      if (me?.email_verified) go(await firstPlace(me), { replace: true })
    }
    const onSight = () => void look()
    const timer = setInterval(() => nowMs() < until_ms && onSight(), LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', onSight)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSight)
    }
  }, [client, go])
}
