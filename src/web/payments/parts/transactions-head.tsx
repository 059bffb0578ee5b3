import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CHECKLIST } from './use-execute.ts'

/** The head of the transactions: its sentence, the way to the checklist, and the switch between what is unpaid, files for banks and history. */
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
  const tab = get('tab')
  const which = tab === 'history' || tab === 'files' ? tab : 'unpaid'
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <>
            {actions}
            <LinkButton
              href={CHECKLIST}
              icon="send"
              variant={which === 'unpaid' ? 'primary' : 'secondary'}
            >
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
            { value: 'files', label: t('files') },
            { value: 'history', label: t('history') },
          ]}
          value={which}
          onChange={value =>
            set({
              tab: value === 'unpaid' ? undefined : value,
              file: undefined,
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
