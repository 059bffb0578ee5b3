import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SignUpType } from '#domain/identity/sign-up.ts'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { ConfirmEmail } from '#web/identity/confirm-email.tsx'
import { NotYours, type Refused } from '#web/identity/parts/not-yours.tsx'
import { firstPlace, freshMe } from '#web/identity/queries.ts'
import { SignUpAccount } from '#web/identity/sign-up-account.tsx'
import {
  beganAsPartner,
  chooseRole,
  chosenRole,
  rememberPartner,
  rememberRole,
  startingRole,
} from '#web/identity/sign-up-role.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { detailsKnown } from '#web/kernel/gate.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { sessionState } from '#web/kernel/session.ts'
import type { Me } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { Link } from '#web/ui/link.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

// Its lists and its phone field weigh more than the rest of the page together, and are needed a step later.
const SignUpDetails = lazy(() =>
  import('#web/identity/sign-up-details.tsx').then(part => ({ default: part.SignUpDetails })),
)

const STEPS = ['account', 'details', 'confirm'] as const
/** A partner without a session makes the account together with the details. */
const PARTNER_STEPS = ['both', 'confirm'] as const

/** Which step somebody is at on entry (specification 4, Sign-up); undefined when nothing is left to do. */
function stepOf(me: Me | null, partner: boolean): 0 | 1 | 2 | undefined {
  if (!me) return partner ? 1 : 0
  if (!detailsKnown(me)) return 1
  return me.email_verified ? undefined : 2
}

/** The sign-up for a business, a contractor, a partner's person, or somebody who was invited. */
export function SignUpPage() {
  const client = useQueryClient()
  const go = useGo()
  const config = useQuery(query('getAppConfig', {}))
  const visitor = useQuery({
    queryKey: ['visitor'],
    queryFn: async () => {
      const state = await sessionState()
      return state === 'open' ? freshMe(client) : state
    },
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const beginsLong = useAddress().path === '/partner-signup'
  const half = visitor.data === 'second-factor'
  useEffect(() => {
    if (half) go('/auth/login?next=/signup', { replace: true })
  }, [half, go])
  return (
    <AuthFrame fromTop>
      {beginsLong && (visitor.isPending || config.isPending) && <LongForm />}
      {visitor.isError && (
        <LoadProblem problem={visitor.error} onRetry={() => void visitor.refetch()} />
      )}
      {visitor.isSuccess &&
        visitor.data !== 'second-factor' &&
        !visitor.isFetching &&
        !config.isPending && (
          <Steps
            visitor={visitor.data === 'nobody' ? null : visitor.data}
            oidc={config.data?.identity.kind === 'oidc'}
          />
        )}
    </AuthFrame>
  )
}

function Steps({ visitor, oidc }: { visitor: Me | null; oidc: boolean }) {
  const t = useTranslations('identity.signUp')
  const [me, setMe] = useState(visitor)
  const partner = usePartner(me)
  const [role, setRole] = useRole(me, partner)
  const link = useInvitationFor(me)
  const client = useQueryClient()
  const go = useGo()
  // An account at an OpenID provider is made there, before anything else.
  const step = stepOf(me, partner && !oidc)
  useEffect(() => {
    if (step === undefined && me && link === 'theirs')
      void firstPlace(me).then(place => go(place, { replace: true }))
  }, [step, me, link, go])
  if (link === 'unknown') return <LoadingBlock height={320} />
  if (me && link !== 'theirs') return <NotYours me={me} invitation={link} />
  if (step === undefined) return null
  const together = !visitor && partner && !oidc
  return (
    <Suspense fallback={<LongForm />}>
      <Stepper
        label={t('steps')}
        steps={(together ? PARTNER_STEPS : STEPS).map(step => t(step))}
        current={together ? step - 1 : step}
      />
      <div className="mt32">
        {step === 0 && (
          <SignUpAccount
            role={role}
            onRole={setRole}
            onDone={async () => setMe(await freshMe(client))}
          />
        )}
        {step === 1 && (
          <SignUpDetails
            partner={partner}
            role={role}
            signedIn={me !== null}
            invitedBy={me?.sign_up?.invited_by ?? null}
            onRole={setRole}
            onDone={setMe}
          />
        )}
        {step === 2 && <ConfirmEmail email={me?.email ?? ''} />}
      </div>
      {!me && (
        <p className="t2 mt24 center">
          {t.rich('have', {
            link: said => (
              <Link href="/auth/login" className="u">
                {said}
              </Link>
            ),
          })}
        </p>
      )}
    </Suspense>
  )
}

/** In place of a form that is longer than any window, so that what stands below it is not seen to move. */
function LongForm() {
  return <LoadingBlock height={1100} />
}

/**
 * Whether a partner signs up: by the page, or where the account was begun on it, unless somebody invited its person to work as a
 * contractor.
 */
function usePartner(me: Me | null): boolean {
  const asked = useAddress().path === '/partner-signup'
  const email = me?.email
  useEffect(() => {
    if (asked && email) rememberPartner(email)
  }, [asked, email])
  if (asked || !me) return asked
  return me.sign_up?.role === 'partner' || (!me.sign_up?.invited_by && beganAsPartner(me.email))
}

/**
 * The role that the person chose here, that the server says the account begins with, or that the query or the last visit asks for; an
 * invitation's is locked.
 */
function useRole(
  me: Me | null,
  partner: boolean,
): [SignUpType, ((role: SignUpType) => void) | undefined] {
  const asked = useAddress().get('role')
  const invitation = useAddress().get('invitation')
  const [begun, setBegun] = useState(() => startingRole(asked))
  const [chosen, setChosen] = useState<SignUpType>()
  const invited = useQuery({
    ...query('findInvitation', { params: { token: invitation } }),
    enabled: invitation !== '',
  })
  useEffect(() => rememberRole(begun), [begun])
  if (partner) return ['employer', undefined]
  if (invited.data) return ['contractor', undefined]
  if (!me) return [begun, setBegun]
  const told = me.sign_up?.role === 'partner' ? 'employer' : me.sign_up?.role
  const choose = (role: SignUpType) => {
    setChosen(role)
    chooseRole(me.email, role)
  }
  return [chosen ?? chosenRole(me.email) ?? told ?? begun, choose]
}

/**
 * What the invitation in the address is to who is logged in: theirs to answer, or none at all; another's, or one that an account of
 * another kind cannot accept. What is over is said to whom no other invitation can wait for.
 */
function useInvitationFor(me: Me | null): 'unknown' | 'theirs' | Refused {
  const token = useAddress().get('invitation')
  const found = useQuery({
    ...query('findInvitation', { params: { token } }),
    enabled: token !== '' && me !== null,
  })
  if (token === '' || !me) return 'theirs'
  if (found.isPending) return 'unknown'
  const otherKind = detailsKnown(me) && me.type !== 'contractor'
  if (found.data) {
    const other = found.data.email.toLowerCase() !== me.email.toLowerCase()
    return other || otherKind ? found.data : 'theirs'
  }
  return otherKind ? asApiProblem(found.error) : 'theirs'
}
