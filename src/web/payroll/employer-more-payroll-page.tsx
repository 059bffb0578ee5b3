import { useTranslations } from 'use-intl'
import { LINE_ITEM_STATUSES } from '#domain/payroll/line-item.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CycleList } from './parts/cycle-list.tsx'

/** Every cycle whose label is one pay status, newest first: `/employer/payroll-run/morePayroll/{status}`. */
export function EmployerMorePayrollPage() {
  const t = useTranslations('payroll.morePayroll')
  const tStatus = useTranslations('payroll.status')
  const go = useGo()
  const last = useAddress().path.split('/').at(-1)
  const status = LINE_ITEM_STATUSES.find(one => one === last) ?? 'PENDING_APPROVAL'
  const waits = status === 'PENDING_APPROVAL' || status === 'APPROVED'
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumb'), href: '/employer/payroll-run' }, { label: tStatus(status) }]}
        title={tStatus(status)}
        lead={t('lead')}
        actions={
          <Segmented
            label={t('label')}
            segments={LINE_ITEM_STATUSES.map(value => ({ value, label: tStatus(value) }))}
            value={status}
            onChange={value => go(`/employer/payroll-run/morePayroll/${value}`)}
          />
        }
      />
      <CycleList
        key={status}
        which={{ status }}
        root={waits ? 'payroll-run' : 'payroll-historical'}
        nothing={<EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>}
      />
      <SimulatedNote />
    </Page>
  )
}
