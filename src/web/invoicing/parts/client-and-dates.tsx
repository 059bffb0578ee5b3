import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { daysBetween, isPlainDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import { optionsOf } from '#web/parts/options-of.ts'
import { Card } from '#web/ui/card.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Defaults, type Invoice, type InvoiceForm, nameOf } from './invoice-form.ts'
import { suitingWays, useNoWay } from './no-way.ts'
import type { useClients } from './use-clients.ts'

const CLIENT = '/contractor/create-client'

/** To whom, for when, until when and in what currency. */
export function ClientAndDates({
  found: { client, clients, loading, missing, search },
  today,
  ways,
  ofPay,
}: {
  found: ReturnType<typeof useClients>
  today: string
  ways: Defaults['ways']
  /** An invoice of a pay, whose days and currency are those of the pay. */
  ofPay: Invoice | undefined
}) {
  const t = useTranslations('invoicing.edit')
  const { control, setValue } = useFormContext<InvoiceForm>()
  return (
    <Card
      pad
      title={t('client.title')}
      note={
        <span className="row g16">
          {client && <Link href={`${CLIENT}?client=${client.uuid}`}>{t('client.change')}</Link>}
          <Link href={CLIENT}>{t('client.new')}</Link>
        </span>
      }
    >
      <div className="stack g16">
        <Controller
          control={control}
          name="client_uuid"
          render={({ field }) => (
            <ComboboxField
              {...field}
              id="invoice_client"
              label={t('client.label')}
              required
              options={clients.map(client => ({
                value: client.uuid,
                label: nameOf(client),
                sub: client.email,
                also: [client.client_name, client.company_name],
              }))}
              loading={loading}
              missing={missing}
              onSearch={search}
              onChange={value => {
                field.onChange(value)
                const chosen = clients.find(({ uuid }) => uuid === value)
                if (chosen && !ofPay) setValue('currency', chosen.currency)
              }}
            />
          )}
        />
        {!ofPay && (
          <>
            <div className="pair">
              <DayField name="start_date" label={t('start')} today={today} />
              <DayField name="end_date" label={t('end')} today={today} />
            </div>
            <div className="pair">
              <DayField name="due_date" label={t('due')} today={today} helps />
              <CurrencyField ways={ways} />
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

type Days = Pick<InvoiceForm, 'start_date' | 'end_date' | 'due_date'>

function DayField({
  name,
  label,
  today,
  helps = false,
}: {
  name: keyof Days
  label: string
  today: string
  /** Whether it says in how many days that is. */
  helps?: boolean
}) {
  const t = useTranslations('invoicing.edit')
  const problem = useDayProblem(name, today)
  const { control } = useFormContext<InvoiceForm>()
  return (
    <Controller
      control={control}
      name={name}
      rules={{
        validate: (_, form) => problem(form) ?? true,
        ...(name === 'start_date' && { deps: 'end_date' }),
      }}
      render={({ field, fieldState }) => (
        <DateField
          {...field}
          id={`invoice_${name}`}
          label={label}
          required
          today={today}
          error={fieldState.error}
          {...(helps && { min: today })}
          help={
            helps && isPlainDate(field.value) && field.value >= today
              ? t('inDays', { count: daysBetween(today, field.value) })
              : undefined
          }
        />
      )}
    />
  )
}

/** What is wrong with a day that was typed, as the server says it of what is to be sent; a draft may lack any. */
function useDayProblem(name: keyof Days, today: string): (form: Days) => string | undefined {
  const t = useTranslations('invoicing.lacking')
  const wrong = useTranslations('ui.date')('wrong')
  return ({ [name]: day, start_date: start }) => {
    if (day === '') return undefined
    if (!isPlainDate(day)) return wrong
    if (name === 'end_date' && isPlainDate(start) && day < start) return t('order')
    return name === 'due_date' && day < today ? t('duePast') : undefined
  }
}

function CurrencyField({ ways }: { ways: Defaults['ways'] }) {
  const t = useTranslations('invoicing.edit')
  const { control, watch } = useFormContext<InvoiceForm>()
  const currencies = useQuery(query('listCurrencies', {}))
  const currency = watch('currency')
  const offered = suitingWays(ways, currency).filter(({ usable }) => usable)
  const noWay = useNoWay()(ways, currency)
  return (
    <Controller
      control={control}
      name="currency"
      render={({ field }) => (
        <ComboboxField
          {...field}
          id="invoice_currency"
          label={t('currency')}
          required
          {...optionsOf(currencies)}
          options={(currencies.data ?? []).map(({ code, name }) => ({
            value: code,
            label: `${code} ${name}`,
          }))}
          help={
            noWay ??
            t('paidBy', { ways: [...new Set(offered.map(({ label }) => label))].join(', ') })
          }
        />
      )}
    />
  )
}
