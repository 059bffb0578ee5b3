import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { ADDED_KINDS, MAX_ENTRY_WORDS } from '#domain/payroll/entries.ts'
import { newUuid } from '#web/kernel/env.ts'
import { useCall } from '#web/kernel/queries.ts'
import { savedBy, useForm } from '#web/parts/form.ts'
import { useOfferedSave } from '#web/parts/save-first.tsx'
import { typedMoney, useAmountProblem } from '#web/parts/typed-money.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import type { ItemParams } from './approve-item.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { LineItemView } from './pay-chips.tsx'
import './item-entries.css'

interface Typed {
  kind: (typeof ADDED_KINDS)[number]
  amount: string
  words: string
}

/** Adds to a pay, or asks the contractor for a deduction: what, how much, and why. */
export function AddEntry({
  item,
  params,
  onDone,
}: {
  item: LineItemView
  params: ItemParams
  onDone: () => void
}) {
  const t = useTranslations('payroll.itemPage.add')
  const tKinds = useTranslations('payroll.entries.kinds')
  // One id for as long as the same entry is being sent.
  const [entry_uuid] = useState(newUuid)
  const form = useForm<Typed>(`entry ${item.line_item_uuid}`, {
    mode: 'onTouched',
    defaultValues: { kind: 'BONUS', amount: '', words: '' },
  })
  const add = useCall('addEntry', { refresh: CYCLE_CHANGES })
  const { currency } = item.amount
  const amountProblem = useAmountProblem(currency)
  const kind = form.watch('kind')
  const name = item.contractor_name
  const save = () =>
    savedBy(
      form,
      async ({ amount, ...typed }) => {
        await add.mutateAsync({
          params: { ...params, entry_uuid },
          body: {
            ...typed,
            amount_in_smallest_unit: typedMoney(amount, currency).amount_in_smallest_unit,
          },
        })
        openAlert(t(typed.kind === 'DEDUCTION' ? 'asked' : 'done', { name }), {
          severity: 'success',
        })
        onDone()
      },
      { amount_in_smallest_unit: 'amount' },
    )
  useOfferedSave(`entry ${item.line_item_uuid}`, { what: t('of', { name }), save })
  return (
    <form
      className="add-entry"
      noValidate
      aria-label={t('title')}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="pair">
        <Controller
          control={form.control}
          name="kind"
          render={({ field }) => (
            <SelectField
              {...field}
              id="entry-kind"
              label={t('kind')}
              required
              options={ADDED_KINDS.map(value => ({ value, label: tKinds(value) }))}
            />
          )}
        />
        <Controller
          control={form.control}
          name="amount"
          rules={{ validate: amountProblem }}
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              id="entry-amount"
              label={t('amount')}
              required
              decimals={exponentOf(currency)}
              suffix={currency}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
      <Controller
        control={form.control}
        name="words"
        rules={{ required: t('wordsRequired') }}
        render={({ field, fieldState }) => (
          <TextareaField
            {...field}
            id="entry-words"
            label={t('words')}
            required
            rows={2}
            maxLength={MAX_ENTRY_WORDS}
            help={t(kind === 'DEDUCTION' ? 'helpDeduction' : 'help', {
              name,
            })}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="row g8">
        <Button type="submit" loading={form.formState.isSubmitting}>
          {t(kind === 'DEDUCTION' ? 'ask' : 'send')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
