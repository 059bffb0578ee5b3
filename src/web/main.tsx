// Before all others, which are evaluated in this order.
import './asked-first.ts'

import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SESSION } from '#web/identity/queries.ts'
import { StepUpHost } from '#web/identity/step-up-host.tsx'
import { afterRefusal, api } from '#web/kernel/api.ts'
import { admit } from '#web/kernel/gate.ts'
import { loadAnew } from '#web/kernel/missing-script.ts'
import { createLink, history } from '#web/kernel/navigation.tsx'
import { createQueryClient, JUST_ASKED_MS, query } from '#web/kernel/queries.ts'
import { onSessionEnd, type SessionState, sessionState } from '#web/kernel/session.ts'
import { Alerts } from '#web/ui/alerts.tsx'
import { LOADER_AFTER_MS } from '#web/ui/full-screen-loader.tsx'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import { ConsentBar } from '#web/visits/consent-bar.tsx'
import { LEARNED } from '#web/words/learned.ts'
import { Words } from '#web/words/words.tsx'
import { config, found, home, me, session } from './asked-first.ts'
import { screenWith } from './first-screen.tsx'
import { isLogIn, pageOf } from './routes.ts'

const queryClient = createQueryClient()
const { Screen, fetchRoutes, loadPage } = screenWith(queryClient)

const { pathname } = window.location
const taken = found.then(answers => {
  for (const [name, input, answer] of answers) queryClient.setQueryData([name, input], answer)
})
const offered = queryClient.prefetchQuery({ ...query('getAppConfig', {}), queryFn: () => config })
/** What the first screen is drawn with. */
const needed = isLogIn(pathname)
  ? [offered, queryClient.prefetchQuery({ ...SESSION, queryFn: () => session ?? sessionState() })]
  : [offered, session?.then(fetchMe).then(() => fetchAhead(pathname)), taken.then(loadPage), home]
if (!isLogIn(pathname)) fetchAhead(pathname)

async function fetchMe(state: SessionState): Promise<void> {
  if (state !== 'open') return
  await queryClient.prefetchQuery({
    ...query('getMe', {}),
    queryFn: async () => (await me) ?? api('getMe', {}),
  })
}

/** Fetches what draws the page of a path, and what it shows to whom it lets in. A failure is the page's to tell, when somebody goes there. */
function fetchAhead(path: string): void {
  const page = pageOf(path)
  void fetchRoutes().catch(() => {})
  void page?.load().catch(() => {})
  const person = queryClient.getQueryData(query('getMe', {}).queryKey)
  if (!page || !person?.type || admit(person, page) !== 'page') return
  for (const [name, input] of page.asks?.(person.type) ?? [])
    void queryClient.prefetchQuery({ ...query(name, input as never), staleTime: JUST_ASKED_MS })
}

const PageLink = createLink(pageOf, fetchAhead)

// A full load, so that nothing of the person who left stays in memory. A session that did not end here comes back to its page.
onSessionEnd((why, url) => {
  const { pathname, search } = window.location
  if (why === 'changed') return window.location.reload()
  if (why === 'asked' && url) return window.location.assign(url)
  if (pathname.startsWith('/auth/')) return
  const how = {
    asked: '',
    suspended: '?error=suspended',
  }[why as string]
  const back = `?next=${encodeURIComponent(pathname + search)}`
  window.location.assign(`/auth/login${how ?? back}`)
})

afterRefusal(code => {
  const place = code === 'SECOND_FACTOR_REQUIRED' ? '/account/security' : '/signup'
  if (window.location.pathname !== place) history.push(place)
})

// What comes soon is waited for, so that the first screen is drawn once and not twice: a page behind the router has more to fetch.
const late = new Promise(done =>
  setTimeout(done, isLogIn(pathname) ? LOADER_AFTER_MS : 2 * LOADER_AFTER_MS),
)
void Promise.race([Promise.allSettled(needed), late])
  .then(rooted)
  .then(painted)
  .then(draw)

/** A home has its root only with its answers, in a piece of its own, which is still on its way where the server takes long (decision 0139). */
async function rooted(): Promise<void> {
  if (pathname === '/dashboard') await found.catch(() => {})
}

/** What the server drew of this page is seen before it is drawn again. A window that nobody looks at paints nothing. */
async function painted(): Promise<void> {
  if (document.hidden || !document.querySelector('.served')) return
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
}

function draw(): void {
  const root = document.getElementById('root')
  // Other browsers end a page whose rest was lost.
  if (!root) return void loadAnew()
  createRoot(root).render(
    <StrictMode>
      <Words of={LEARNED}>
        <QueryClientProvider client={queryClient}>
          <UiProvider link={PageLink}>
            <Screen />
            <StepUpHost />
            <ConsentBar />
            <Alerts />
          </UiProvider>
        </QueryClientProvider>
      </Words>
    </StrictMode>,
  )
}
