import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { ConfirmEmail } from '#web/identity/confirm-email.tsx'
import { firstPlace, freshMe } from '#web/identity/queries.ts'
import { SignUpAccount } from '#web/identity/sign-up-account.tsx'
import { rememberRole, type SignUpRole, startingRole } from '#web/identity/sign-up-role.ts'
import { detailsKnown } from '#web/kernel/gate.ts'
import { LoadingBlock, LoadProblem } from '#web/kernel/loaded.tsx'
import { useGo, useSearchParam } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { Me } from '#web/kernel/types.ts'
import { Link } from '#web/ui/link.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

// Its lists and its phone field weigh more than the rest of the page together, and are needed a step later.
const SignUpDetails = lazy(() =>
  import('#web/identity/sign-up-details.tsx').then(part => ({ default: part.SignUpDetails })),
)

const STEPS = ['Account', 'Details', 'Confirm email']

/** Which step somebody is at on entry (specification 4, Sign-up); undefined when nothing is left to do. */
function stepOf(me: Me | null): 0 | 1 | 2 | undefined {
  if (!me) return 0
  if (!detailsKnown(me)) return 1
  return me.email_verified ? undefined : 2
}

/** The sign-up for a business, a contractor, a partner's person, or somebody who was invited. */
export function SignUpPage() {
  const client = useQueryClient()
  const visitor = useQuery({
    queryKey: ['visitor'],
    queryFn: () => freshMe(client),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <AuthFrame fromTop>
      {visitor.isError && (
        <LoadProblem problem={visitor.error} onRetry={() => void visitor.refetch()} />
      )}
      {visitor.isSuccess && !visitor.isFetching && <Steps visitor={visitor.data} />}
    </AuthFrame>
  )
}

function Steps({ visitor }: { visitor: Me | null }) {
  const partner = useLocation({ select: ({ pathname }) => pathname === '/partner-signup' })
  const [me, setMe] = useState(visitor)
  // An address that may have an account already gets the same answer and no session: the mail tells its owner.
  const [silentEmail, setSilentEmail] = useState('')
  const [role, setRole] = useRole(partner)
  const client = useQueryClient()
  const go = useGo()
  const step = silentEmail ? 2 : stepOf(me)
  useEffect(() => {
    if (step === undefined && me) void firstPlace(me).then(place => go(place, { replace: true }))
  }, [step, me, go])
  if (step === undefined) return null
  return (
    <>
      <Stepper label="Sign-up" steps={STEPS} current={step} />
      <div className="mt32">
        {step === 0 && (
          <SignUpAccount
            partner={partner}
            role={role}
            onRole={setRole}
            onDone={async email => {
              const created = await freshMe(client)
              if (created) setMe(created)
              else setSilentEmail(email)
            }}
          />
        )}
        {step === 1 && me && (
          <Suspense fallback={<LoadingBlock height={480} />}>
            <SignUpDetails partner={partner} role={role} onRole={setRole} onDone={setMe} />
          </Suspense>
        )}
        {step === 2 && <ConfirmEmail email={silentEmail || (me?.email ?? '')} session={!!me} />}
      </div>
      {step === 0 && (
        <p className="t2 mt24 center">
          Have an account?{' '}
          <Link href="/auth/login" className="u">
            Log in
          </Link>
        </p>
      )}
    </>
  )
}

/** The role of the query, of an invitation, or of the last visit; an invitation's is locked. */
function useRole(partner: boolean): [SignUpRole, ((role: SignUpRole) => void) | undefined] {
  const [asked] = useSearchParam('role')
  const [invitation] = useSearchParam('invitation')
  const [role, setRole] = useState(() => startingRole(asked))
  const invited = useQuery({
    ...query('findInvitation', { params: { token: invitation } }),
    enabled: invitation !== '',
  })
  useEffect(() => rememberRole(role), [role])
  if (partner) return ['employer', undefined]
  if (invited.data) return ['contractor', undefined]
  return [role, setRole]
}
