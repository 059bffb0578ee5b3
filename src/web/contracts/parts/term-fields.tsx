/** The fields of a contract's terms, which several forms have. */

import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ENGAGEMENTS } from '#domain/contracts/contract.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { minorOf } from '#web/parts/money.tsx'
import { optionsOf } from '#web/parts/options-of.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { NumberField, useDecimalProblem } from '#web/ui/number-input.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ContractEntry } from './contract-entry.ts'

type Form = UseFormReturn<ContractEntry>

/** What is done. */
export function RoleField({ form: { register, formState } }: { form: Form }) {
  const t = useTranslations('contracts.form')
  return (
    <TextField
      id="role"
      label={t('role.label')}
      required
      error={formState.errors.role}
      {...register('role', { validate: typed => typed.trim() !== '' || t('role.missing') })}
    />
  )
}

/** Whether it is paid. */
export function EngagementField({ form: { control } }: { form: Form }) {
  const t = useTranslations('contracts.form.engagement')
  return (
    <Controller
      control={control}
      name="engagement"
      render={({ field: { value = 'paid', onChange } }) => (
        <RadioCards
          legend={t('label')}
          value={value}
          onChange={onChange}
          cards={ENGAGEMENTS.map(one => ({ value: one, label: t(one), sub: t(`${one}Sub`) }))}
        />
      )}
    />
  )
}

/** By which policy it is paid. */
export function PolicyField({ form: { control } }: { form: Form }) {
  const t = useTranslations('contracts.form')
  const policies = useQuery(query('getEmployer', {})).data?.approved_payroll_policies ?? []
  return (
    <Controller
      control={control}
      name="pay_policy_uuid"
      rules={{ required: t('policy.missing') }}
      render={({ field, fieldState }) => (
        <SelectField
          {...field}
          id="pay_policy_uuid"
          label={t('policy.label')}
          required
          help={t('policy.help')}
          error={fieldState.error}
          options={policies.map(({ uuid, label }) => ({ value: uuid, label }))}
        />
      )}
    />
  )
}

type Translator = ReturnType<typeof useTranslations<'contracts.form'>>

function rateProblem(typed: string, currency: string, t: Translator): string | undefined {
  const minor = minorOf(typed, currency || 'USD')
  if (typed.trim() === '') return t('rate.missing')
  if (minor === undefined)
    return currency ? t('rate.malformed', { currency }) : t('rate.malformedInAny')
  return minor > 0 ? undefined : t('positive')
}

function hoursProblem(typed: string, wrong: string | undefined, t: Translator): string | undefined {
  if (typed.trim() === '') return t('hours.missing')
  if (wrong) return wrong
  return Number(typed) > 0 ? undefined : t('positive')
}

/** What an hour is paid, in what, and how many there are. */
export function PayFields({ form: { register, control, formState } }: { form: Form }) {
  const t = useTranslations('contracts.form')
  const decimalProblem = useDecimalProblem()
  const currencies = useQuery(query('listContractCurrencies', {}))
  const { errors } = formState
  return (
    <>
      <div className="pair">
        <NumberField
          id="hourly_rate"
          label={t('rate.label')}
          required
          decimals={8}
          error={errors.hourly_rate}
          {...register('hourly_rate', {
            validate: (typed, { currency }) => rateProblem(typed, currency, t),
          })}
        />
        <Controller
          control={control}
          name="currency"
          rules={{ required: t('currency.missing') }}
          render={({ field, fieldState }) => (
            <ComboboxField
              {...field}
              id="currency"
              label={t('currency.label')}
              required
              autoComplete="off"
              {...optionsOf(currencies)}
              error={fieldState.error}
              options={(currencies.data ?? []).map(({ code, name }) => ({
                value: code,
                label: code,
                sub: name,
              }))}
            />
          )}
        />
      </div>
      <NumberField
        id="scheduled_hours"
        label={t('hours.label')}
        required
        help={t('hours.help')}
        error={errors.scheduled_hours}
        {...register('scheduled_hours', {
          validate: typed => hoursProblem(typed, decimalProblem(typed), t),
        })}
      />
    </>
  )
}

/** From when and until when; `effective` asks besides from when these terms count. */
export function TimeFields({ form, effective }: { form: Form; effective: boolean }) {
  const t = useTranslations('contracts.form')
  const end = (typed: string, { contract_start_date: start }: ContractEntry) =>
    typed === '' || (isPlainDate(typed) && typed >= start) || t('end.early')
  return (
    <>
      <div className="pair">
        <DateOf
          form={form}
          name="contract_start_date"
          label={t('start.label')}
          required
          validate={typed => isPlainDate(typed) || t('start.missing')}
        />
        <DateOf
          form={form}
          name="contract_end_date"
          label={t('end.label')}
          help={t('end.help')}
          validate={end}
        />
      </div>
      {effective && (
        <DateOf
          form={form}
          name="effective_date"
          label={t('effective.label')}
          help={t('effective.help')}
          validate={typed => typed === '' || isPlainDate(typed)}
        />
      )}
    </>
  )
}

function DateOf({
  form,
  name,
  validate,
  ...rest
}: {
  form: Form
  name: 'contract_start_date' | 'contract_end_date' | 'effective_date'
  label: string
  required?: boolean
  help?: string
  validate: (typed: string, entry: ContractEntry) => boolean | string
}) {
  const today = useToday()
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate }}
      render={({ field, fieldState }) => (
        <DateField {...field} {...rest} id={name} today={today} error={fieldState.error} />
      )}
    />
  )
}
