import { useTranslations } from 'use-intl'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CycleList } from './parts/cycle-list.tsx'
import { PayrollTabs, usePageMode } from './parts/payroll-tabs.tsx'

/** The employer's cycles that are to come, that run, or that are over: `/employer/payroll/{pageMode}`. */
export function EmployerPayrollPage() {
  const t = useTranslations('payroll.pageModes.employer')
  const mode = usePageMode()
  return (
    <Page>
      <PageHead
        title={t(`${mode}.title`)}
        lead={t(`${mode}.lead`)}
        actions={<PayrollTabs of="employer" shown={mode} />}
      />
      <CycleList
        key={mode}
        which={{ view: mode }}
        root={mode === 'historical' ? 'payroll-historical' : 'payroll-run'}
        nothing={
          <EmptyState
            title={t(`${mode}.nothing`)}
            actions={
              mode !== 'historical' && (
                <LinkButton href="/employer/payroll-policies" variant="secondary">
                  {t('policies')}
                </LinkButton>
              )
            }
          >
            {t(`${mode}.none`)}
          </EmptyState>
        }
      />
      <SimulatedNote />
    </Page>
  )
}
