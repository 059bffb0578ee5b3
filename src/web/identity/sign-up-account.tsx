import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { SignUpType } from '#domain/identity/sign-up.ts'
import {
  AccountFields,
  GoogleSignUp,
  ProviderSignUp,
  useNewAccount,
} from '#web/identity/account-fields.tsx'
import { InvitationOver } from '#web/identity/parts/invitation-over.tsx'
import { asApiProblem, problemText } from '#web/kernel/api-problem.ts'
import { useAppConfig } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBox } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'

const ROLES = [
  { value: 'employer', icon: 'building' },
  { value: 'contractor', icon: 'user' },
] as const

/** What Corridor promises to each (specification 1). */
const POINTS = {
  employer: ['automate', 'engage', 'compliance', 'bulk'],
  contractor: ['preference', 'currency'],
} as const

/** Step 0: what somebody is, and the account, made here or at an OpenID provider. An invitation fixes the role and the e-mail. */
export function SignUpAccount({
  role,
  onRole,
  onDone,
}: {
  role: SignUpType
  onRole: ((role: SignUpType) => void) | undefined
  onDone: () => Promise<void>
}) {
  const t = useTranslations('identity.signUp')
  const provider = useAppConfig()?.identity
  return (
    <>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t(`leads.${role}`)}</p>
      {onRole && (
        <div className="mt24">
          <RadioCards
            legend={t('what')}
            legendHidden
            name="role"
            cards={ROLES.map(({ value, icon }) => ({
              value,
              end: <Icon name={icon} size={20} />,
              label: t(`roles.${value}`),
              sub: t(`subs.${value}`),
            }))}
            value={role}
            onChange={onRole}
          />
        </div>
      )}
      <ul className="pitch mt16" aria-label={t('get')}>
        {POINTS[role].map(point => (
          <li key={point}>
            <Icon name="check" size={16} />
            {t(`points.${point}`)}
          </li>
        ))}
      </ul>
      {provider?.kind === 'oidc' ? (
        <ProviderSignUp name={provider.name} />
      ) : (
        <AccountForm role={role} onDone={onDone} />
      )}
    </>
  )
}

function AccountForm({ role, onDone }: { role: SignUpType; onDone: () => Promise<void> }) {
  const t = useTranslations('identity.signUp')
  const token = useAddress().get('invitation')
  const invitation = useQuery({
    ...query('findInvitation', { params: { token } }),
    enabled: token !== '',
  })
  const google = useAppConfig()?.google_sign_in
  const account = useNewAccount(invitation.data?.email, token)
  const submit = useMutation({
    mutationFn: async () => {
      if (await account.create(role)) await onDone()
    },
  })
  const failure = account.failure || problemText(submit.error)
  return (
    <>
      {invitation.data && <Invited {...invitation.data} />}
      {failure ? (
        <div className="mt24">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      ) : (
        invitation.error && (
          <InvitationOver token={token} problem={asApiProblem(invitation.error)} />
        )
      )}
      {google && <GoogleSignUp />}
      <form
        className={cx('fields', google ? 'mt16' : 'mt24')}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit.mutate()
        }}
      >
        <AccountFields account={account} />
        <Button type="submit" size="lg" full loading={submit.isPending}>
          {t('submit')}
        </Button>
      </form>
    </>
  )
}

function Invited({
  employer_name: name,
  role,
  expires_at,
}: {
  employer_name: string
  role: string
  expires_at: string
}) {
  const t = useTranslations('identity.signUp')
  const b = (said: ReactNode) => <b>{said}</b>
  return (
    <div className="invited mt24">
      <Avatar name={name} square />
      <div>
        {role ? t.rich('invitedAs', { name, role, b }) : t.rich('invited', { name, b })}
        <div className="meta t2">{t('ends', { time: atTime(expires_at) })}</div>
      </div>
    </div>
  )
}
