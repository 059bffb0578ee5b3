import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { ACCOUNT_TYPE_LABELS, ACCOUNT_TYPES } from '#domain/payments/destination.ts'
import { query } from '#web/kernel/queries.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type BankForm, fieldsOf, waysOf } from './bank-form.ts'

const WAYS = {
  canadian: { label: 'Bank account', sub: 'Transit, institution and account number' },
  interac: { label: 'Interac e-Transfer', sub: 'By e-mail, in CAD' },
  iban: { label: 'IBAN', sub: 'Europe and many other countries' },
  account: { label: 'Account number', sub: 'With the SWIFT code of the bank' },
} as const

const HELP: Readonly<Record<string, string>> = {
  transit_number: '5 digits',
  institution_number: '3 digits',
  account_number: 'As on a statement, with leading zeros',
  swift_code: '8 or 11 letters and digits, such as ABCDCATTXXX',
  iban: 'Spaces do not matter',
  interac_email: 'The address that is registered for Interac e-Transfer',
}

const LABELS: Readonly<Record<string, string>> = {
  transit_number: 'Transit number',
  institution_number: 'Institution number',
  account_number: 'Account number',
  swift_code: 'SWIFT code (BIC)',
  iban: 'IBAN',
  interac_email: 'Interac e-mail',
}

type Form = { form: UseFormReturn<BankForm> }

/** The fields of a bank account: name and currency first, then those that the currency and the way ask for. */
export function BankFields({ form }: Form) {
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
        label="Account name"
        required
        help={errors.account_name ? undefined : 'The account holder, as the bank has it'}
        autoComplete="name"
        error={errors.account_name}
        {...register('account_name')}
      />
      <ComboboxField
        id="currency"
        label="Currency"
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
          legend="How the bank is reached"
          cards={ways.map(value => ({ value, ...WAYS[value] }))}
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
  const { register, formState, watch, setValue } = form
  const { errors } = formState
  const shown = fieldsOf(watch('way'))
  return shown.map(name =>
    name === 'account_type' ? (
      <SelectField
        key={name}
        id={name}
        label="Account type"
        value={watch('account_type')}
        options={ACCOUNT_TYPES.map(value => ({ value, label: ACCOUNT_TYPE_LABELS[value] }))}
        error={errors.account_type}
        onChange={value => setValue('account_type', value)}
      />
    ) : (
      <TextField
        key={name}
        id={name}
        label={LABELS[name]}
        required
        help={errors[name] ? undefined : HELP[name]}
        autoComplete="off"
        inputMode={name.endsWith('_number') && watch('way') === 'canadian' ? 'numeric' : 'text'}
        error={errors[name]}
        {...register(name)}
      />
    ),
  )
}
