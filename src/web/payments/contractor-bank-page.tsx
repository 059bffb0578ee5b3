import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { refusedWhole, showProblem } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { BankAccountForm, useBankForm } from './parts/bank-account-form.tsx'
import { ReopensHomeless } from './parts/reopens.tsx'

const METHODS = '/contractor/payment-methods'

/** Adds a bank account; the fields follow the currency and the way the bank is reached. What was typed stays on failure. */
export function ContractorBankPage() {
  const t = useTranslations('payments.bank')
  const go = useGo()
  // What can be paid says what the form asks for.
  const currencies = useQuery(query('listCurrencies', {}))
  const pays = useQuery(query('listNextPays', {}))
  const address = useAddress()
  const then = address.get('then').startsWith(`${METHODS}/`) ? address.get('then') : METHODS
  const { country } = useMe()
  // Whoever replaces an account comes with its currency.
  const form = useBankForm({ bank_country: country ?? '', currency: address.get('currency') })
  const add = useCall('putBankingInformation', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      go(then)
    },
    onProblem: problem => {
      showProblem(form.setError, problem)
      return true
    },
  })
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumbs.methods'), href: METHODS }, { label: t('crumbs.bank') }]}
        title={t('title')}
        lead={
          <span>
            {t('lead')}
            <ReopensHomeless pays={pays.data ?? []} />
          </span>
        }
      />
      {!currencies.data || pays.isPending ? (
        <Awaited of={[currencies]}>
          <CardSkeleton height={480} />
        </Awaited>
      ) : (
        <BankAccountForm
          form={form}
          refused={refusedWhole(form.formState.errors) ?? ''}
          sending={add.isPending}
          back={then}
          onSend={body => add.mutate({ body })}
        />
      )}
    </Page>
  )
}
