import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { minorOf, moneyText } from '#web/parts/money.tsx'
import { type Refusal, useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type Balance, companiesOf, currenciesOf, inCurrency } from './balance-words.ts'
import { type Quote, QuoteDialog } from './quote-dialog.tsx'

type Side = 'from' | 'to'

type When = 'now' | 'day'

type Typed = {
  readonly when: When
  readonly domain: string
  readonly from_currency: string
  readonly to_currency: string
  readonly amount: string
  readonly fixed_side: Side
  readonly conversion_date: string
}

/** Exchanges what a company has: now at a rate that is promised first, or on a day at the rate of then. */
export function ConversionDialog({
  balances,
  onClose,
}: {
  balances: readonly Balance[]
  onClose: () => void
}) {
  const t = useTranslations('ledger.convert')
  const tQuote = useTranslations('ledger.quote')
  const today = useToday()
  const short = balances.find(row => row.short > 0)
  const domain = short?.domain ?? balances[0]?.domain ?? ''
  const spare = balances.find(row => row.domain === domain && row.available > 0 && row.short === 0)
  const [typed, setTyped, sent] = useDraft<Typed>(
    { dialog: 'conversion' },
    {
      ...{
        domain,
        from_currency: spare?.currency ?? '',
        to_currency: short?.currency ?? '',
        amount: '',
      },
      ...({ when: 'now', fixed_side: 'to' } as const),
      conversion_date: today,
    },
  )
  const wrong = useRefusal({ ...typed, amount_in_smallest_unit: typed.amount })
  const [quote, setQuote] = useState<Quote>()
  const onProblem = (problem: ApiProblem) => {
    setQuote(undefined)
    return wrong.hear(problem)
  }
  const ask = useCall('askQuote', { onSuccess: setQuote, onProblem })
  const done = () => {
    sent()
    onClose()
  }
  const schedule = useCall('scheduleConversion', {
    refresh: ['listConversions', 'listApprovalSteps'],
    onSuccess: ({ waiting }) => {
      openAlert(waiting ? waiting.reason : t('done'), { severity: waiting ? 'info' : 'success' })
      done()
    },
    onProblem,
  })
  const change = (more: Partial<Typed>) => setTyped({ ...typed, ...more })
  const { from_currency, to_currency, fixed_side } = typed
  const fixed = fixed_side === 'from' ? from_currency : to_currency
  const minor = minorOf(typed.amount, fixed || 'USD')
  const submit = () => {
    if (!from_currency) return wrong.say({ from_currency: t('needsCurrency') })
    if (!to_currency) return wrong.say({ to_currency: t('needsCurrency') })
    if (!minor) return wrong.say({ amount_in_smallest_unit: t('needsAmount') })
    const body = { from_currency, to_currency, fixed_side, amount_in_smallest_unit: minor }
    const params = { domain: typed.domain }
    if (typed.when === 'now') return ask.mutate({ params, body })
    schedule.mutate({ params, body: { ...body, conversion_date: typed.conversion_date } })
  }
  if (quote)
    return (
      <QuoteDialog
        key={quote.quote_uuid}
        quote={quote}
        asking={ask.isPending}
        onAgain={submit}
        onBack={() => setQuote(undefined)}
        onDone={done}
      />
    )
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      lead={t('lead')}
      submit={typed.when === 'now' ? tQuote('ask') : t('submit')}
      pending={schedule.isPending || ask.isPending}
      refused={wrong.whole}
      onSubmit={submit}
    >
      <Sides balances={balances} typed={typed} wrong={wrong} onChange={change} />
      <NumberField
        id="convert-amount"
        label={t('amount', { currency: fixed })}
        required
        decimals={exponentOf(fixed || 'USD')}
        value={typed.amount}
        onChange={event => change({ amount: event.target.value })}
        error={wrong.of('amount_in_smallest_unit')}
      />
      <RadioCards<When>
        legend={tQuote('when')}
        value={typed.when}
        onChange={when => change({ when })}
        cards={(['now', 'day'] as const).map(value => ({
          value,
          label: tQuote(value),
          sub: tQuote(`${value}Text`),
        }))}
      />
      {typed.when === 'day' && (
        <DateField
          id="convert-on"
          label={t('on')}
          help={t('onHelp')}
          required
          value={typed.conversion_date}
          min={today}
          onChange={conversion_date => change({ conversion_date })}
          error={wrong.of('conversion_date')}
        />
      )}
    </FormDialog>
  )
}

/** Whose money, from what into what, and which of the two amounts is said. */
function Sides({
  balances,
  typed: { domain, from_currency, to_currency, fixed_side },
  wrong,
  onChange,
}: {
  balances: readonly Balance[]
  typed: Typed
  wrong: Refusal<keyof Typed | 'amount_in_smallest_unit'>
  onChange: (more: Partial<Typed>) => void
}) {
  const t = useTranslations('ledger.convert')
  const own = balances.filter(row => row.domain === domain)
  return (
    <>
      <SelectField
        id="convert-employer"
        label={t('employer')}
        required
        options={companiesOf(balances)}
        value={domain}
        error={wrong.of('domain')}
        onChange={of => onChange({ domain: of, from_currency: '' })}
      />
      <SelectField
        id="convert-from"
        label={t('from')}
        required
        options={own
          .filter(row => row.available > 0)
          .map(row => ({
            value: row.currency,
            label: row.currency,
            sub: t('there', { amount: moneyText(inCurrency(row, row.available)) }),
          }))}
        value={from_currency}
        onChange={of => onChange({ from_currency: of })}
        error={wrong.of('from_currency')}
      />
      <SelectField
        id="convert-to"
        label={t('to')}
        required
        options={currenciesOf(balances)}
        value={to_currency}
        onChange={of => onChange({ to_currency: of })}
        error={wrong.of('to_currency')}
      />
      <RadioCards<Side>
        legend={t('fixed')}
        value={fixed_side}
        onChange={side => onChange({ fixed_side: side })}
        cards={[
          { value: 'to', label: t('exactlyTo', { currency: to_currency }) },
          { value: 'from', label: t('exactlyFrom', { currency: from_currency }) },
        ]}
      />
    </>
  )
}
