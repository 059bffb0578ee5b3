import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { decimalOf, minorOf } from '#web/parts/money.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type Balance, companiesOf, currenciesOf, inCurrency } from './balance-words.ts'

const USUAL_DAYS = 3

/** Asks a company for money: what is short is there to be sent as it is. */
export function RequestDialog({
  balances,
  row,
  onClose,
}: {
  balances: readonly Balance[]
  row: Balance | undefined
  onClose: () => void
}) {
  const t = useTranslations('ledger.request')
  const today = useToday()
  const start = row ?? balances.find(({ short }) => short > 0) ?? balances[0]
  const [typed, setTyped, sent] = useDraft(
    { dialog: `request ${start?.domain} ${start?.currency}` },
    {
      domain: start?.domain ?? '',
      currency: start?.currency ?? 'USD',
      amount: start && start.short > 0 ? decimalOf(inCurrency(start, start.short)) : '',
      needed_on: addDays(today, USUAL_DAYS),
      words: '',
    },
  )
  const wrong = useRefusal({ ...typed, amount_in_smallest_unit: typed.amount })
  const ask = useCall('requestFunds', {
    refresh: ['listFundingRequests', 'listApprovalSteps'],
    onSuccess: ({ waiting }) => {
      sent()
      openAlert(waiting ? waiting.reason : t('asked'), { severity: waiting ? 'info' : 'success' })
      onClose()
    },
    onProblem: wrong.hear,
  })
  const change = (more: Partial<typeof typed>) => setTyped({ ...typed, ...more })
  const minor = minorOf(typed.amount, typed.currency)
  const submit = () => {
    if (!minor) return wrong.say({ amount_in_smallest_unit: t('needsAmount') })
    const { domain, amount: _, ...body } = typed
    ask.mutate({ params: { domain }, body: { ...body, amount_in_smallest_unit: minor } })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      lead={t('lead')}
      submit={t('submit')}
      pending={ask.isPending}
      refused={wrong.whole}
      onSubmit={submit}
    >
      <SelectField
        id="request-employer"
        label={t('employer')}
        required
        options={companiesOf(balances)}
        value={typed.domain}
        error={wrong.of('domain')}
        onChange={domain => change({ domain })}
      />
      <SelectField
        id="request-currency"
        label={t('currency')}
        required
        options={currenciesOf(balances)}
        value={typed.currency}
        onChange={currency => change({ currency })}
        error={wrong.of('currency')}
      />
      <NumberField
        id="request-amount"
        label={t('amount', { currency: typed.currency })}
        required
        decimals={exponentOf(typed.currency)}
        value={typed.amount}
        onChange={event => change({ amount: event.target.value })}
        error={wrong.of('amount_in_smallest_unit')}
      />
      <DateField
        id="request-by"
        label={t('by')}
        required
        value={typed.needed_on}
        min={today}
        onChange={needed_on => change({ needed_on })}
        error={wrong.of('needed_on')}
      />
      <TextField
        id="request-words"
        label={t('words')}
        help={t('wordsHelp')}
        maxLength={500}
        value={typed.words}
        onChange={event => change({ words: event.target.value })}
        error={wrong.of('words')}
      />
    </FormDialog>
  )
}
