import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'

type Day = ClientOutput<'listBankDays'>['items'][number]

/** The days of a currency: bank, books, and what is between them. */
export function BankDays({ currency }: { currency: string }) {
  const t = useTranslations('reconciliation.days')
  const paging = useOwnPaging(currency)
  const days = useQuery({
    ...query('listBankDays', { query: { currency, limit: '10', ...paging.query } }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = days
  if (!data) return <NotLoaded of={days} />
  if (data.items.length === 0) return null
  return (
    <>
      <SectionHead title={`${t('title')}, ${currency}`} />
      <p className="meta t2 mb12">{t('lead')}</p>
      <TableCard
        label={t('table')}
        columns={4}
        head={
          <>
            <Th>{t('day')}</Th>
            <Th end>{t('bank')}</Th>
            <Th end>{t('books')}</Th>
            <Th width="44%">{t('between')}</Th>
          </>
        }
      >
        {data.items.map(of => (
          <DayRow key={of.day} of={of} />
        ))}
      </TableCard>
      <CursorPager
        paging={paging}
        cursor={data.next_cursor}
        shown={data.items.length}
        name={t('name')}
        loading={isPlaceholderData}
      />
    </>
  )
}

const PARTS = ['only_bank', 'only_books', 'other_day', 'of_statements'] as const

function DayRow({ of }: { of: Day }) {
  const t = useTranslations('reconciliation.days')
  const parts = PARTS.filter(part => of[part].amount_in_smallest_unit !== 0)
  const agree = of.difference.amount_in_smallest_unit === 0
  return (
    <Row>
      <td className="nowrap w5">{shortDate(of.day)}</td>
      <td className="r">
        <MoneyAmount of={of.bank} />
      </td>
      <td className="r">
        <MoneyAmount of={of.books} />
      </td>
      <td>
        <Say kind={agree && parts.length === 0 ? 'done' : 'unusual'}>
          {agree ? t('agree') : <MoneyAmount of={of.difference} strong />}
        </Say>
        {parts.map(part => (
          <div key={part} className="meta t2">
            {t.rich(part, { amount: () => <MoneyAmount of={of[part]} size="sm" /> })}
          </div>
        ))}
      </td>
    </Row>
  )
}
