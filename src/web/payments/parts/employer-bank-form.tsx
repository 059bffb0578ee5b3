import { useTranslations } from 'use-intl'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { refusedWhole, showProblem } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { COMPANY_ACCOUNTS } from '../queries.ts'
import { BankAccountForm, useBankForm } from './bank-account-form.tsx'

/** The form of a company's own bank account, with what is known of it filled in. */
export function EmployerBankForm({ employer }: { employer: ClientOutput<'getEmployer'> }) {
  const t = useTranslations('payments.company.bank')
  const go = useGo()
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
      return true
    },
  })
  return (
    <BankAccountForm
      form={form}
      refused={refusedWhole(form.formState.errors) ?? ''}
      sending={add.isPending}
      back={COMPANY_ACCOUNTS}
      onSend={body => add.mutate({ body })}
    />
  )
}
