/** Makes the router of a table of pages: the access gate before each, one shell around the signed-in ones. */

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { isApiProblem } from '#web/kernel/api-problem.ts'
import { admit, type Demand, type Visitor } from '#web/kernel/gate.ts'
import { loadPage } from '#web/kernel/missing-script.ts'
import { arrivedAt, history } from '#web/kernel/navigation.tsx'
import type { PageEntry, PageTitle } from '#web/kernel/page-entry.ts'
import { query } from '#web/kernel/queries.ts'
import { ScreenError } from '#web/kernel/screen-error.tsx'
import { sessionState } from '#web/kernel/session.ts'
import type { ApiName } from '#web/kernel/types.ts'
import { FullScreenLoader, LOADER_AFTER_MS } from '#web/ui/full-screen-loader.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Demand {
    readonly title?: PageTitle
    readonly makes?: ApiName | undefined
  }
}

/** What a router stands on. */
export type Context = {
  readonly queryClient: QueryClient
  /** Whether a page that shows who is logged in must not be shown in the document that is open. */
  readonly mustLoadAnew: () => boolean
}

/** Where somebody who is suspended ends up. */
const SUSPENDED = '/auth/login?error=suspended'

async function visitorOf(queryClient: QueryClient): Promise<Visitor> {
  try {
    const state = await sessionState()
    if (state !== 'open') return state
    return await queryClient.fetchQuery(query('getMe', {}))
  } catch (thrown) {
    // The session ended, or its person was suspended, since the token was made; the call signed it out.
    if (isApiProblem(thrown) && thrown.code === 'SUSPENDED') throw redirect({ href: SUSPENDED })
    if (isApiProblem(thrown) && thrown.status === 401) return 'nobody'
    throw thrown
  }
}

async function guard(
  { queryClient, mustLoadAnew }: Context,
  location: ParsedLocation,
  demand: Demand,
): Promise<void> {
  const admission = admit(await visitorOf(queryClient), demand)
  if (admission === 'login') {
    const home = location.pathname === '/dashboard' && location.searchStr === ''
    const next = `?next=${encodeURIComponent(location.href)}`
    throw redirect({ href: `/auth/login${home ? '' : next}` })
  }
  if (admission === 'signup') throw redirect({ href: '/signup' })
  if (admission === 'security') throw redirect({ href: '/account/security' })
  if (admission === 'dashboard') throw toHome()
  if (mustLoadAnew()) await leaveFor(location.href)
}

/** The way home of who asked for a page that is not there or is somebody else's: they are told the same of both, and nothing of either. */
function toHome() {
  void import('./no-page.ts').then(page => page.sayNoPage())
  return redirect({ href: '/dashboard', replace: true })
}

/** What is drawn of an address that cannot be decoded, which has no route to lead home by. */
function NoPage() {
  useEffect(() => void history.replace(toHome().options.href ?? '/'), [])
  return null
}

function leaveFor(href: string): Promise<never> {
  window.location.assign(href)
  return new Promise(() => {})
}

/** Hands what failed on a page up to the root, whose screen stands alone and not inside the shell. */
function Rethrow({ error }: { error: unknown }): never {
  throw error
}

/** The router of these pages, the signed-in ones inside `frame`. Unknown paths go to /dashboard (specification 2), and say so. */
export function buildRouter(context: Context, pages: readonly PageEntry[], frame: RouteComponent) {
  const root = createRootRouteWithContext<Context>()({
    errorComponent: ScreenError,
    notFoundComponent: NoPage,
  })
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: frame,
  })
  const routeOf = ({ path, load, ...data }: PageEntry) =>
    createRoute({
      getParentRoute: () => (data.roles ? shell : root),
      path,
      component: lazyRouteComponent(() => loadPage(load).then(page => ({ default: page }))),
      staticData: data,
      beforeLoad: ({ context, location }) =>
        data.roles ? guard(context as Context, location, data) : undefined,
    })
  const toDashboard = (path: string, way: typeof toHome) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw way()
      },
    })
  const tree = root.addChildren([
    ...pages.filter(page => !page.roles).map(routeOf),
    shell.addChildren(pages.filter(page => page.roles).map(routeOf)),
    toDashboard('/', () => redirect({ href: '/dashboard', replace: true })),
    toDashboard('$', toHome),
  ])
  const router = createRouter({
    routeTree: tree,
    context,
    history,
    parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: search => {
      const text = new URLSearchParams(
        Object.entries(search).map(([key, value]) => [key, String(value)]),
      ).toString()
      return text === '' ? '' : `?${text}`
    },
    scrollRestoration: true,
    defaultPendingMs: LOADER_AFTER_MS,
    defaultPendingComponent: FullScreenLoader,
    defaultErrorComponent: Rethrow,
  })
  router.subscribe('onResolved', ({ toLocation }) => arrivedAt(toLocation.pathname))
  return router
}
