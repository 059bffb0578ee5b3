import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { monthAndYear } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { PriceRows } from './parts/price-rows.tsx'

type Listed = ClientOutput<'listBillingInvoices'>
type Receipt = Listed['items'][number]

/** What Corridor charged, month by month, each as PDF, with the prices and what is not billed yet. */
export function EmployerReceiptsPage() {
  const t = useTranslations('billing.receipts')
  const paging = usePaging()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('listBillingInvoices', { query: paging.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHead title={t('title')} lead={t('lead')} />
      {error && !data ? (
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <CardSkeleton height={320} />
      ) : (
        <div className="stack g20">
          <Charges data={data} />
          {data.items.length === 0 ? (
            <EmptyState title={t('empty.title')}>
              {t(data.prices ? 'empty.text' : 'empty.free')}
            </EmptyState>
          ) : (
            <Receipts items={data.items} busy={isPlaceholderData} />
          )}
          <CursorPager
            paging={paging}
            cursor={data.next_cursor}
            shown={data.items.length}
            name={t('shown')}
            loading={isPlaceholderData}
          />
        </div>
      )}
    </Page>
  )
}

/** The prices in force, what they came to since the last receipt, and what the balance does not cover. */
function Charges({ data: { prices, unbilled, owed } }: { data: Listed }) {
  const t = useTranslations('billing.receipts')
  if (!prices && unbilled.length === 0 && owed.length === 0) return null
  return (
    <Card
      pad
      title={t('prices.title')}
      note={
        prices &&
        t('prices.since', {
          date: formatDate(prices.set_at.slice(0, 10)),
          currency: prices.currency,
        })
      }
    >
      {prices ? <PriceRows prices={prices} /> : <p className="meta t2">{t('prices.free')}</p>}
      <DefinitionRows
        rows={[
          {
            id: 'unbilled',
            term: t('unbilled'),
            value: unbilled.length > 0 ? <MoneyStack of={unbilled} strong /> : t('nothing'),
            ruled: true,
          },
          ...(owed.length > 0
            ? [{ id: 'owed', term: t('owed'), value: <MoneyStack of={owed} /> }]
            : []),
        ]}
      />
    </Card>
  )
}

function Receipts({ items, busy }: { items: readonly Receipt[]; busy: boolean }) {
  const t = useTranslations('billing.receipts')
  if (useNarrow())
    return (
      <Card>
        <ul className="list-rows pay-list">
          {items.map(receipt => (
            <li key={receipt.invoice_uuid}>
              <div className="head-line">
                <div>
                  <div className="w6">{monthAndYear(receipt.month)}</div>
                  <div className="meta t3">{receipt.number}</div>
                </div>
                <div className="r">
                  <MoneyAmount of={receipt.total} strong />
                </div>
              </div>
              <ReceiptPdf receipt={receipt} />
            </li>
          ))}
        </ul>
      </Card>
    )
  return (
    <TableCard
      label={t('title')}
      columns={6}
      minWidth={760}
      busy={busy}
      head={
        <>
          <Th>{t('columns.month')}</Th>
          <Th>{t('columns.number')}</Th>
          <Th end>{t('columns.net')}</Th>
          <Th end>{t('columns.tax')}</Th>
          <Th end>{t('columns.total')}</Th>
          <Th hidden>{t('columns.download')}</Th>
        </>
      }
    >
      {items.map(receipt => (
        <Row key={receipt.invoice_uuid}>
          <td className="w6">{monthAndYear(receipt.month)}</td>
          <td>
            {receipt.number}
            <div className="meta t3">{formatDate(receipt.invoice_date)}</div>
          </td>
          <td className="r">
            <MoneyAmount of={receipt.net} />
          </td>
          <td className="r">
            <MoneyAmount of={receipt.tax} />
          </td>
          <td className="r">
            <MoneyAmount of={receipt.total} strong />
            {receipt.taken.amount_in_smallest_unit < receipt.total.amount_in_smallest_unit && (
              <div className="meta t3">
                {t.rich('takenOf', { amount: () => <MoneyAmount of={receipt.taken} /> })}
              </div>
            )}
          </td>
          <td className="r">
            <ReceiptPdf receipt={receipt} />
          </td>
        </Row>
      ))}
    </TableCard>
  )
}

function ReceiptPdf({ receipt: { invoice_uuid, number } }: { receipt: Receipt }) {
  const t = useTranslations('billing.receipts')
  return (
    <SaveButton
      file="getBillingInvoice"
      input={{ params: { uuid: invoice_uuid } }}
      size="sm"
      label={t('pdfOf', { number })}
    >
      {t('pdf')}
    </SaveButton>
  )
}
