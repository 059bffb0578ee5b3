import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ACCOUNT_TYPES } from '#domain/destinations/destination.ts'
import { currencyOf, localCountry } from '#domain/destinations/local-accounts.ts'
import { query } from '#web/kernel/queries.ts'
import { CountryField } from '#web/parts/country-field.tsx'
import { optionsOf } from '#web/parts/options-of.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type BankForm, bankNamed, fieldsOf, waysOf } from './bank-form.ts'

type Form = { form: UseFormReturn<BankForm> }

/** The currencies of accounts: the country's own first, those that are not paid now last, with the reason. */
function useCurrencies(country: string) {
  const t = useTranslations('payments.bankFields')
  const found = useQuery(query('listCurrencies', {}))
  const { data = [] } = found
  const own = currencyOf(country)
  const place = ({ code, not_paid }: (typeof data)[number]) =>
    not_paid === null ? Number(code !== own) : 2
  const options = data
    .toSorted((a, b) => place(a) - place(b))
    .map(({ code, name, not_paid }) => ({
      value: code,
      label: `${code} ${name}`,
      sub: not_paid === null ? undefined : t('unpaid'),
      disabled: not_paid !== null,
    }))
  const reason = data.find(({ code }) => code === own)?.not_paid ?? undefined
  const isPaid = (code: string) => data.some(one => one.code === code && one.not_paid === null)
  return { options, state: optionsOf(found), reason, isPaid }
}

/** The fields of a bank account: whose and where first, then those that the country, the currency and the way ask for. */
export function BankFields({ form }: Form) {
  const t = useTranslations('payments.bankFields')
  const { register, formState, watch, setValue, clearErrors } = form
  const { errors } = formState
  const [country, currency, way] = watch(['bank_country', 'currency', 'way'])
  const { options, state, reason, isPaid } = useCurrencies(country)
  const ways = waysOf({ bank_country: country, currency })
  const choose = (where: Pick<BankForm, 'bank_country' | 'currency'>) => {
    setValue('bank_country', where.bank_country)
    setValue('currency', where.currency)
    setValue('way', waysOf(where)[0] ?? 'iban')
    clearErrors()
  }
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
      <CountryField
        id="bank_country"
        label={t('country')}
        required
        value={country}
        error={errors.bank_country}
        onChange={value => {
          const own = currencyOf(value) ?? ''
          choose({ bank_country: value, currency: isPaid(own) ? own : '' })
        }}
      />
      <ComboboxField
        id="currency"
        label={t('currency')}
        required
        value={currency}
        options={options}
        {...state}
        help={currency === '' ? reason : undefined}
        error={errors.currency}
        onChange={value => choose({ bank_country: country, currency: value })}
      />
      {ways.length > 1 && (
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

/** What a field is called: what the country calls it, where that has a name of its own. */
function useNames(form: BankForm) {
  const t = useTranslations('payments.bankFields')
  const country =
    form.way === 'local' || form.way === 'account' ? localCountry(form.bank_country) : undefined
  return (
    name: Exclude<ReturnType<typeof fieldsOf>[number], 'account_type' | 'bank_code'> | 'bank_code',
  ) => {
    if (name === 'bank_code') {
      const at = isOneOf(OWN_CODES, country) ? country : 'US'
      return { label: t(`codes.${at}`), help: t(`codeHelp.${at}`) }
    }
    if (name === 'account_number' && isOneOf(OWN_NUMBERS, country))
      return { label: t(`numbers.${country}`), help: t(`numberHelp.${country}`) }
    return { label: t(`labels.${name}`), help: t(`help.${name}`) }
  }
}

/** Countries whose codes of banks, and whose numbers of accounts, are called something of their own. */
const OWN_CODES = ['GB', 'IN', 'AU', 'BR', 'NG'] as const
const OWN_NUMBERS = ['MX', 'PE', 'AR', 'BR', 'NG'] as const

function isOneOf<T extends string>(list: readonly T[], text: string | undefined): text is T {
  return list.some(one => one === text)
}

function WayFields({ form }: Form) {
  const tTypes = useTranslations('payments.accountTypes')
  const t = useTranslations('payments.bankFields')
  const { register, formState, watch, setValue } = form
  const { errors } = formState
  const values = watch()
  const nameOf = useNames(values)
  const bankText = ({ bank, branch }: { bank: string; branch: string | undefined }) =>
    branch ? t('branch', { bank, branch }) : bank
  return fieldsOf(values).map(name => {
    if (name === 'account_type')
      return (
        <SelectField
          key={name}
          id={name}
          label={t('accountType')}
          value={values.account_type}
          options={ACCOUNT_TYPES.map(value => ({ value, label: tTypes(value) }))}
          error={errors.account_type}
          onChange={value => setValue('account_type', value)}
        />
      )
    const { label, help } = nameOf(name)
    const named = bankNamed(values, name)
    return (
      <TextField
        key={name}
        id={name}
        label={label}
        required
        help={errors[name] ? undefined : named ? bankText(named) : help}
        autoComplete="off"
        inputMode={name.endsWith('_number') && values.way !== 'account' ? 'numeric' : 'text'}
        error={errors[name]}
        {...register(name)}
      />
    )
  })
}
