import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-input.tsx'

type Account = ClientOutput<'listFundingAccounts'>['accounts'][number]

const FIELDS = [
  'account_name',
  'bank_name',
  'bank_address',
  'iban',
  'account_number',
  'routing_number',
  'swift_code',
] as const
const REQUIRED = new Set<string>(['currency', 'account_name', 'bank_name'])

/** Proposes the account of a currency: what stands is there to be changed. */
export function FundingAccountDialog({
  account,
  onClose,
}: {
  account: Account | undefined
  onClose: () => void
}) {
  const t = useTranslations('ledger.accounts')
  const tFields = useTranslations('ledger.payIn')
  const [typed, setTyped] = useDraft<Record<(typeof FIELDS)[number] | 'currency', string>>(
    { dialog: `funding-account ${account?.currency ?? ''}` },
    account ?? {
      ...{ currency: '', account_name: '', bank_name: '', bank_address: '' },
      ...{ iban: '', account_number: '', routing_number: '', swift_code: '' },
    },
  )
  const wrong = useRefusal(typed)
  const propose = useCall('proposeFundingAccount', {
    refresh: ['listFundingAccounts'],
    onSuccess: () => {
      openAlert(t('proposed'), { severity: 'success' })
      onClose()
    },
    onProblem: wrong.hear,
  })
  const field = (name: keyof typeof typed) => ({
    id: `account-${name}`,
    required: REQUIRED.has(name),
    value: typed[name],
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
    error: wrong.of(name),
  })
  const submit = () => {
    const { currency, ...rest } = typed
    const details = Object.fromEntries(FIELDS.map(name => [name, rest[name]]))
    propose.mutate({
      body: { currency: currency.trim().toUpperCase(), ...(details as typeof rest) },
    })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={account ? t('dialog.title', { currency: account.currency }) : t('dialog.titleNew')}
      lead={t('dialog.lead')}
      submit={t('dialog.submit')}
      pending={propose.isPending}
      refused={wrong.whole}
      onSubmit={submit}
    >
      {!account && <TextField {...field('currency')} label={tFields('currency')} maxLength={4} />}
      {FIELDS.map(name => (
        <TextField key={name} {...field(name)} label={tFields(`fields.${name}`)} />
      ))}
    </FormDialog>
  )
}
