/** Pages of ours as a browser opens them, for tests. */
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { Suspense } from 'react'
import { history } from '#web/kernel/navigation.tsx'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'

/** Opens an address among pages by their paths, in place of what was open: nothing is known but what the device kept. */
export function openPages(
  address: string,
  pages: Readonly<Record<string, RouteComponent>>,
  client = createQueryClient(),
): void {
  cleanup()
  history.push(address)
  const root = createRootRoute()
  const routeTree = root.addChildren(
    Object.entries(pages).map(([path, component]) =>
      createRoute({ getParentRoute: () => root, path, component }),
    ),
  )
  render(
    <QueryClientProvider client={client}>
      <Words of={ALL_WORDS}>
        <Suspense>
          <RouterProvider router={createRouter({ history, routeTree })} />
        </Suspense>
      </Words>
    </QueryClientProvider>,
  )
}
