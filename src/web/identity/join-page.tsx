import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { ProviderSignUp } from '#web/identity/account-fields.tsx'
import { freshMe } from '#web/identity/queries.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useAppConfig } from '#web/kernel/me.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { sessionState, signOut } from '#web/kernel/session.ts'
import type { Me } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { atTime } from '#web/parts/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import './identity.css'
import { DeadLink, isDeadLink } from './parts/dead-link.tsx'
import type { TeamInvitation } from './parts/join-form.tsx'

// Their phone field weighs more than the rest of the page, and who has an account needs none.
const JoinForm = lazy(() =>
  import('./parts/join-form.tsx').then(part => ({ default: part.JoinForm })),
)
const AcceptForm = lazy(() =>
  import('./parts/join-form.tsx').then(part => ({ default: part.AcceptForm })),
)

/** Joins a team by the mailed link: with a new account, or with the one that the invited address has. */
export function JoinPage() {
  return (
    <AuthFrame fromTop>
      <Join />
    </AuthFrame>
  )
}

function Join() {
  const t = useTranslations('identity.join')
  const client = useQueryClient()
  const token = useAddress().get('token')
  const invitation = useQuery({
    ...query('findTeamInvitation', { params: { token } }),
    enabled: token !== '',
    staleTime: 0,
  })
  const visitor = useQuery({
    queryKey: ['visitor'],
    queryFn: async () =>
      (await sessionState()) === 'second-factor' ? 'second-factor' : freshMe(client),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const failed = invitation.error ? asApiProblem(invitation.error) : undefined
  if (token === '' || isDeadLink(failed))
    return (
      <DeadLink problem={failed}>
        <LinkButton href="/auth/login" size="lg" full variant="secondary">
          {t('logIn')}
        </LinkButton>
      </DeadLink>
    )
  if (failed) return <LoadProblem problem={failed} onRetry={() => void invitation.refetch()} />
  if (visitor.error)
    return <LoadProblem problem={visitor.error} onRetry={() => void visitor.refetch()} />
  if (!invitation.data || !visitor.isSuccess || visitor.isFetching)
    return <LoadingBlock height={320} />
  return (
    <>
      <h1 className="h1">{t('title')}</h1>
      <Invited {...invitation.data} />
      <div className="mt24">
        <Suspense fallback={<LoadingBlock height={320} />}>
          <Way invitation={invitation.data} visitor={visitor.data} token={token} />
        </Suspense>
      </div>
    </>
  )
}

/** How the visitor goes on: with the session that there is, by logging in, or with a new account. */
function Way({
  invitation,
  visitor,
  token,
}: {
  invitation: TeamInvitation
  visitor: Me | 'second-factor' | null
  token: string
}) {
  const client = useQueryClient()
  const go = useGo()
  const identity = useAppConfig()?.identity
  const enter = useCallback(() => {
    client.clear()
    go('/dashboard', { replace: true })
  }, [client, go])
  if (visitor !== null && visitor !== 'second-factor')
    return visitor.email === invitation.email ? (
      <AcceptForm invitation={invitation} me={visitor} token={token} onDone={enter} />
    ) : (
      <OtherPerson email={visitor.email} invited={invitation.email} />
    )
  if (visitor === 'second-factor' || invitation.has_account) return <LogIn token={token} />
  if (identity?.kind === 'oidc') return <ProviderSignUp name={identity.name} />
  return <JoinForm invitation={invitation} token={token} onDone={enter} />
}

function Invited({ organisation, inviter_name, role, expires_at }: TeamInvitation) {
  const tNames = useTranslations('identity.roleNames')
  const t = useTranslations('identity.join')
  return (
    <div className="invited mt24">
      <Avatar name={organisation} square />
      <div>
        {t.rich('invited', {
          role: tNames(role).toLowerCase(),
          inviter: () => <bdi>{inviter_name}</bdi>,
          team: () => (
            <b>
              <bdi>{organisation}</bdi>
            </b>
          ),
        })}
        <div className="meta t2">{t('ends', { time: atTime(expires_at) })}</div>
      </div>
    </div>
  )
}

function LogIn({ token }: { token: string }) {
  const t = useTranslations('identity.join')
  const back = encodeURIComponent(`/join?token=${encodeURIComponent(token)}`)
  return (
    <>
      <p className="body t2">{t('hasAccount')}</p>
      <div className="mt16">
        <LinkButton href={`/auth/login?next=${back}`} size="lg" full>
          {t('logInToAccept')}
        </LinkButton>
      </div>
    </>
  )
}

function OtherPerson({ email, invited }: { email: string; invited: string }) {
  const t = useTranslations('identity.join')
  return (
    <>
      <ErrorBox>{t('other', { email, invited })}</ErrorBox>
      <div className="mt16">
        {/* The page loads again, for whoever is invited. */}
        <Button size="lg" full onClick={() => void signOut('changed')}>
          {t('logOut')}
        </Button>
      </div>
    </>
  )
}
