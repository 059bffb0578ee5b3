import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { networkName } from '#domain/kernel/network.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { refusedWhole, showProblem, useForm } from '#web/parts/form.ts'
import { decimalOf, minorOf } from '#web/parts/money.tsx'
import { optionsOf } from '#web/parts/options-of.ts'
import { differing, TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { typedMoney } from '#web/parts/typed-money.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { NumberField } from '#web/ui/number-input.tsx'

export type Priced = ClientOutput<'listPrices'>['items'][number]

/** The networks by which payments leave. */
const NETWORKS = ['fiat', 'solana', 'hedera', 'algo', 'ethereum', 'bitcoin'] as const
type Typed = {
  currency: string
  contractor: string
  margin: string
  tax: string
} & Record<(typeof NETWORKS)[number], string>

/** The fields by what they are called on the wire. */
const FIELDS: Readonly<Record<string, keyof Typed>> = {
  per_contractor: 'contractor',
  ...Object.fromEntries(NETWORKS.map(network => [`per_payment.${network}`, network])),
}

function typedOf({ prices }: Priced): Typed {
  const currency = prices?.currency ?? 'USD'
  const money = (minor = 0) =>
    minor > 0 ? decimalOf({ currency, amount_in_smallest_unit: minor }) : ''
  const rate = (value = 0) => (value > 0 ? value.toFixed(2) : '')
  return {
    currency,
    contractor: money(prices?.per_contractor),
    margin: rate(prices?.margin),
    tax: rate(prices?.tax),
    fiat: money(prices?.per_payment.fiat),
    solana: money(prices?.per_payment.solana),
    hedera: money(prices?.per_payment.hedera),
    algo: money(prices?.per_payment.algo),
    ethereum: money(prices?.per_payment.ethereum),
    bitcoin: money(prices?.per_payment.bitcoin),
  }
}

/** The prices of one employer, in one currency; an empty field costs nothing. */
export function PriceDialog({ row, onClose }: { row: Priced; onClose: () => void }) {
  const t = useTranslations('billing.operator')
  const form = useForm<Typed>(
    { dialog: `prices ${row.employer_uuid}` },
    { defaultValues: typedOf(row), mode: 'onBlur' },
  )
  const { seen, isOther, hear, close } = useSeenVersion(row.version, ['listPrices'])
  const put = useCall('putPrices', { refresh: ['listPrices'], onProblem: () => true })
  const submit = (over: string) =>
    form.handleSubmit(async typed => {
      close(over)
      try {
        await put.mutateAsync({
          params: { id: row.employer_uuid },
          body: { ...pricesOf(typed), seen: over },
        })
        openAlert(t('saved'), { severity: 'success' })
        onClose()
      } catch (thrown) {
        if (!hear(asApiProblem(thrown))) showProblem(form.setError, thrown, FIELDS)
      }
    })()
  return (
    <FormDialog
      onClose={onClose}
      title={t('dialog', { employer: row.company_name })}
      submit={t('save')}
      pending={put.isPending}
      refused={refusedWhole(form.formState.errors)}
      onSubmit={() => submit(seen)}
    >
      {isOther && (
        <Versions
          theirs={typedOf(row)}
          mine={form.getValues()}
          onTheirs={() => {
            form.reset(typedOf(row))
            close(row.version)
          }}
          onMine={() => void submit(row.version)}
        />
      )}
      <PriceFields form={form} />
    </FormDialog>
  )
}

function pricesOf(typed: Typed) {
  const minor = (text: string) =>
    text.trim() ? typedMoney(text, typed.currency).amount_in_smallest_unit : 0
  return {
    currency: typed.currency,
    per_contractor: minor(typed.contractor),
    per_payment: Object.fromEntries(NETWORKS.map(of => [of, minor(typed[of])])),
    margin: Number(typed.margin || 0),
    tax: Number(typed.tax || 0),
  }
}

/** What they are charged by now beside what stands in the dialog. */
function Versions({
  theirs,
  mine,
  ...answers
}: {
  theirs: Typed
  mine: Typed
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('billing.operator')
  const row = (term: string, field: keyof Typed) => ({
    ...{ term, theirs: theirs[field], mine: mine[field] },
  })
  const rows = [
    row(t('currency'), 'currency'),
    row(t('contractor'), 'contractor'),
    ...NETWORKS.map(network => row(t('payment', { network: networkName(network) }), network)),
    row(t('margin'), 'margin'),
    row(t('tax'), 'tax'),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}

function PriceFields({ form }: { form: UseFormReturn<Typed> }) {
  const t = useTranslations('billing.operator')
  const found = useQuery(query('listCurrencies', {}))
  const currencies = found.data ?? []
  const currency = form.watch('currency')
  const amount = {
    validate: (typed: string) =>
      typed.trim() === '' ||
      minorOf(typed, currency) !== undefined ||
      t('bad', { example: decimalOf({ currency, amount_in_smallest_unit: 250 }) }),
  }
  const rate = {
    validate: (typed: string) => /^\d{0,2}(\.\d{1,2})?$/.test(typed.trim()) || t('badPercentage'),
  }
  const { errors } = form.formState
  const decimals = exponentOf(currency)
  return (
    <>
      <Controller
        control={form.control}
        name="currency"
        render={({ field, fieldState }) => (
          <ComboboxField
            {...field}
            id="price_currency"
            label={t('currency')}
            required
            {...optionsOf(found)}
            options={currencies.map(({ code, name }) => ({
              value: code,
              label: `${code} ${name}`,
            }))}
            error={fieldState.error}
          />
        )}
      />
      <NumberField
        id="contractor"
        label={t('contractor')}
        decimals={decimals}
        error={errors.contractor}
        {...form.register('contractor', amount)}
      />
      <div className="pair">
        {NETWORKS.map(network => (
          <NumberField
            key={network}
            id={`price-${network}`}
            label={t('payment', { network: networkName(network) })}
            decimals={decimals}
            error={errors[network]}
            {...form.register(network, amount)}
          />
        ))}
      </div>
      <div className="pair">
        <NumberField
          id="margin"
          label={t('margin')}
          error={errors.margin}
          {...form.register('margin', rate)}
        />
        <NumberField id="tax" label={t('tax')} error={errors.tax} {...form.register('tax', rate)} />
      </div>
    </>
  )
}
