import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import type { ContractEntry } from './contract-entry.ts'
import './contract.css'

/** The clauses of a country that a contract gets, and what they say: on a desk beside the whole form, however far it is read. */
export function ClausesField({ form }: { form: UseFormReturn<ContractEntry> }) {
  const t = useTranslations('contracts.form.clauses')
  const { data = [] } = useQuery(query('listCountryClauses', {}))
  const chosen = data.find(({ code }) => code === form.watch('country_clauses'))
  return (
    <div>
      <Controller
        control={form.control}
        name="country_clauses"
        render={({ field, fieldState }) => (
          <SelectField
            {...field}
            value={field.value || NONE}
            onChange={code => field.onChange(code === NONE ? '' : code)}
            id="country_clauses"
            label={t('label')}
            help={t('help')}
            error={fieldState.error}
            options={[
              { value: NONE, label: t('none') },
              ...data.map(({ code, title }) => ({ value: code, label: title })),
            ]}
          />
        )}
      />
      <div className="clauses-side">
        <section className="clauses-said" aria-label={t('preview')} aria-live="polite">
          {chosen ? (
            <>
              <h2 className="h3">{chosen.title}</h2>
              <ol>
                {chosen.clauses.map(clause => (
                  <li key={clause}>{clause}</li>
                ))}
              </ol>
            </>
          ) : (
            <p className="t3">{t('nothing')}</p>
          )}
        </section>
      </div>
    </div>
  )
}

/** A list has no empty value. */
const NONE = 'none'
