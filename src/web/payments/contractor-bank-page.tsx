import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { CardSkeleton } from '#web/parts/query-view.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { BankFields } from './parts/bank-fields.tsx'
import { type BankForm, bankInput, bankProblems, EMPTY_BANK, waysOf } from './parts/bank-form.ts'

const METHODS = '/contractor/payment-methods'

/** Checks the form by the server's rules. */
function useResolver(): Resolver<BankForm> {
  const t = useTranslations('payments.bankForm')
  const tAccounts = useTranslations('payments.accounts')
  return values => {
    const found = bankProblems(values, t, tAccounts)
    const errors = Object.fromEntries(
      found.map(({ name, msg }) => [name, { type: 'validate', message: msg }]),
    )
    return found.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

/** Adds a bank account; the fields follow the currency and the way the bank is reached. What was typed stays on failure. */
export function ContractorBankPage() {
  const t = useTranslations('payments.bank')
  const go = useGo()
  const [refused, setRefused] = useState('')
  const resolver = useResolver()
  // What can be paid says what the form asks for.
  const currencies = useQuery(query('listCurrencies', {}))
  const address = useAddress()
  const then = address.get('then').startsWith(`${METHODS}/`) ? address.get('then') : METHODS
  const { country } = useMe()
  // Whoever replaces an account comes with its currency.
  const where = { bank_country: country ?? '', currency: address.get('currency') }
  const form = useForm<BankForm>('bank', {
    defaultValues: { ...EMPTY_BANK, ...where, way: waysOf(where)[0] ?? EMPTY_BANK.way },
    mode: 'onTouched',
    resolver,
  })
  const add = useCall('putBankingInformation', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      go(then)
    },
    onProblem: problem => {
      showProblem(form.setError, problem)
      setRefused(problem.fields.length === 0 ? problem.detail : '')
      return true
    },
  })
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('crumbs.methods'), href: METHODS }, { label: t('crumbs.bank') }]}
        title={t('title')}
        lead={t('lead')}
      />
      {currencies.isPending ? (
        <CardSkeleton height={480} />
      ) : (
        <form
          noValidate
          className="form-column"
          onSubmit={event =>
            void form.handleSubmit(values => add.mutate({ body: bankInput(values) }))(event)
          }
        >
          {refused && <ErrorBox>{refused}</ErrorBox>}
          <BankFields form={form} />
          <div className="row g8 mt8">
            <LinkButton variant="secondary" size="lg" href={then}>
              {t('cancel')}
            </LinkButton>
            <Button type="submit" size="lg" loading={add.isPending}>
              {t('add')}
            </Button>
          </div>
        </form>
      )}
    </Page>
  )
}
