/** The pages behind the router. It is loaded beside the first page, and not before the log-in is drawn. */

import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, RouterProvider } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { buildRouter } from '#web/kernel/build-router.tsx'
import { loadPage } from '#web/kernel/missing-script.ts'
import { announcePages, keepFocus } from '#web/shell/page-focus.ts'
import { isCounting } from '#web/visits/analytics.ts'
import { pages } from './routes.ts'

const AppFrame = lazyRouteComponent(() => loadPage(loadFrame), 'AppFrame')

/** Loads what stands around every signed-in page. */
export function loadFrame() {
  return import('./shell/app-frame.tsx')
}

/** Makes the component that draws the page of the address, and what loads that page so that it is drawn at once. */
export function routesWith(queryClient: QueryClient) {
  // A page that somebody else's script was loaded on shows nothing of who is logged in: the next one is loaded anew.
  const router = buildRouter({ queryClient, mustLoadAnew: isCounting }, pages, AppFrame)
  function Routes() {
    const t = useTranslations('pages')
    // Before the router shows its first page.
    useLayoutEffect(() => announcePages(router, t), [t])
    useLayoutEffect(() => keepFocus(), [])
    // What it loaded before it was shown may have led elsewhere: by then nobody told it to go there, and what leads there waits for it to arrive.
    useLayoutEffect(() => {
      if (router.state.location.href !== router.latestLocation.href) void router.load()
    }, [])
    return <RouterProvider router={router} />
  }
  return { Routes, loadPage: () => router.load() }
}
