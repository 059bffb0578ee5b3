import { useTranslations } from 'use-intl'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import type { Invoice } from './invoice-form.ts'

type Sum =
  | 'net'
  | 'tax'
  | 'transaction_fee'
  | 'total'
  | 'paid'
  | 'credited'
  | 'owed'
  | 'refund_due'
  | 'receives'

/** What an invoice comes to, and what of it was paid, credited and is owed, or has to be given back; what is 0 only where it says something. */
export function SumsCard({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  const row = (id: Sum, style: { strong?: boolean; ruled?: boolean; sub?: boolean } = {}) => ({
    id,
    term: t(`sums.${id}`),
    value: <MoneyAmount of={invoice[id]} />,
    ...style,
  })
  const any = (id: Sum) => invoice[id].amount_in_smallest_unit > 0
  const isNote = invoice.kind === 'CREDIT_NOTE'
  const asked = invoice.status !== 'CREATED' && !isNote
  return (
    <Card pad title={t('sums.title')}>
      <DefinitionRows
        rows={[
          row('net'),
          ...(any('tax') ? [row('tax')] : []),
          ...(invoice.client_pays_transaction_fees && any('transaction_fee')
            ? [row('transaction_fee')]
            : []),
          row('total', { strong: true, ruled: true }),
          ...(isNote ? [] : [row('receives', { sub: true })]),
          ...(any('credited') ? [row('credited')] : []),
          ...(asked ? [row('paid')] : []),
          ...(any('refund_due') ? [row('refund_due', { strong: true })] : []),
          ...(asked && !any('refund_due') ? [row('owed', { strong: true })] : []),
        ]}
      />
    </Card>
  )
}
