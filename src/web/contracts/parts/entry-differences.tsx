import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { plainLine } from '#domain/kernel/names.ts'
import { query } from '#web/kernel/queries.ts'
import { decimalOf, minorOf } from '#web/parts/money.tsx'
import { type DefinitionRow, DefinitionRows } from '#web/ui/definition-rows.tsx'
import type { ContractEntry } from './contract-entry.ts'

/** What each field is called; of one of more than a line is said that it differs, and not how. */
const LABELS = {
  role: 'role',
  engagement: 'engagement',
  pay_policy_uuid: 'policy',
  currency: 'currency',
  hourly_rate: 'rate',
  scheduled_hours: 'hours',
  contract_start_date: 'start',
  contract_end_date: 'end',
  effective_date: 'effective',
  exhibit_a: 'exhibit',
  exhibit_format: 'format',
  country_clauses: 'clauses',
} as const
type Field = keyof typeof LABELS
const FIELDS = Object.keys(LABELS) as Field[]

/** Each field as the server takes it: what it takes for the same reads the same, and what is not asked for where nothing is paid is empty. */
function asTaken(entry: ContractEntry): Record<Field, string> {
  const { currency, effective_date, contract_start_date, ...rest } = entry
  const paid = entry.engagement !== 'unpaid'
  return {
    ...rest,
    role: plainLine(entry.role),
    engagement: paid ? 'paid' : 'unpaid',
    pay_policy_uuid: paid ? entry.pay_policy_uuid : '',
    currency: paid ? currency : '',
    hourly_rate: paid ? rateOf(entry.hourly_rate, currency || 'USD') : '',
    scheduled_hours: paid ? hoursOf(entry.scheduled_hours) : '',
    contract_start_date,
    effective_date: effective_date || contract_start_date,
  }
}

function rateOf(typed: string, currency: string): string {
  const minor = minorOf(typed, currency)
  return minor === undefined
    ? typed.trim()
    : decimalOf({ currency, amount_in_smallest_unit: minor })
}

function hoursOf(typed: string): string {
  const text = typed.trim()
  return /^\d+(\.\d{0,2})?$/.test(text) ? Number(text).toFixed(2) : text
}

/** The fields that two versions of a draft say differently, with what each says; empty where the server takes them for the same. */
export function differences(
  saved: ContractEntry,
  here: ContractEntry,
): { readonly field: Field; readonly saved: string; readonly here: string }[] {
  const [one, other] = [asTaken(saved), asTaken(here)]
  const differs = (field: Field) =>
    one[field] !== other[field] &&
    // An exhibit that one of them has not differs as a whole.
    (field !== 'exhibit_format' || (saved.exhibit_a !== '' && here.exhibit_a !== ''))
  return FIELDS.filter(differs).map(field => ({ field, saved: one[field], here: other[field] }))
}

/** What two versions of a draft say differently, field by field: what somebody saved, and what stands here. */
export function EntryDifferences({ saved, here }: { saved: ContractEntry; here: ContractEntry }) {
  const t = useTranslations('contracts.form')
  const called = useCalled()
  const rows = differences(saved, here).map(({ field, ...both }): DefinitionRow => {
    const said = (text: string) => () => <bdi>{called(field, text) || t('kept.empty')}</bdi>
    return {
      id: field,
      term: t(`${LABELS[field]}.label`),
      value:
        field === 'exhibit_a'
          ? t('kept.differs')
          : t.rich('kept.both', { saved: said(both.saved), here: said(both.here) }),
    }
  })
  return <DefinitionRows facts rows={rows} />
}

/** What people read for what a field holds. */
function useCalled() {
  const t = useTranslations('contracts.form')
  const policies = useQuery(query('getEmployer', {})).data?.approved_payroll_policies ?? []
  const clauses = useQuery(query('listCountryClauses', {})).data ?? []
  return (field: Field, text: string): string => {
    if (field === 'engagement')
      return t(text === 'unpaid' ? 'engagement.unpaid' : 'engagement.paid')
    if (field === 'exhibit_format') return t(text === 'PLAIN' ? 'format.plain' : 'format.rich')
    if (field === 'pay_policy_uuid')
      return policies.find(({ uuid }) => uuid === text)?.label ?? text
    if (field === 'country_clauses') return clauses.find(({ code }) => code === text)?.title ?? text
    return text
  }
}
