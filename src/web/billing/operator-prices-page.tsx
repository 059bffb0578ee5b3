import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { useMay } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import type { Priced } from './parts/price-dialog.tsx'

// Its fields come when somebody changes prices.
const PriceDialog = lazy(() =>
  import('./parts/price-dialog.tsx').then(part => ({ default: part.PriceDialog })),
)

/** What each employer is charged, which an operator changes for what comes. */
export function OperatorPricesPage() {
  const t = useTranslations('billing.operator')
  const paging = usePaging()
  const search = useAddress().get('search')
  const [changing, setChanging] = useState<Priced>()
  const may = useMay()('putPrices')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('listPrices', { query: { ...paging.query, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  })
  // As it stands by now: what a colleague changed meanwhile is shown in the dialog.
  const asked = data?.items.find(row => row.employer_uuid === changing?.employer_uuid) ?? changing
  return (
    <Page>
      <PageHead
        crumbs={[{ label: t('funds'), href: '/operations/funds' }, { label: t('title') }]}
        title={t('title')}
        lead={t('lead')}
      />
      <div className="stack g16">
        <div className="row">
          <SearchBox label={t('search')} />
        </div>
        {error && !data ? (
          <LoadProblem problem={error} onRetry={() => void refetch()} />
        ) : data?.items.length === 0 ? (
          <EmptyState title={t('empty')} />
        ) : (
          <TableCard
            label={t('title')}
            columns={may ? 6 : 5}
            minWidth={820}
            busy={isPlaceholderData}
            head={
              <>
                <Th>{t('columns.employer')}</Th>
                <Th end>{t('columns.contractor')}</Th>
                <Th end>{t('columns.payment')}</Th>
                <Th end>{t('columns.margin')}</Th>
                <Th end>{t('columns.tax')}</Th>
                {may && <Th hidden>{t('columns.edit')}</Th>}
              </>
            }
          >
            {data ? (
              data.items.map(row => (
                <PricedRow
                  key={row.employer_uuid}
                  row={row}
                  onChange={may ? () => setChanging(row) : undefined}
                />
              ))
            ) : (
              <SkeletonRows columns={6} rows={5} />
            )}
          </TableCard>
        )}
        {data && (
          <CursorPager
            paging={paging}
            cursor={data.next_cursor}
            shown={data.items.length}
            name={t('shown')}
            loading={isPlaceholderData}
          />
        )}
      </div>
      {asked && changing && (
        <Suspense>
          <PriceDialog row={asked} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

function PricedRow({ row, onChange }: { row: Priced; onChange: (() => void) | undefined }) {
  const t = useTranslations('billing.operator')
  const { prices, company_name, domain } = row
  const money = (minor: number) => (
    <MoneyAmount of={{ currency: prices?.currency ?? 'USD', amount_in_smallest_unit: minor }} />
  )
  const payments = Object.entries(prices?.per_payment ?? {}).filter(([, minor]) => minor > 0)
  return (
    <Row>
      <td>
        <bdi className="w6">{company_name}</bdi>
        <div className="meta t3">{domain}</div>
      </td>
      <td className="r">
        {prices && prices.per_contractor > 0 ? money(prices.per_contractor) : t('free')}
      </td>
      <td className="r">
        {payments.length === 0
          ? t('free')
          : payments.map(([network, minor]) => (
              <div key={network} className="nowrap">
                <span className="meta t3">{networkName(network)}</span> {money(minor)}
              </div>
            ))}
      </td>
      <td className="r">
        {prices && prices.margin > 0 ? `${prices.margin.toFixed(2)}%` : t('free')}
      </td>
      <td className="r">{prices && prices.tax > 0 ? `${prices.tax.toFixed(2)}%` : t('free')}</td>
      {onChange && (
        <td className="r">
          <Button
            variant="secondary"
            size="sm"
            icon="edit"
            aria-label={t('changeOf', { employer: company_name })}
            onClick={onChange}
          >
            {t('change')}
          </Button>
        </td>
      )}
    </Row>
  )
}
