import type { ReactNode } from 'react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberInput, PercentInput, useDecimalProblem } from '#web/ui/number-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type InvoiceForm, isPercent, NO_ITEM } from './invoice-form.ts'

/** What is invoiced, row by row, and the tax on it. */
export function ItemsCard({
  onFocused,
  fixedTax,
}: {
  onFocused: (at: number | undefined) => void
  /** Whether the rate is that of another invoice. */
  fixedTax: boolean
}) {
  const t = useTranslations('invoicing.edit')
  const { control, register, watch, formState } = useFormContext<InvoiceForm>()
  const problemOf = useDecimalProblem()
  const wrongTax = formState.errors.tax?.message
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const currency = watch('currency')
  return (
    <Card
      title={t('items.title')}
      note={
        <label className="invoice-tax" htmlFor="invoice_tax">
          {t('items.tax')}
          <PercentInput
            id="invoice_tax"
            size="md"
            readOnly={fixedTax}
            aria-invalid={wrongTax ? true : undefined}
            {...register('tax', {
              validate: typed => problemOf(typed) ?? (isPercent(typed) || t('items.taxAtMost')),
            })}
          />
        </label>
      }
    >
      {wrongTax && (
        <p className="meta err invoice-tax-wrong" role="alert">
          {wrongTax}
        </p>
      )}
      <div className="invoice-items-head cap t3" aria-hidden>
        <span>{t('items.description')}</span>
        <span className="r">{t('items.amount', { currency })}</span>
        <span>{t('items.taxed')}</span>
      </div>
      <ul className="invoice-items">
        {fields.map((field, at) => (
          <li key={field.id} onFocus={() => onFocused(at)} onBlur={() => onFocused(undefined)}>
            <Cell label={t('items.description')}>
              <TextInput
                size="md"
                aria-label={t('items.descriptionOf', { at: at + 1 })}
                maxLength={300}
                {...register(`items.${at}.description`)}
              />
            </Cell>
            <Cell label={t('items.amount', { currency })}>
              <AmountField at={at} currency={currency} />
            </Cell>
            <Cell label={t('items.taxed')}>
              <Controller
                control={control}
                name={`items.${at}.taxed`}
                render={({ field: { value, onChange } }) => (
                  <Checkbox
                    aria-label={t('items.taxedOf', { at: at + 1 })}
                    checked={value}
                    onChange={event => onChange(event.target.checked)}
                  />
                )}
              />
            </Cell>
            <IconButton
              icon="close"
              size="sm"
              label={t('items.remove', { at: at + 1 })}
              disabled={fields.length === 1}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      <div className="foot">
        <Button variant="text" icon="plus" onClick={() => append(NO_ITEM)}>
          {t('items.add')}
        </Button>
      </div>
    </Card>
  )
}

/** A field of an item; where the screen is too narrow for the head of the columns its label stands above it. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className="invoice-item-label cap t3" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}

function AmountField({ at, currency }: { at: number; currency: string }) {
  const t = useTranslations('invoicing.edit')
  const decimals = exponentOf(currency)
  const problemOf = useDecimalProblem(decimals)
  const { register, formState } = useFormContext<InvoiceForm>()
  const problem = formState.errors.items?.[at]?.amount?.message
  return (
    <div>
      <NumberInput
        size="md"
        decimals={decimals}
        className="num"
        aria-label={t('items.amountOf', { at: at + 1, currency })}
        aria-invalid={problem ? true : undefined}
        {...register(`items.${at}.amount`, { validate: problemOf })}
      />
      {problem && (
        <p className="meta err" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
