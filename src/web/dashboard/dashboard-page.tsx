import { Suspense } from 'react'
import type { Role } from '#contract/kernel/endpoint.ts'
import { useMe } from '#web/kernel/me.ts'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { later } from '#web/ui/later.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const HOMES = {
  contractor: later(() => import('./contractor-home.tsx').then(part => part.ContractorHome)),
  employer: later(() => import('./employer-home.tsx').then(part => part.EmployerHome)),
  operator: later(() => import('./operator-home.tsx').then(part => part.OperatorHome)),
}

/** Loads the home of a type of person, so that it is drawn at once. */
export async function loadHome(type: Role): Promise<void> {
  await HOMES[type].load()
}

/** Everyone's home. */
export function DashboardPage() {
  const Home = HOMES[useMe().type ?? 'employer']
  return (
    <Suspense
      fallback={
        <Page>
          <HeadSkeleton width={520} />
          <CardSkeleton height={240} />
        </Page>
      }
    >
      <Home />
    </Suspense>
  )
}
