import type { ReactNode } from 'react'
import { useAddress } from '#web/kernel/navigation.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CHECKLIST } from './use-execute.ts'

/** The head of the transactions: its sentence, the way to the checklist, and the switch between unpaid and history. */
export function TransactionsHead({
  title,
  lead,
  actions,
}: {
  title: ReactNode
  lead: ReactNode
  actions?: ReactNode
}) {
  const { get, set } = useAddress()
  const history = get('tab') === 'history'
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <>
            {actions}
            <LinkButton href={CHECKLIST} icon="send" variant={history ? 'secondary' : 'primary'}>
              Checklist
            </LinkButton>
          </>
        }
      />
      <div className="seg-tabs">
        <Segmented
          label="Which payments"
          segments={[
            { value: 'unpaid', label: 'Unpaid' },
            { value: 'history', label: 'History' },
          ]}
          value={history ? 'history' : 'unpaid'}
          onChange={value =>
            set({
              tab: value === 'history' ? 'history' : undefined,
              cursor: undefined,
              status: undefined,
              search: undefined,
            })
          }
        />
      </div>
    </>
  )
}
