import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Payslips, usePayslips } from './parts/payslips.tsx'

// Few come for one, and its fields are no part of reading payslips.
const StatementsCard = lazy(() =>
  import('./parts/statements-card.tsx').then(part => ({ default: part.StatementsCard })),
)

/** The payslips of a contractor, and the statements of a year that they make. */
export function ContractorReportsPage() {
  const t = useTranslations('payroll.payslips')
  const [stating, setStating] = useState(false)
  const { data, hasNextPage } = usePayslips()
  const count = data?.pages.flatMap(page => page.items).length ?? 0
  return (
    <Page>
      <PageHead
        title={t(hasNextPage ? 'atLeast' : 'title', { count })}
        lead={t('lead')}
        actions={
          <>
            {(!data || count > 0) && (
              <Button
                // It stands there from the first moment, so that nothing moves when payslips come.
                disabled={!data}
                variant="secondary"
                icon="file"
                aria-expanded={stating}
                onClick={() => setStating(!stating)}
              >
                {t('statement')}
              </Button>
            )}
            <LinkButton variant="secondary" icon="calendar" href="/contractor/payroll/upcoming">
              {t('upcoming')}
            </LinkButton>
          </>
        }
      />
      {stating && (
        <div style={{ marginBottom: 20 }}>
          <Suspense>
            <StatementsCard />
          </Suspense>
        </div>
      )}
      <Payslips />
    </Page>
  )
}
