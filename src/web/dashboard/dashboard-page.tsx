import { lazy, Suspense } from 'react'
import { useMe } from '#web/kernel/me.ts'
import { CardSkeleton, HeadSkeleton } from '#web/parts/query-view.tsx'
import { Page } from '#web/ui/page.tsx'

const ContractorHome = lazy(() =>
  import('./contractor-home.tsx').then(part => ({ default: part.ContractorHome })),
)
const EmployerHome = lazy(() =>
  import('./employer-home.tsx').then(part => ({ default: part.EmployerHome })),
)
const OperatorHome = lazy(() =>
  import('./operator-home.tsx').then(part => ({ default: part.OperatorHome })),
)

/** Everyone's home. */
export function DashboardPage() {
  const { type } = useMe()
  return (
    <Suspense
      fallback={
        <Page>
          <HeadSkeleton width={520} />
          <CardSkeleton height={240} />
        </Page>
      }
    >
      {type === 'contractor' ? (
        <ContractorHome />
      ) : type === 'operator' ? (
        <OperatorHome />
      ) : (
        <EmployerHome />
      )}
    </Suspense>
  )
}
