import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortRange } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { placeOf, STALE } from './invoice-form.ts'

/** The pay of employers that is not invoiced yet, and the way to write the invoice; nothing where there is none. */
export function PayToInvoice() {
  const t = useTranslations('invoicing.list.pay')
  const go = useGo()
  const pays = useQuery(query('listPayToInvoice', {}))
  const { data } = pays
  const write = useCall('invoicePay', {
    refresh: [...STALE, 'listPayToInvoice'],
    onSuccess: invoice => go(placeOf(invoice)),
  })
  if (!data) return <NotLoaded of={pays} />
  if (data.items.length === 0) return null
  return (
    <Card title={t('title')}>
      <p className="meta t2 pay-lead">{t('lead')}</p>
      <ul className="list-rows">
        {data.items.map(pay => (
          <li key={pay.line_item_uuid}>
            <div className="row g12 between wrap">
              <div>
                <div className="w6">
                  <bdi>{pay.employer_name}</bdi>
                </div>
                <div className="meta t2">
                  {shortRange(pay.start_date, pay.end_date)},{' '}
                  {t(pay.paid ? 'paid' : 'decided', { date: formatDate(pay.pay_date) })}
                </div>
              </div>
              <div className="row g12">
                <MoneyAmount of={pay.amount} strong />
                <Button
                  size="sm"
                  variant="secondary"
                  loading={write.isPending && write.variables?.params.id === pay.line_item_uuid}
                  aria-label={t('of', {
                    date: formatDate(pay.pay_date),
                    name: pay.employer_name,
                  })}
                  onClick={() => write.mutate({ params: { id: pay.line_item_uuid } })}
                >
                  {t('write')}
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
