import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import {
  MAX_MONTHLY_BUSINESS_DAY,
  MAX_PREFERRED_PAY_DAY,
  PERIOD_TYPES,
  RULES_OF_PERIOD_TYPE,
  WEEKDAYS,
  WEEKS_OF_MONTH,
} from '#domain/payroll/pay-policy.ts'
import { query } from '#web/kernel/queries.ts'
import { optionsOf } from '#web/parts/options-of.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { type Option, SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { Translator } from '#web/words/words.tsx'
import { endDaysKey, type PolicyEntry, withPeriodType } from './policy-entry.ts'

type Form = UseFormReturn<PolicyEntry>

/** How a policy is called: by no name that another policy of the company has, whatever its capitals. */
export function PolicyName({ form, id }: { form: Form; id: string }) {
  const t = useTranslations('payroll.policyFields.name')
  const { data } = useQuery(query('getEmployer', {}))
  const others = data?.payroll_policies.filter(({ uuid }) => uuid !== id) ?? []
  const taken = new Set(others.map(({ label }) => nameAlone(label)))
  return (
    <TextField
      id="label"
      label={t('label')}
      required
      help={t('help')}
      error={form.formState.errors.label}
      {...form.register('label', {
        validate: typed =>
          typed.trim() === '' ? t('missing') : !taken.has(nameAlone(typed)) || t('taken'),
      })}
    />
  )
}

function nameAlone(label: string): string {
  return label.trim().toLowerCase()
}

/** When periods end: the type, and the first end that all others follow from. */
export function PeriodFields({ form, today }: { form: Form; today: string }) {
  const tTypes = useTranslations('payroll.periodTypes')
  const t = useTranslations('payroll.policyFields')
  const { control, watch, reset, getValues } = form
  const type = watch('period_type')
  return (
    <>
      <RadioCards
        legend={t('frequency')}
        name="period_type"
        value={type}
        onChange={next =>
          reset(withPeriodType(getValues(), next, today), { keepDefaultValues: true })
        }
        cards={PERIOD_TYPES.map(value => ({
          value,
          label: tTypes(value),
          sub: t(`every.${value}`),
        }))}
      />
      {type === 'SEMI_MONTHLY' && <EndDays form={form} />}
      {type === 'MONTHLY' && (
        <Choice
          form={form}
          name="month_end"
          label={t('monthEnd.label')}
          options={(['last', 'day'] as const).map(value => ({
            value,
            label: t(`monthEnd.${value}`),
          }))}
        />
      )}
      {(type !== 'MONTHLY' || watch('month_end') === 'day') && (
        <Controller
          control={control}
          name="first_period_end_date"
          rules={{ validate: typed => isPlainDate(typed) || t('firstEnd.missing') }}
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              id="first_period_end_date"
              label={t('firstEnd.label')}
              required
              today={today}
              error={fieldState.error}
            />
          )}
        />
      )}
    </>
  )
}

function EndDays({ form }: { form: Form }) {
  const t = useTranslations('payroll.policyFields')
  const found = useQuery(query('listSemiMonthlyEndDates', {}))
  return (
    <Choice
      form={form}
      name="end_days"
      label={t('ends.label')}
      missing={optionsOf(found).missing}
      options={(found.data ?? []).map(pair => ({
        value: endDaysKey(pair),
        label:
          pair[1] === 'last'
            ? t('ends.pairLast', { first: pair[0] })
            : t('ends.pair', { first: pair[0], second: pair[1] }),
      }))}
    />
  )
}

/** When pay is due, and where a day that is no business day moves to. */
export function PayDateFields({ form }: { form: Form }) {
  const t = useTranslations('payroll.policyFields')
  const tRules = useTranslations('payroll.payDateRules')
  const { watch } = form
  const rule = watch('pay_date_rule')
  return (
    <>
      <Choice
        form={form}
        name="pay_date_rule"
        label={t('payDate')}
        options={RULES_OF_PERIOD_TYPE[watch('period_type')].map(value => ({
          value,
          label: tRules(value),
        }))}
      />
      {rule === 'SPECIFIC_DAY_OF_MONTH' && (
        <Choice
          form={form}
          name="preferred_pay_day"
          label={t('dayOfMonth')}
          options={numbers(t, MAX_PREFERRED_PAY_DAY)}
        />
      )}
      {rule === 'NTH_BUSINESS_DAY' && (
        <Choice
          form={form}
          name="monthly_business_day"
          label={t('businessDay')}
          options={numbers(t, MAX_MONTHLY_BUSINESS_DAY)}
        />
      )}
      {(rule === 'NTH_WEEKDAY' || rule === 'DAY_OF_WEEK') && (
        <div className="pair">
          {rule === 'NTH_WEEKDAY' && (
            <Choice
              form={form}
              name="week_of_month"
              label={t('week.label')}
              options={WEEKS_OF_MONTH.map(value => ({ value, label: t(`week.${value}`) }))}
            />
          )}
          <Choice
            form={form}
            name="day_of_week"
            label={t('weekday.label')}
            options={WEEKDAYS.map(value => ({ value, label: t(`weekday.${value}`) }))}
          />
        </div>
      )}
      <div className="pair">
        <Choice
          form={form}
          name="holiday_policy"
          label={t('holidays.label')}
          options={[
            { value: 'RESPECT', label: t('holidays.RESPECT') },
            { value: 'IGNORE', label: t('holidays.IGNORE') },
          ]}
        />
        <Choice
          form={form}
          name="after_holiday"
          label={t('moves.label')}
          options={[
            { value: 'before', label: t('moves.before') },
            { value: 'after', label: t('moves.after') },
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
  missing,
}: {
  form: Form
  name: Exclude<keyof PolicyEntry, 'label' | 'period_type'>
  label: string
  options: readonly Option[]
  missing?: (() => void) | undefined
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
          missing={missing}
        />
      )}
    />
  )
}

function numbers(t: Translator<'payroll.policyFields'>, max: number): Option[] {
  return Array.from({ length: max }, (_, at) => ({
    value: String(at + 1),
    label: t('nth', { day: at + 1 }),
  }))
}
