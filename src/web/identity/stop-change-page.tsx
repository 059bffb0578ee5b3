import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { LinkWithoutCode } from '#web/identity/parts/dead-link.tsx'
import { problemText } from '#web/kernel/api-problem.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

const NEW_PASSWORD = '/auth/login#forgotPassword'

/** Where the mail about changed destinations leads who did not change them: one click holds them, and logs everybody out. */
export function StopChangePage() {
  const t = useTranslations('identity.stopChange')
  const token = useAddress().get('token')
  const stop = useCall('stopDestinationChange', { onProblem: () => true })
  const failure = problemText(stop.error)
  const until = stop.data?.held_until
  if (token === '') return <LinkWithoutCode>{t('toLogIn')}</LinkWithoutCode>
  return (
    <AuthFrame>
      <h1 className="h1">{t(until ? 'stopped' : 'title')}</h1>
      <p className="body t2 mt4" role="status">
        {until ? t('stoppedLead', { at: atTime(until) }) : t('lead')}
      </p>
      {failure && (
        <div className="mt24">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <div className="mt24">
        {until ? (
          <LinkButton size="lg" full href={NEW_PASSWORD}>
            {t('newPassword')}
          </LinkButton>
        ) : (
          <Button
            size="lg"
            full
            variant="danger"
            loading={stop.isPending}
            onClick={() => stop.mutate({ body: { token } })}
          >
            {t('submit')}
          </Button>
        )}
      </div>
    </AuthFrame>
  )
}
