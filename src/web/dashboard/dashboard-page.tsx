import { lazy, Suspense, useEffect } from 'react'
import { useMe } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { CardSkeleton, HeadSkeleton } from '#web/parts/query-view.tsx'
import { Page } from '#web/ui/page.tsx'

const ContractorHome = lazy(() =>
  import('./contractor-home.tsx').then(part => ({ default: part.ContractorHome })),
)
const EmployerHome = lazy(() =>
  import('./employer-home.tsx').then(part => ({ default: part.EmployerHome })),
)

/** Everyone's home; operators have none of their own and start with who waits for review. */
export function DashboardPage() {
  const { type } = useMe()
  if (type === 'operator') return <ToOperations />
  return (
    <Suspense
      fallback={
        <Page>
          <HeadSkeleton width={520} />
          <CardSkeleton height={240} />
        </Page>
      }
    >
      {type === 'contractor' ? <ContractorHome /> : <EmployerHome />}
    </Suspense>
  )
}

function ToOperations() {
  const go = useGo()
  useEffect(() => go('/operations/employers', { replace: true }), [go])
  return null
}
