import { useTranslations } from 'use-intl'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { useCall } from '#web/kernel/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'

/** What became of an invitation whose link does not work; where a newer one was sent, it is sent again from here. */
export function InvitationOver({ token, problem }: { token: string; problem: ApiProblem }) {
  const t = useTranslations('identity.signUp')
  const ask = useCall('askForInvitation', { onProblem: () => true })
  const replaced = problem.code === 'LINK_REPLACED'
  return (
    <div className="stack g12 mt24">
      {ask.data ? (
        <div role="status">
          <Say kind="note">{t('sentAgain', { email: ask.data.sent_to })}</Say>
        </div>
      ) : (
        <ErrorBox>
          {ask.error?.detail ??
            (replaced ? problem.detail : t('without', { problem: problem.detail }))}
        </ErrorBox>
      )}
      {replaced && !ask.data && (
        <div>
          <Button
            variant="secondary"
            loading={ask.isPending}
            onClick={() => ask.mutate({ params: { token } })}
          >
            {t('askAgain')}
          </Button>
        </div>
      )}
    </div>
  )
}
