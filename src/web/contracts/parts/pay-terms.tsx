import { useTranslations } from 'use-intl'
import { MoneyAmount } from '#web/parts/money.tsx'
import type { Contract } from './contract-words.tsx'

/** What an hour is paid; that an engagement is unpaid, or what a draft still lacks, in words. */
export function Rate({ contract }: { contract: Contract }) {
  const t = useTranslations('contracts.pay')
  if (!contract.paid) return t('unpaid')
  return contract.hourly_rate ? <MoneyAmount of={contract.hourly_rate} strong /> : t('unsaid')
}

/** The rows of a contract's terms that are about pay. */
export function usePayRows(contract: Contract) {
  const t = useTranslations('contracts.pay')
  const rate = { id: 'rate', term: t('rate'), value: <Rate contract={contract} /> }
  if (!contract.paid) return [rate]
  const hours = contract.scheduled_hours?.toFixed(2) ?? t('unsaid')
  return [
    rate,
    { id: 'hours', term: t('hours'), value: hours },
    { id: 'policy', term: t('policy'), value: <bdi>{contract.pay_policy_label}</bdi> },
  ]
}
