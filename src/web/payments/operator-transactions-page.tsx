import { lazy, Suspense } from 'react'
import { useAddress } from '#web/kernel/navigation.tsx'
import { Page } from '#web/ui/page.tsx'
import { HistoryList } from './parts/history-list.tsx'
import { UnpaidList } from './parts/unpaid-list.tsx'
import { WorkList } from './parts/work-list.tsx'
import { SimulatedNote } from './shared.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const BankFiles = lazy(() =>
  import('./parts/bank-files.tsx').then(part => ({ default: part.BankFiles })),
)

/** Every payment: those that are not settled with what is in their way, those that went wrong, the files for banks, and the history with its CSV. */
export function OperatorTransactionsPage() {
  const { get } = useAddress()
  return (
    <Page>
      {get('tab') === 'history' ? (
        <HistoryList />
      ) : get('tab') === 'work' ? (
        <WorkList />
      ) : get('tab') === 'files' ? (
        <Suspense fallback={<CardSkeleton height={460} />}>
          <BankFiles />
        </Suspense>
      ) : (
        <UnpaidList />
      )}
      <div className="page-note">
        <SimulatedNote />
      </div>
    </Page>
  )
}
