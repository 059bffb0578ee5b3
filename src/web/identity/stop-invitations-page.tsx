import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { LinkWithoutCode } from '#web/identity/parts/dead-link.tsx'
import { problemText } from '#web/kernel/api-problem.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

/** Where the link at the end of each invitation leads: one click, and the address gets no more of them, from anyone. */
export function StopInvitationsPage() {
  const t = useTranslations('identity.stop')
  const token = useAddress().get('token')
  const stop = useCall('stopInvitations', { onProblem: () => true })
  const failure = problemText(stop.error)
  const stopped = stop.data?.stopped ?? false
  if (token === '') return <LinkWithoutCode>{t('toLogIn')}</LinkWithoutCode>
  return (
    <AuthFrame>
      <h1 className="h1">{t(stopped ? 'stopped' : 'title')}</h1>
      <p className="body t2 mt4" role="status">
        {t(stopped ? 'stoppedLead' : stop.data ? 'againLead' : 'lead')}
      </p>
      {failure && (
        <div className="mt24">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <div className="mt24">
        <Button
          size="lg"
          full
          variant={stopped ? 'quiet' : 'primary'}
          loading={stop.isPending}
          onClick={() => stop.mutate({ body: { token, stopped: !stopped } })}
        >
          {t(stopped ? 'undo' : 'submit')}
        </Button>
      </div>
    </AuthFrame>
  )
}
