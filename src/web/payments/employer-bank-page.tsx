import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { COMPANY_ACCOUNTS } from './queries.ts'

// Comes along with what is asked of the server first.
const load = () => import('./parts/employer-bank-form.tsx')
const EmployerBankForm = lazy(() => load().then(part => ({ default: part.EmployerBankForm })))
void load()

/** Adds a bank account that the company funds from and is refunded to. */
export function EmployerBankPage() {
  const t = useTranslations('payments.company')
  const may = useMay()('putEmployerBanking')
  // What can be paid says what the form asks for.
  const currencies = useQuery(query('listCurrencies', {}))
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumb'), href: COMPANY_ACCOUNTS }, { label: t('bank.crumb') }]}
        title={t('bank.title')}
        lead={t('bank.lead')}
      />
      {may ? (
        <QueryView of={query('getEmployer', {})} skeleton={<CardSkeleton height={480} />}>
          {employer =>
            !currencies.data ? (
              <Awaited of={[currencies]}>
                <CardSkeleton height={480} />
              </Awaited>
            ) : (
              <Suspense fallback={<CardSkeleton height={480} />}>
                <EmployerBankForm employer={employer} />
              </Suspense>
            )
          }
        </QueryView>
      ) : (
        <NotForRole />
      )}
    </Page>
  )
}
