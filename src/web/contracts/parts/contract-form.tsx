import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { showProblem } from '#web/parts/form.ts'
import { decimalOf, minorOf } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
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
  const form = useForm<ContractEntry>({ mode: 'onTouched', defaultValues: initial })
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
        label="Exhibit A"
        rows={6}
        help="What is to be done, in your words. It becomes part of the contract."
        error={formState.errors.exhibit_a}
        {...form.register('exhibit_a')}
      />
      <div className="row g8 wrap">
        <Button type="submit" size="lg" loading={formState.isSubmitting}>
          Save and make the PDF
        </Button>
        <Button
          variant="secondary"
          size="lg"
          disabled={formState.isSubmitting}
          onClick={() => void save(false)()}
        >
          Save draft
        </Button>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useForm<ContractEntry>>

function WorkFields({ form: { register, control, formState } }: { form: Form }) {
  const policies = useQuery(query('getEmployer', {})).data?.approved_payroll_policies ?? []
  return (
    <>
      <TextField
        id="role"
        label="Role"
        required
        error={formState.errors.role}
        {...register('role', { validate: typed => typed.trim() !== '' || 'Role is required' })}
      />
      <Controller
        control={control}
        name="pay_policy_uuid"
        rules={{ required: 'Choose the payroll policy that pays it.' }}
        render={({ field, fieldState }) => (
          <SelectField
            {...field}
            id="pay_policy_uuid"
            label="Payroll policy"
            required
            help="It decides when periods end and when pay is due."
            error={fieldState.error}
            options={policies.map(({ uuid, label }) => ({ value: uuid, label }))}
          />
        )}
      />
    </>
  )
}

function rateProblem(typed: string, { currency }: ContractEntry): string | undefined {
  const minor = minorOf(typed, currency || 'USD')
  if (typed.trim() === '') return 'Hourly rate is required'
  if (minor === undefined) return `Write the rate in ${currency || 'the currency'}, such as 38.00`
  return minor > 0 ? undefined : 'Value must be greater than 0'
}

function hoursProblem(typed: string): string | undefined {
  if (typed.trim() === '') return 'Hours of a period are required'
  return Number(typed) > 0 ? undefined : 'Value must be greater than 0'
}

function PayFields({ form: { register, control, formState } }: { form: Form }) {
  const currencies = useQuery(query('listContractCurrencies', {}))
  const { errors } = formState
  return (
    <>
      <div className="pair">
        <NumberField
          id="hourly_rate"
          label="Hourly rate"
          required
          decimals={8}
          error={errors.hourly_rate}
          {...register('hourly_rate', { validate: rateProblem })}
        />
        <Controller
          control={control}
          name="currency"
          rules={{ required: 'Choose a currency' }}
          render={({ field, fieldState }) => (
            <ComboboxField
              {...field}
              id="currency"
              label="Currency"
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
        label="Scheduled hours of a pay period"
        required
        help="Pay is the rate times these hours, unless a cycle is edited."
        error={errors.scheduled_hours}
        {...register('scheduled_hours', { validate: hoursProblem })}
      />
    </>
  )
}

function TimeFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState
  const end = (typed: string, { contract_start_date: start }: ContractEntry) =>
    typed === '' || typed >= start || 'The contract ends before it starts.'
  return (
    <>
      <div className="pair">
        <DateField
          id="contract_start_date"
          label="Contract start date"
          required
          error={errors.contract_start_date}
          {...register('contract_start_date', {
            validate: typed => isPlainDate(typed) || 'Contract start date is required',
          })}
        />
        <DateField
          id="contract_end_date"
          label="Contract end date"
          error={errors.contract_end_date}
          {...register('contract_end_date', { validate: end })}
        />
      </div>
      <DateField
        id="effective_date"
        label="Effective date"
        help="From when these terms count. Left empty: from the start."
        error={errors.effective_date}
        {...register('effective_date')}
      />
    </>
  )
}
