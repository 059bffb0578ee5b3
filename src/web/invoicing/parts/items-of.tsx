import { useTranslations } from 'use-intl'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import type { Invoice } from './invoice-form.ts'

/** What is invoiced, as it stands. */
export function ItemsOf({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  return (
    <Card pad title={t('items', { count: invoice.invoice_items.length })}>
      <DefinitionRows
        rows={invoice.invoice_items.map(({ description, amount }, at) => ({
          id: `${at}`,
          term: description || t('noWords'),
          value: <MoneyAmount of={amount} />,
        }))}
      />
      {invoice.note && <p className="meta t2 mt12">{invoice.note}</p>}
    </Card>
  )
}
