import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { InboxState } from '#web/identity/inbox-state.tsx'
import { DeadLink, isDeadLink } from '#web/identity/parts/dead-link.tsx'
import { problemText } from '#web/kernel/api-problem.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

/**
 * Where the mailed links of an e-mail change lead, for everyone. It asks before it confirms, so that no mail scanner that
 * opens links moves an account.
 */
export function ConfirmEmailChangePage() {
  const t = useTranslations('identity.emailChange')
  const token = useAddress().get('token')
  const confirm = useCall('confirmEmailChange', { onProblem: () => true })
  const failure = problemText(confirm.error)
  const ended = confirm.error && isDeadLink(confirm.error) ? confirm.error : undefined
  if (confirm.data?.done)
    return (
      <AuthFrame>
        <h1 className="h1">{t('done')}</h1>
        <p className="body t2 mt4">{t('doneLead')}</p>
        <div className="mt24">
          <LinkButton href="/auth/login" size="lg" full>
            {t('logIn')}
          </LinkButton>
        </div>
      </AuthFrame>
    )
  if (confirm.data)
    return (
      <AuthFrame>
        <InboxState title={t('half')}>
          {t(confirm.data.confirmed === 'new' ? 'newConfirmed' : 'oldAgreed')}
        </InboxState>
      </AuthFrame>
    )
  if (token === '' || ended)
    return (
      <AuthFrame>
        <DeadLink problem={ended}>
          <LinkButton href="/account/security" size="lg" full>
            {t('again')}
          </LinkButton>
        </DeadLink>
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('lead')}</p>
      {failure && (
        <div className="mt24">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <div className="mt24">
        <Button
          size="lg"
          full
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ body: { token } })}
        >
          {t('submit')}
        </Button>
      </div>
    </AuthFrame>
  )
}
