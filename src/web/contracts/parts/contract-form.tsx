import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { decimalOf, minorOf } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { NumberField, useDecimalProblem } from '#web/ui/number-input.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextareaField, TextField } from '#web/ui/text-input.tsx'

export type ContractView = ClientOutput<'getContract'>
type Terms = ClientInput<'putContract'>['body']

/** What the form holds: everything as text, so that nothing typed is lost or rounded. */
export type ContractEntry = {
  role: string
  pay_policy_uuid: string
  currency: string
  hourly_rate: string
  scheduled_hours: string
  contract_start_date: string
  contract_end_date: string
  effective_date: string
  exhibit_a: string
}

/** A contract as the form shows it. */
export function entryOf(contract: ContractView): ContractEntry {
  return {
    role: contract.role,
    pay_policy_uuid: contract.pay_policy_uuid ?? '',
    currency: contract.currency,
    hourly_rate: contract.hourly_rate ? decimalOf(contract.hourly_rate) : '',
    scheduled_hours: contract.scheduled_hours?.toFixed(2) ?? '',
    contract_start_date: contract.contract_start_date,
    contract_end_date: contract.contract_end_date ?? '',
    effective_date: contract.effective_date,
    exhibit_a: contract.exhibit_a,
  }
}

function termsOf(entry: ContractEntry, contractor_sub: string): Terms {
  const { currency, hourly_rate, scheduled_hours, contract_end_date, ...rest } = entry
  return {
    ...rest,
    contractor_sub,
    currency,
    hourly_rate: { currency, amount_in_smallest_unit: minorOf(hourly_rate, currency) ?? 0 },
    scheduled_hours: Number(scheduled_hours),
    contract_end_date: contract_end_date || null,
    effective_date: entry.effective_date || entry.contract_start_date,
  }
}

/** The terms of a draft. Saving puts them under the given id; `onSaved` hears whether the PDF is wanted. */
export function ContractForm({
  id,
  contractorSub,
  initial,
  onSaved,
}: {
  id: string
  contractorSub: string
  initial: ContractEntry
  onSaved: (pdf: boolean) => Promise<unknown>
}) {
  const t = useTranslations('contracts.form')
  const form = useForm<ContractEntry>('contract', { mode: 'onTouched', defaultValues: initial })
  const { handleSubmit, setError, formState } = form
  const put = useCall('putContract', {
    refresh: ['getContract', 'getContractor', 'listContractors'],
  })
  const save = (pdf: boolean) =>
    handleSubmit(async entry => {
      try {
        await put.mutateAsync({ params: { id }, body: termsOf(entry, contractorSub) })
        await onSaved(pdf)
      } catch (thrown) {
        showProblem(setError, thrown, {
          'hourly_rate.currency': 'currency',
          'hourly_rate.amount_in_smallest_unit': 'hourly_rate',
          contractor_sub: null,
        })
      }
    })
  return (
    <form className="form-column" noValidate onSubmit={event => void save(true)(event)}>
      <WorkFields form={form} />
      <PayFields form={form} />
      <TimeFields form={form} />
      <TextareaField
        id="exhibit_a"
        label={t('exhibit.label')}
        rows={6}
        help={t('exhibit.help')}
        error={formState.errors.exhibit_a}
        {...form.register('exhibit_a')}
      />
      <div className="row g8 wrap">
        <Button type="submit" size="lg" loading={formState.isSubmitting}>
          {t('saveAndMake')}
        </Button>
        <Button
          variant="secondary"
          size="lg"
          disabled={formState.isSubmitting}
          onClick={() => void save(false)()}
        >
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useForm<ContractEntry>>

function WorkFields({ form: { register, control, formState } }: { form: Form }) {
  const t = useTranslations('contracts.form')
  const policies = useQuery(query('getEmployer', {})).data?.approved_payroll_policies ?? []
  return (
    <>
      <TextField
        id="role"
        label={t('role.label')}
        required
        error={formState.errors.role}
        {...register('role', { validate: typed => typed.trim() !== '' || t('role.missing') })}
      />
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
    </>
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

function PayFields({ form: { register, control, formState } }: { form: Form }) {
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
              loading={currencies.isPending}
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

function TimeFields({ form }: { form: Form }) {
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
        <DateOf form={form} name="contract_end_date" label={t('end.label')} validate={end} />
      </div>
      <DateOf
        form={form}
        name="effective_date"
        label={t('effective.label')}
        help={t('effective.help')}
        validate={typed => typed === '' || isPlainDate(typed)}
      />
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
