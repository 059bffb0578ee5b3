import { MoneyAmount } from '#web/parts/money.tsx'
import type { Contract } from './contract-words.tsx'

/** What an hour is paid; that an engagement is unpaid, or what a draft still lacks, in words. */
export function Rate({ contract }: { contract: Contract }) {
  if (!contract.paid) return 'Unpaid'
  return contract.hourly_rate ? <MoneyAmount of={contract.hourly_rate} strong /> : 'Not said yet'
}

/** The rows of a contract's terms that are about pay. */
export function payRows(contract: Contract) {
  const rate = { id: 'rate', term: 'Hourly rate', value: <Rate contract={contract} /> }
  if (!contract.paid) return [rate]
  const hours = contract.scheduled_hours?.toFixed(2) ?? 'Not said yet'
  return [
    rate,
    { id: 'hours', term: 'Hours a period', value: hours },
    { id: 'policy', term: 'Payroll policy', value: <bdi>{contract.pay_policy_label}</bdi> },
  ]
}
