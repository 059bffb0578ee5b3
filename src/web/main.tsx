import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { StepUpHost } from '#web/identity/step-up-host.tsx'
import { afterRefusal } from '#web/kernel/api.ts'
import { createLink } from '#web/kernel/navigation.tsx'
import { createQueryClient, query } from '#web/kernel/queries.ts'
import { onSessionEnd } from '#web/kernel/session.ts'
import { createAppRouter, knowsPage } from '#web/router.tsx'
import { announcePages } from '#web/shell/page-focus.ts'
import { Alerts } from '#web/ui/alerts.tsx'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import { ConsentBar } from '#web/visits/consent-bar.tsx'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
const RouterLink = createLink(knowsPage)
announcePages(router)

// What this installation offers is wanted by the first page, whichever it is.
void queryClient.prefetchQuery(query('getAppConfig', {}))

// A full load, so that nothing of the person who left stays in memory. A session that ended by itself comes back to its page.
onSessionEnd((why, url) => {
  const { pathname, search } = window.location
  if (why === 'changed') return window.location.reload()
  if (why === 'asked' && url) return window.location.assign(url)
  if (pathname.startsWith('/auth/')) return
  const back = `?next=${encodeURIComponent(pathname + search)}`
  const how = { asked: '', suspended: '?error=suspended', expired: back, 'second-factor': back }
  window.location.assign(`/auth/login${how[why]}`)
})

afterRefusal(code => {
  const place = code === 'SECOND_FACTOR_REQUIRED' ? '/account/security' : '/signup'
  if (window.location.pathname !== place) router.history.push(place)
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider
          router={router}
          InnerWrap={({ children }) => (
            <UiProvider link={RouterLink}>
              {children}
              <StepUpHost />
              <ConsentBar />
              <Alerts />
            </UiProvider>
          )}
        />
      </QueryClientProvider>
    </StrictMode>,
  )
}
