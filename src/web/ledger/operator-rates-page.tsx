import { useTranslations } from 'use-intl'
import { shortRate } from '#domain/kernel/rate.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { whenText } from '#web/parts/times.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'

type Rates = ClientOutput<'listRates'>

/** What is exchanged at: every rate with who said it, when, and how old that is by the days on which they publish. */
export function OperatorRatesPage() {
  const t = useTranslations('ledger.rates')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('listRates', {})}
        skeleton={
          <>
            <HeadSkeleton width={420} />
            <CardSkeleton height={420} />
          </>
        }
      >
        {rates => <RatesView rates={rates} />}
      </QueryView>
    </Page>
  )
}

function RatesView({ rates: { items, most_hours } }: { rates: Rates }) {
  const t = useTranslations('ledger.rates')
  const stale = items.filter(row => row.stale).length
  return (
    <>
      <PageHead
        crumbs={[{ label: t('funds'), href: '/operations/funds' }, { label: t('title') }]}
        title={
          items.length === 0 ? t('none') : stale > 0 ? t('stale', { count: stale }) : t('fresh')
        }
        lead={t('lead', { hours: most_hours })}
      />
      {items.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneLead')}</EmptyState>
      ) : (
        <div className="stack g16">
          {stale > 0 && <Say kind="blocked">{t('mend')}</Say>}
          <TableCard
            label={t('title')}
            columns={6}
            minWidth={720}
            head={
              <>
                <Th>{t('columns.pair')}</Th>
                <Th end>{t('columns.rate')}</Th>
                <Th>{t('columns.source')}</Th>
                <Th>{t('columns.asOf')}</Th>
                <Th end>{t('columns.age')}</Th>
                <Th>{t('columns.standing')}</Th>
              </>
            }
          >
            {items.map(row => (
              <RateRow key={`${row.from_currency} ${row.to_currency}`} row={row} />
            ))}
          </TableCard>
        </div>
      )}
    </>
  )
}

function RateRow({ row }: { row: Rates['items'][number] }) {
  const t = useTranslations('ledger.rates')
  return (
    <Row>
      <td className="w5 nowrap">{t('pair', { from: row.from_currency, to: row.to_currency })}</td>
      <td className="r num">{shortRate(row.rate)}</td>
      <td>{row.source}</td>
      <td className="nowrap">{whenText(row.as_of)}</td>
      <td className="r nowrap">{t('age', { hours: row.age_hours })}</td>
      <td>
        <Say kind={row.stale ? 'blocked' : 'done'}>{t(row.stale ? 'tooOld' : 'inForce')}</Say>
      </td>
    </Row>
  )
}
