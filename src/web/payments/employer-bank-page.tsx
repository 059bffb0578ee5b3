import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { showProblem } from '#web/parts/form.ts'
import { NotForRole } from '#web/parts/not-for-role.tsx'
import { CardSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { BankAccountForm, useBankForm } from './parts/bank-account-form.tsx'
import { COMPANY_ACCOUNTS } from './queries.ts'

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
            currencies.isPending ? <CardSkeleton height={480} /> : <Form employer={employer} />
          }
        </QueryView>
      ) : (
        <NotForRole />
      )}
    </Page>
  )
}

function Form({ employer }: { employer: ClientOutput<'getEmployer'> }) {
  const t = useTranslations('payments.company.bank')
  const go = useGo()
  const [refused, setRefused] = useState('')
  const form = useBankForm({
    account_name: employer.kyc_info.corporation_name,
    bank_country: employer.country_code,
  })
  const add = useCall('putEmployerBanking', {
    refresh: ['getEmployer', 'getMe', 'getFirstPay'],
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      go(COMPANY_ACCOUNTS)
    },
    onProblem: problem => {
      showProblem(form.setError, problem)
      setRefused(problem.fields.length === 0 ? problem.detail : '')
      return true
    },
  })
  return (
    <BankAccountForm
      form={form}
      refused={refused}
      sending={add.isPending}
      back={COMPANY_ACCOUNTS}
      onSend={body => add.mutate({ body })}
    />
  )
}
