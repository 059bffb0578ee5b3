import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createLink } from '#web/kernel/navigation.tsx'
import { announcePages } from '#web/kernel/page-focus.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { afterSignOut } from '#web/kernel/session.ts'
import { createAppRouter, knowsPage } from '#web/router.tsx'
import { Alerts } from '#web/ui/alerts.tsx'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import '#web/kernel/kernel.css'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
const RouterLink = createLink(knowsPage)
announcePages(router)

// A full load, so that nothing of the person who left stays in memory. An expired session comes back to its page.
afterSignOut(why => {
  const { pathname, search } = window.location
  if (pathname.startsWith('/auth/')) return
  const next = why === 'expired' ? `?next=${encodeURIComponent(pathname + search)}` : ''
  window.location.assign(`/auth/login${next}`)
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
              <Alerts />
            </UiProvider>
          )}
        />
      </QueryClientProvider>
    </StrictMode>,
  )
}
