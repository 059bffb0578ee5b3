import { useTranslations } from 'use-intl'
import { type DefinitionRow, DefinitionRows } from '#web/ui/definition-rows.tsx'
import type { ContractEntry } from './contract-entry.ts'

/** The fields whose content is short enough to stand beside another, and what each is called. */
const SHORT = {
  role: 'role',
  engagement: 'engagement',
  currency: 'currency',
  hourly_rate: 'rate',
  scheduled_hours: 'hours',
  contract_start_date: 'start',
  contract_end_date: 'end',
  effective_date: 'effective',
} as const
const LONG = {
  pay_policy_uuid: 'policy',
  exhibit_a: 'exhibit',
  country_clauses: 'clauses',
} as const

/** What two versions of a draft say differently, field by field: what somebody saved, and what stands here. */
export function EntryDifferences({ saved, here }: { saved: ContractEntry; here: ContractEntry }) {
  const t = useTranslations('contracts.form')
  const said = (entry: ContractEntry, field: keyof typeof SHORT) =>
    field === 'engagement' ? t(`engagement.${entry[field] ?? 'paid'}`) : entry[field]
  const short = keysOf(SHORT).filter(field => said(saved, field) !== said(here, field))
  const long = keysOf(LONG).filter(field => saved[field] !== here[field])
  const rows: DefinitionRow[] = [
    ...short.map(field => ({
      id: field,
      term: t(`${SHORT[field]}.label`),
      value: t.rich('kept.both', {
        saved: () => <bdi>{said(saved, field) || t('kept.empty')}</bdi>,
        here: () => <bdi>{said(here, field) || t('kept.empty')}</bdi>,
      }),
    })),
    ...long.map(field => ({
      id: field,
      term: t(`${LONG[field]}.label`),
      value: t('kept.differs'),
    })),
  ]
  return <DefinitionRows facts rows={rows} />
}

function keysOf<K extends string>(of: Readonly<Record<K, string>>): K[] {
  return Object.keys(of) as K[]
}
