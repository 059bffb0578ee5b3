import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
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
  const t = useTranslations('payments.transactions')
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
              {t('checklist')}
            </LinkButton>
          </>
        }
      />
      <div className="seg-tabs">
        <Segmented
          label={t('which')}
          segments={[
            { value: 'unpaid', label: t('unpaid') },
            { value: 'history', label: t('history') },
          ]}
          value={history ? 'history' : 'unpaid'}
          onChange={value =>
            set({
              tab: value === 'history' ? 'history' : undefined,
              cursor: undefined,
              status: undefined,
              search: undefined,
              network: undefined,
              from: undefined,
              to: undefined,
            })
          }
        />
      </div>
    </>
  )
}
