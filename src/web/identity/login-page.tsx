import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { LoginForm } from '#web/identity/login-form.tsx'
import { ProviderLogin } from '#web/identity/provider-login.tsx'
import { SESSION } from '#web/identity/queries.ts'
import { safeNext } from '#web/kernel/gate.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { matchesPath } from '#web/kernel/page-entry.ts'
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
  const { path, hash, get } = useAddress()
  // The router draws this page, or mounts it anew, also while the address is still another one's, or the next one's already.
  const isHere = matchesPath('/auth/login', path)
  const next = get('next')
  const error = get('error')
  const [missing, setMissing] = useState<readonly Method[]>()
  // What was there when somebody got in stays, busy, until the next page is there.
  const [entering, setEntering] = useState<'form' | 'second-step'>()
  const config = useQuery(query('getAppConfig', {}))
  const session = useQuery(SESSION)
  const open = session.data === 'open'
  // An error that somebody comes back with is read before going on.
  const goOn = open && error === '' && !entering
  const step = missing || session.data === 'second-factor' ? 'second-step' : 'form'
  const onward = useCallback(() => {
    // What was asked before the log-in; what this page stands on goes with it.
    client.removeQueries({ type: 'inactive' })
    go(safeNext(next), { replace: true })
  }, [client, go, next])
  const enter = useCallback(() => {
    sessionBegan()
    setEntering(step)
    client.setQueryData(SESSION.queryKey, 'open')
    onward()
  }, [onward, client, step])
  useEffect(() => {
    if (goOn && isHere) onward()
  }, [goOn, isHere, onward])
  if (!entering && (config.isPending || session.isPending || goOn || !isHere)) return null
  const oidc = config.data?.identity.kind === 'oidc'
  const back = () => {
    setMissing(undefined)
    client.setQueryData(SESSION.queryKey, 'nobody')
    void signOut()
  }
  if ((entering ?? step) === 'second-step')
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
