import type { Resolver, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useForm } from '#web/parts/form.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { BankFields } from './bank-fields.tsx'
import { type BankForm, bankInput, bankProblems, EMPTY_BANK, waysOf } from './bank-form.ts'

/** Checks the form by the server's rules. */
function useResolver(): Resolver<BankForm> {
  const t = useTranslations('payments.bankForm')
  const tAccounts = useTranslations('payments.accounts')
  const tLocal = useTranslations('payments.localAccounts')
  return values => {
    const found = bankProblems(values, t, tAccounts, tLocal)
    const errors = Object.fromEntries(
      found.map(({ name, msg }) => [name, { type: 'validate', message: msg }]),
    )
    return found.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

/** The form of a bank account that begins with what is known of it. */
export function useBankForm(known: Partial<BankForm>): UseFormReturn<BankForm> {
  const begin = { ...EMPTY_BANK, ...known }
  return useForm<BankForm>('bank', {
    defaultValues: { ...begin, way: waysOf(begin)[0] ?? EMPTY_BANK.way },
    mode: 'onTouched',
    resolver: useResolver(),
  })
}

/** A bank account to fill in, a contractor's or a company's; the fields follow the currency and the way the bank is reached. */
export function BankAccountForm({
  form,
  refused,
  sending,
  back,
  onSend,
}: {
  form: UseFormReturn<BankForm>
  /** What the server says of no field. */
  refused: string
  sending: boolean
  back: string
  onSend: (body: ReturnType<typeof bankInput>) => void
}) {
  const t = useTranslations('payments.bank')
  return (
    <form
      noValidate
      className="form-column"
      onSubmit={event => void form.handleSubmit(values => onSend(bankInput(values)))(event)}
    >
      {refused && <ErrorBox>{refused}</ErrorBox>}
      <BankFields form={form} />
      <div className="row g8 mt8">
        <LinkButton variant="secondary" size="lg" href={back}>
          {t('cancel')}
        </LinkButton>
        <Button type="submit" size="lg" loading={sending}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}
