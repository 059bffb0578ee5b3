import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { UNTAXED_CATEGORIES } from '#domain/invoicing/tax-category.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { NumberField, useDecimalProblem } from '#web/ui/number-input.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextareaField, TextField } from '#web/ui/text-input.tsx'
import {
  type Client,
  hasUntaxed,
  type InvoiceForm,
  isTyped,
  nameOf,
  percentText,
  totalsOfForm,
} from './invoice-form.ts'

/** An option of a select has a value; nothing chosen is none of the standard's. */
const NOT_SAID = '-'

/** Who pays what the way to be paid costs, what the client pays, and what is left of it. */
export function FeeAndTotals({
  client,
  of,
}: {
  client: Client | undefined
  /** A credit note asks for nothing, and Corridor pays the invoice of a pay, so that neither has a fee to choose. */
  of: 'invoice' | 'credit' | 'pay'
}) {
  const t = useTranslations('invoicing.edit')
  const { control, register, watch, formState } = useFormContext<InvoiceForm>()
  const name = client ? nameOf(client) : t('theClient')
  const currency = watch('currency')
  const problemOf = useDecimalProblem(exponentOf(currency))
  return (
    <>
      <Card pad title={t(of === 'invoice' ? 'fee.title' : 'totals.title')}>
        <div className="stack g16">
          {of === 'invoice' && (
            <Controller
              control={control}
              name="payer"
              render={({ field }) => (
                <RadioCards
                  legend={t('fee.title')}
                  legendHidden
                  value={field.value}
                  onChange={field.onChange}
                  cards={[
                    { value: 'true', label: name, sub: t('fee.added') },
                    { value: 'false', label: t('fee.you'), sub: t('fee.taken') },
                  ]}
                />
              )}
            />
          )}
          {(of === 'invoice' || (of === 'credit' && watch('payer') === 'true')) && (
            <NumberField
              id="invoice_fee"
              label={t('fee.amount', { currency })}
              decimals={exponentOf(currency)}
              help={of === 'credit' ? undefined : t('fee.help')}
              error={formState.errors.fee}
              {...register('fee', { validate: problemOf })}
            />
          )}
          <Totals name={name} credits={of === 'credit'} />
        </div>
      </Card>
      <Card pad title={t('more.title')}>
        <div className="stack g16">
          <TextField
            id="invoice_tax_number"
            label={t('more.taxNumber')}
            help={t('more.taxNumberHelp')}
            maxLength={30}
            error={formState.errors.tax_number}
            {...register('tax_number')}
          />
          <WhyUntaxed />
          <TextareaField
            id="invoice_note"
            label={t('more.note')}
            rows={3}
            maxLength={1000}
            {...register('note')}
          />
        </div>
      </Card>
    </>
  )
}

/** Why something is not taxed, where something is not. */
function WhyUntaxed() {
  const t = useTranslations('invoicing.edit.untaxed')
  const { control, register, formState } = useFormContext<InvoiceForm>()
  const form = useWatch({ control }) as InvoiceForm
  if (!hasUntaxed(form) && form.tax_category === '') return null
  const options = [
    { value: NOT_SAID, label: t('none') },
    ...UNTAXED_CATEGORIES.map(value => ({ value, label: t(`of.${value}`) })),
  ]
  return (
    <>
      <Controller
        control={control}
        name="tax_category"
        render={({ field }) => (
          <SelectField
            id="invoice_tax_category"
            label={t('label')}
            help={t('help')}
            options={options}
            value={field.value || NOT_SAID}
            onChange={value => field.onChange(value === NOT_SAID ? '' : value)}
          />
        )}
      />
      {form.tax_category !== '' && form.tax_category !== 'Z' && (
        <TextField
          id="invoice_tax_reason"
          label={t('reason')}
          help={t('reasonHelp')}
          maxLength={200}
          error={formState.errors.tax_reason}
          {...register('tax_reason')}
        />
      )}
    </>
  )
}

function Totals({ name, credits }: { name: string; credits: boolean }) {
  const t = useTranslations('invoicing.edit')
  const { control } = useFormContext<InvoiceForm>()
  const form = useWatch({ control }) as InvoiceForm
  const totals = totalsOfForm(form)
  const of = (minor: bigint) => (
    <MoneyAmount of={{ currency: form.currency, amount_in_smallest_unit: Number(minor) }} />
  )
  return (
    <DefinitionRows
      rows={[
        {
          id: 'net',
          term: t('totals.net', { count: form.items.filter(isTyped).length }),
          value: of(totals.net_minor),
          ruled: true,
        },
        ...(totals.tax_minor > 0n
          ? [
              {
                id: 'tax',
                term: t.rich('totals.tax', {
                  rate: percentText(form.tax),
                  of: () => of(totals.taxed_minor),
                }),
                value: of(totals.tax_minor),
              },
            ]
          : []),
        ...(totals.fee_minor > 0n
          ? [{ id: 'fee', term: t('totals.fee'), value: of(totals.fee_minor) }]
          : []),
        {
          id: 'total',
          term: credits ? t('totals.credited') : t('totals.pays', { name }),
          value: of(totals.total_minor),
          strong: true,
          ruled: true,
        },
        ...(credits
          ? []
          : [
              {
                id: 'receives',
                term: t('totals.receive'),
                value: of(totals.receives_minor),
                sub: true,
              },
            ]),
      ]}
    />
  )
}
