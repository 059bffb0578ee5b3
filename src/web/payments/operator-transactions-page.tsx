import { useAddress } from '#web/kernel/navigation.tsx'
import { Page } from '#web/ui/page.tsx'
import { HistoryList } from './parts/history-list.tsx'
import { UnpaidList } from './parts/unpaid-list.tsx'
import { SimulatedNote } from './shared.tsx'
import '#web/parts/parts.css'

/** Every payment: those that are not settled with what is in their way, and the history with its CSV. */
export function OperatorTransactionsPage() {
  const { get } = useAddress()
  return (
    <Page>
      {get('tab') === 'history' ? <HistoryList /> : <UnpaidList />}
      <div className="page-note">
        <SimulatedNote />
      </div>
    </Page>
  )
}
