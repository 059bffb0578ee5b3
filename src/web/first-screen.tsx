/** What a window shows first: the log-in by itself, or the pages behind the router, which is loaded for them. */

import type { QueryClient } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LoginPage } from '#web/identity/login-page.tsx'
import { useAddress } from '#web/kernel/navigation.tsx'
import { ScreenError } from '#web/kernel/screen-error.tsx'
import { arriveAt } from '#web/shell/page-focus.ts'
import { LateLoader } from '#web/ui/full-screen-loader.tsx'
import { later } from '#web/ui/later.tsx'
import { isLogIn, pageOf } from './routes.ts'

/** The screen of a window, and what fetches the router and the frame of signed-in pages ahead. */
export function screenWith(queryClient: QueryClient) {
  let loading: Promise<{ Routes: ComponentType; loadPage: () => Promise<void> }> | undefined
  const fetchRoutes = () => {
    loading ??= import('./router.tsx').then(({ loadFrame, routesWith }) => {
      void loadFrame().catch(() => {})
      return routesWith(queryClient)
    })
    return loading
  }
  const Routes = later(() => fetchRoutes().then(({ Routes }) => Routes))
  const loadPage = async () => {
    const [{ loadPage }] = await Promise.all([fetchRoutes(), Routes.load()])
    await loadPage()
  }
  function Screen() {
    const { path } = useAddress()
    // Once it shows anything else, the router has the log-in as well: it cannot be taken away and come back.
    const [routed, setRouted] = useState(false)
    if (!routed && !isLogIn(path)) setRouted(true)
    return (
      <CatchBoundary getResetKey={() => path} errorComponent={ScreenError}>
        {routed ? (
          <Suspense fallback={<LateLoader />}>
            <Routes />
          </Suspense>
        ) : (
          <LogIn onIntent={fetchRoutes} />
        )}
      </CatchBoundary>
    )
  }
  return { Screen, fetchRoutes, loadPage }
}

/** The log-in. Whoever begins to fill it in needs the router and their home next. */
function LogIn({ onIntent }: { onIntent: () => Promise<unknown> }) {
  const t = useTranslations('pages')
  useEffect(() => arriveAt('/auth/login', t('logIn')), [t])
  useEffect(() => {
    const fetchHome = () =>
      void Promise.all([onIntent(), pageOf('/dashboard')?.load()]).catch(() => {})
    addEventListener('input', fetchHome, { once: true })
    return () => removeEventListener('input', fetchHome)
  }, [onIntent])
  return <LoginPage />
}
