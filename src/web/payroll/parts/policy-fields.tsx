import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import {
  MAX_MONTHLY_BUSINESS_DAY,
  MAX_PREFERRED_PAY_DAY,
  nameOfDay,
  ordinal,
  PAY_DATE_RULE_LABELS,
  PERIOD_TYPES,
  periodTypeLabel,
  RULES_OF_PERIOD_TYPE,
  WEEKDAYS,
  WEEKS_OF_MONTH,
} from '#domain/payroll/pay-policy.ts'
import { query } from '#web/kernel/queries.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { type Option, SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { endDaysKey, type PolicyEntry, withPeriodType } from './policy-entry.ts'

type Form = UseFormReturn<PolicyEntry>

const PERIOD_HELP = {
  WEEKLY: 'Every week',
  BI_WEEKLY: 'Every two weeks',
  SEMI_MONTHLY: 'Twice a month',
  MONTHLY: 'Once a month',
} as const

/** When periods end: the type, and the first end that all others follow from. */
export function PeriodFields({ form, today }: { form: Form; today: string }) {
  const { register, watch, reset, getValues, formState } = form
  const type = watch('period_type')
  return (
    <>
      <TextField
        id="label"
        label="Name"
        required
        help="As people see it, such as Biweekly, engineering."
        error={formState.errors.label}
        {...register('label', { validate: typed => typed.trim() !== '' || 'A name is required' })}
      />
      <RadioCards
        legend="Pay frequency"
        name="period_type"
        value={type}
        onChange={next =>
          reset(withPeriodType(getValues(), next, today), { keepDefaultValues: true })
        }
        cards={PERIOD_TYPES.map(value => ({
          value,
          label: periodTypeLabel(value),
          sub: PERIOD_HELP[value],
        }))}
      />
      {type === 'SEMI_MONTHLY' && <EndDays form={form} />}
      <DateField
        id="first_period_end_date"
        label="First period ends on"
        required
        help={type === 'MONTHLY' ? 'A 31st means the last day of every month.' : undefined}
        error={formState.errors.first_period_end_date}
        {...register('first_period_end_date', { required: 'Choose the day' })}
      />
    </>
  )
}

function EndDays({ form }: { form: Form }) {
  const pairs = useQuery(query('listSemiMonthlyEndDates', {})).data ?? []
  return (
    <Choice
      form={form}
      name="end_days"
      label="Periods end on"
      options={pairs.map(pair => ({
        value: endDaysKey(pair),
        label: `${ordinal(pair[0])} and ${nameOfDay(pair[1])}`,
      }))}
    />
  )
}

/** When pay is due, and where a day that is no business day moves to. */
export function PayDateFields({ form }: { form: Form }) {
  const { watch } = form
  const rule = watch('pay_date_rule')
  return (
    <>
      <Choice
        form={form}
        name="pay_date_rule"
        label="Pay date"
        options={RULES_OF_PERIOD_TYPE[watch('period_type')].map(value => ({
          value,
          label: PAY_DATE_RULE_LABELS[value],
        }))}
      />
      {rule === 'SPECIFIC_DAY_OF_MONTH' && (
        <Choice
          form={form}
          name="preferred_pay_day"
          label="Day of the month"
          options={numbers(MAX_PREFERRED_PAY_DAY)}
        />
      )}
      {rule === 'NTH_BUSINESS_DAY' && (
        <Choice
          form={form}
          name="monthly_business_day"
          label="Business day of the month"
          options={numbers(MAX_MONTHLY_BUSINESS_DAY)}
        />
      )}
      {(rule === 'NTH_WEEKDAY' || rule === 'DAY_OF_WEEK') && (
        <div className="pair">
          {rule === 'NTH_WEEKDAY' && (
            <Choice form={form} name="week_of_month" label="Week" options={words(WEEKS_OF_MONTH)} />
          )}
          <Choice form={form} name="day_of_week" label="Weekday" options={words(WEEKDAYS)} />
        </div>
      )}
      <div className="pair">
        <Choice
          form={form}
          name="holiday_policy"
          label="Public holidays"
          options={[
            { value: 'RESPECT', label: 'Are no pay dates' },
            { value: 'IGNORE', label: 'May be pay dates' },
          ]}
        />
        <Choice
          form={form}
          name="after_holiday"
          label="Such a day moves to"
          options={[
            { value: 'before', label: 'Business day before' },
            { value: 'after', label: 'Next business day' },
          ]}
        />
      </div>
    </>
  )
}

function Choice({
  form: { control },
  name,
  label,
  options,
}: {
  form: Form
  name: Exclude<keyof PolicyEntry, 'label' | 'period_type'>
  label: string
  options: readonly Option[]
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <SelectField
          {...field}
          id={name}
          label={label}
          required
          error={fieldState.error}
          options={options}
        />
      )}
    />
  )
}

function numbers(max: number): Option[] {
  return Array.from({ length: max }, (_, at) => ({
    value: String(at + 1),
    label: ordinal(at + 1),
  }))
}

function words(values: readonly string[]): Option[] {
  return values.map(value => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))
}
