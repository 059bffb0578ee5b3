import { useTranslations } from 'use-intl'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { signOut } from '#web/kernel/session.ts'
import type { ClientOutput, Me } from '#web/kernel/types.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

/** An invitation that who is logged in cannot accept, or why its link does not work. */
export type Refused = ClientOutput<'findInvitation'> | ApiProblem

/** Says why the invitation that was opened cannot be accepted with this account, and what to do. */
export function NotYours({ me, invitation }: { me: Me; invitation: Refused }) {
  const t = useTranslations('identity.notYours')
  const over = 'detail' in invitation
  const another = !over && invitation.email.toLowerCase() !== me.email.toLowerCase()
  return (
    <>
      <h1 className="h1">{t('title')}</h1>
      <div className="mt24">
        <ErrorBox>
          {over
            ? invitation.detail
            : t(another ? 'another' : 'otherKind', {
                email: me.email,
                invited: invitation.email,
                name: invitation.employer_name,
                type: me.type ?? 'employer',
              })}
        </ErrorBox>
      </div>
      {!over && (
        <p className="body t2 mt16">
          {t(another ? 'logInAsInvited' : 'askForAnother', {
            invited: invitation.email,
            name: invitation.employer_name,
          })}
        </p>
      )}
      <div className="stack g12 mt24">
        {another && (
          // The page loads again, for whoever is invited.
          <Button size="lg" full onClick={() => void signOut('changed')}>
            {t('logOut')}
          </Button>
        )}
        <LinkButton href="/dashboard" size="lg" full variant="secondary">
          {t('home')}
        </LinkButton>
      </div>
    </>
  )
}
