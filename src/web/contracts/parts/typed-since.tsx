import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { Link } from '#web/ui/link.tsx'
import { Say } from '#web/ui/say.tsx'
import type { ContractView } from './contract-entry.ts'

/** Says of a draft that other terms were typed than its PDF has. */
export function TypedSince({ contract, href }: { contract: ContractView; href: string }) {
  const t = useTranslations('contracts.read.typed')
  const { contractor_sub, contract_uuid } = contract
  const { data = [] } = useQuery({
    ...query('listContractDrafts', { params: { id: contractor_sub } }),
    refetchOnMount: 'always',
  })
  const typed = data.find(draft => draft.contract_uuid === contract_uuid)
  if (!typed) return null
  return (
    <Say kind="unusual" to={<Link href={href}>{t('goOn')}</Link>}>
      {t('text', { name: typed.saved_by_name, at: atTime(typed.saved_at) })}
    </Say>
  )
}
