import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { LoginForm } from '#web/identity/login-form.tsx'
import { ProviderLogin } from '#web/identity/provider-login.tsx'
import { SESSION } from '#web/identity/queries.ts'
import { safeNext } from '#web/kernel/gate.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { Method } from '#web/kernel/session.ts'
import { sessionBegan, signOut } from '#web/kernel/session.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'

// Most people log in without these; the others wait for one a moment.
const SecondStep = lazy(() =>
  import('#web/identity/second-step.tsx').then(part => ({ default: part.SecondStep })),
)

const ForgotPassword = lazy(() =>
  import('#web/identity/forgot-password.tsx').then(part => ({ default: part.ForgotPassword })),
)

/**
 * The log in screen, for nobody who is logged in already: the forms, or the way to an OpenID provider; after the password the
 * second step, also when a reload finds that missing. The hash `forgotPassword` opens the password reset (specification 2).
 */
export function LoginPage() {
  return (
    <AuthFrame>
      <Login />
    </AuthFrame>
  )
}

function Login() {
  const client = useQueryClient()
  const go = useGo()
  const hash = useAddress().hash
  const asked = useAddress().get('next')
  // As it was on arrival: the address is another one while this page still goes on to the next.
  const [next] = useState(asked)
  const error = useAddress().get('error')
  const [missing, setMissing] = useState<readonly Method[]>()
  const config = useQuery(query('getAppConfig', {}))
  const session = useQuery(SESSION)
  const open = session.data === 'open'
  // An error that somebody comes back with is read before going on.
  const goOn = open && error === ''
  const onward = useCallback(() => {
    client.clear()
    // The router turned away from that page once, and does not ask again whether it opens: it is loaded anew.
    if (next) window.location.replace(safeNext(next))
    else go('/dashboard', { replace: true })
  }, [client, go, next])
  const enter = useCallback(() => {
    sessionBegan()
    onward()
  }, [onward])
  useEffect(() => {
    if (goOn) onward()
  }, [goOn, onward])
  if (config.isPending || session.isPending || goOn) return null
  const oidc = config.data?.identity.kind === 'oidc'
  const back = () => {
    setMissing(undefined)
    client.setQueryData(SESSION.queryKey, 'nobody')
    void signOut()
  }
  if (missing || session.data === 'second-factor')
    return (
      <Suspense fallback={<LoadingBlock height={280} />}>
        <SecondStep known={missing} onProven={enter} onBack={back} />
      </Suspense>
    )
  if (oidc) return <ProviderLogin open={open} />
  if (hash === 'forgotPassword')
    return (
      <Suspense fallback={<LoadingBlock height={280} />}>
        <ForgotPassword />
      </Suspense>
    )
  return <LoginForm onSecondFactor={setMissing} onEnter={enter} />
}
