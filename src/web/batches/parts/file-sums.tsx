import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { CurrencyName } from './currency-name.tsx'
import type { FileReviewState } from './use-file-review.ts'

/** What a file comes to in each currency and asset, and what of it is with Corridor now. */
export function FileSums({ review: { read, looking } }: { review: FileReviewState }) {
  const t = useTranslations('batches.review')
  const asked = useQuery(query('getEmployerBalances', {}))
  const balances = asked.data?.balances
  const thereOf = (currency: string) =>
    balances?.find(one => one.currency === currency)?.available ?? 0
  if (!read || read.totals.length === 0) return null
  return (
    <>
      <Awaited of={[asked]} failed={t('thereUnknown')} />
      <TableCard
        label={t('sums')}
        columns={4}
        density="tight"
        busy={looking}
        head={
          <>
            <Th>{t('currency')}</Th>
            <Th end>{t('needed')}</Th>
            <Th end>{t('there')}</Th>
            <Th end>{t('missing')}</Th>
          </>
        }
      >
        {read.totals.map(total => {
          const there = thereOf(total.currency)
          const lacks = Math.max(0, total.amount_in_smallest_unit - there)
          return (
            <Row key={total.currency}>
              <td>
                <CurrencyName currency={total.currency} />
              </td>
              <td className="r">
                <MoneyAmount of={total} strong />
              </td>
              <td className="r t2">
                {balances && <MoneyAmount of={{ ...total, amount_in_smallest_unit: there }} />}
              </td>
              <td className="r">
                {!balances ? null : lacks > 0 ? (
                  <span className="warn">
                    <MoneyAmount of={{ ...total, amount_in_smallest_unit: lacks }} strong />
                  </span>
                ) : (
                  <StatusChip tone="ok">{t('covered')}</StatusChip>
                )}
              </td>
            </Row>
          )
        })}
      </TableCard>
    </>
  )
}
