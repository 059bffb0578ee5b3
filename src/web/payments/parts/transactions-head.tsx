import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CHECKLIST } from './use-execute.ts'

const TABS = ['unpaid', 'work', 'files', 'history'] as const

/** The head of the transactions: its sentence, the way to the checklist, and the switch between unpaid, work list, files for banks and history. */
export function TransactionsHead({
  title,
  lead,
  actions,
  wrong,
}: {
  title: ReactNode
  lead: ReactNode
  actions?: ReactNode
  /** Whether it says what is wrong. */
  wrong?: boolean
}) {
  const t = useTranslations('payments.transactions')
  const { get, set } = useAddress()
  const tab = TABS.find(one => one === get('tab')) ?? 'unpaid'
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        wrong={wrong}
        actions={
          <>
            {actions}
            <LinkButton
              href={CHECKLIST}
              icon="send"
              variant={tab === 'unpaid' ? 'primary' : 'secondary'}
            >
              {t('checklist')}
            </LinkButton>
          </>
        }
      />
      <div className="seg-tabs">
        <Segmented
          label={t('which')}
          segments={TABS.map(value => ({ value, label: t(value) }))}
          value={tab}
          onChange={value =>
            set({
              tab: value === 'unpaid' ? undefined : value,
              file: undefined,
              kind: undefined,
              sort: undefined,
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
