import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ACCOUNT_TYPES } from '#domain/payments/destination.ts'
import { query } from '#web/kernel/queries.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type BankForm, fieldsOf, waysOf } from './bank-form.ts'

type Form = { form: UseFormReturn<BankForm> }

/** The fields of a bank account: name and currency first, then those that the currency and the way ask for. */
export function BankFields({ form }: Form) {
  const t = useTranslations('payments.bankFields')
  const { register, formState, watch, setValue, clearErrors } = form
  const { errors } = formState
  const [currency, way] = watch(['currency', 'way'])
  const currencies = useQuery(query('listCurrencies', {}))
  const options = (currencies.data ?? []).map(({ code, name }) => ({
    value: code,
    label: `${code} ${name}`,
  }))
  const ways = waysOf(currency)
  return (
    <>
      <TextField
        id="account_name"
        label={t('accountName.label')}
        required
        help={errors.account_name ? undefined : t('accountName.help')}
        autoComplete="name"
        error={errors.account_name}
        {...register('account_name')}
      />
      <ComboboxField
        id="currency"
        label={t('currency')}
        required
        value={currency}
        options={options}
        loading={currencies.isPending}
        error={errors.currency}
        onChange={value => {
          setValue('currency', value, { shouldValidate: value !== '' && Boolean(errors.currency) })
          setValue('way', waysOf(value)[0] ?? 'iban')
          clearErrors()
        }}
      />
      {ways.length > 0 && (
        <RadioCards
          legend={t('way')}
          cards={ways.map(value => ({
            value,
            label: t(`ways.${value}`),
            sub: t(`reached.${value}`),
          }))}
          value={way}
          onChange={value => {
            setValue('way', value)
            clearErrors()
          }}
        />
      )}
      {ways.length > 0 && <WayFields form={form} />}
    </>
  )
}

function WayFields({ form }: Form) {
  const tTypes = useTranslations('payments.accountTypes')
  const t = useTranslations('payments.bankFields')
  const { register, formState, watch, setValue } = form
  const { errors } = formState
  const shown = fieldsOf(watch('way'))
  return shown.map(name =>
    name === 'account_type' ? (
      <SelectField
        key={name}
        id={name}
        label={t('accountType')}
        value={watch('account_type')}
        options={ACCOUNT_TYPES.map(value => ({ value, label: tTypes(value) }))}
        error={errors.account_type}
        onChange={value => setValue('account_type', value)}
      />
    ) : (
      <TextField
        key={name}
        id={name}
        label={t(`labels.${name}`)}
        required
        help={errors[name] ? undefined : t(`help.${name}`)}
        autoComplete="off"
        inputMode={name.endsWith('_number') && watch('way') === 'canadian' ? 'numeric' : 'text'}
        error={errors[name]}
        {...register(name)}
      />
    ),
  )
}
