import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'

export type Prices = NonNullable<ClientOutput<'listBillingInvoices'>['prices']>

/** A price list line by line; what costs nothing is left out. */
export function PriceRows({ prices }: { prices: Prices }) {
  const t = useTranslations('billing.receipts.prices')
  const { currency, per_contractor, per_payment, margin, tax } = prices
  const price = (minor: number) => <MoneyAmount of={{ currency, amount_in_smallest_unit: minor }} />
  const rows = [
    ...(per_contractor > 0
      ? [{ id: 'contractor', term: t('contractor'), value: price(per_contractor) }]
      : []),
    ...Object.entries(per_payment).flatMap(([network, minor]) =>
      minor > 0
        ? [
            {
              id: network,
              term: t('payment', { network: networkName(network) }),
              value: price(minor),
            },
          ]
        : [],
    ),
    ...(margin > 0 ? [{ id: 'margin', term: t('margin'), value: `${margin.toFixed(2)}%` }] : []),
    ...(tax > 0 ? [{ id: 'tax', term: t('tax'), value: `${tax.toFixed(2)}%` }] : []),
  ]
  return rows.length > 0 ? <DefinitionRows rows={rows} /> : <p className="meta t2">{t('free')}</p>
}
