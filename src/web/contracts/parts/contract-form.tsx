import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { minorOf } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { ClausesField } from './clauses-field.tsx'
import type { ContractEntry } from './contract-entry.ts'
import { ExhibitField } from './exhibit-field.tsx'
import { PayFields, TimeFields, WorkFields } from './term-fields.tsx'

type Terms = ClientInput<'putContract'>['body']

function termsOf(entry: ContractEntry, contractor_sub: string): Terms {
  const { currency, hourly_rate, scheduled_hours, contract_end_date, ...rest } = entry
  return {
    ...rest,
    contractor_sub,
    currency,
    hourly_rate: { currency, amount_in_smallest_unit: minorOf(hourly_rate, currency) ?? 0 },
    scheduled_hours: Number(scheduled_hours),
    contract_end_date: contract_end_date || null,
    country_clauses: entry.country_clauses || null,
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
      <TimeFields form={form} effective />
      <ExhibitField form={form} />
      <ClausesField form={form} />
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
