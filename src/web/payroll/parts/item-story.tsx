import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { atTime, shortDate } from '#web/parts/times.ts'
import { Figures } from '#web/ui/amount.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { said } from '#web/words/said.ts'
import './item-entries.css'

type ItemPage = ClientOutput<'getLineItem'>

/** A pay against the last one of the same person: entry by entry what differs. */
export function AgainstLast({ page }: { page: ItemPage }) {
  const t = useTranslations('payroll.itemPage.against')
  const { item, last_pay: last } = page
  const comparable = last && last.amount.currency === item.amount.currency
  const difference = comparable
    ? item.amount.amount_in_smallest_unit - last.amount.amount_in_smallest_unit
    : 0
  return (
    <div className="stack g8">
      <div className="row g8">
        <h2 className="h3 grow">{t('title')}</h2>
        {last && <span className="meta t3">{shortDate(last.pay_date)}</span>}
      </div>
      {last ? (
        <DefinitionRows
          rows={[
            { id: 'last', term: t('last'), value: <MoneyAmount of={last.amount} /> },
            ...(last.hours === item.hours
              ? []
              : [
                  {
                    id: 'hours',
                    term: t('hours'),
                    value: t('was', { was: last.hours.toFixed(2), is: item.hours.toFixed(2) }),
                  },
                ]),
            { id: 'this', term: t('this'), value: <MoneyAmount of={item.amount} strong /> },
            ...(comparable && difference !== 0
              ? [
                  {
                    id: 'difference',
                    term: t('difference'),
                    value: (
                      <MoneyAmount
                        of={{ ...item.amount, amount_in_smallest_unit: difference }}
                        signed
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <p className="meta t2">{t('first')}</p>
      )}
    </div>
  )
}

/** What a pay costs its employer beside what the contractor gets, and what leaves the balance for it. */
export function ItemCost({ page }: { page: ItemPage }) {
  const { item, fees, margin, contractor_month: month } = page
  const t = useTranslations('payroll.itemPage.cost')
  const beside = useTranslations('payroll.dryRun')
  return (
    <div className="stack g8">
      <h2 className="h3">{t('title')}</h2>
      <DefinitionRows
        rows={[
          { id: 'gross', term: t('gross'), value: <MoneyAmount of={item.amount} /> },
          {
            id: 'fees',
            term: t('fee'),
            value: fees.length > 0 ? <MoneyStack of={fees} /> : t('noFee'),
          },
          ...(margin > 0
            ? [{ id: 'margin', term: beside('margin', { margin: margin.toFixed(2) }), sub: true }]
            : []),
          ...(month
            ? [
                {
                  id: 'month',
                  term: beside.rich('month', { price: () => <MoneyAmount of={month} /> }),
                  sub: true,
                },
              ]
            : []),
          {
            id: 'leaves',
            term: t('leaves'),
            value: <MoneyStack of={together([item.amount, ...fees])} strong />,
          },
        ]}
      />
    </div>
  )
}

/** Amounts of one currency as their sum. */
function together(amounts: readonly ItemPage['item']['amount'][]) {
  return [...Map.groupBy(amounts, of => of.currency)].map(([currency, own]) => ({
    currency,
    amount_in_smallest_unit: own.reduce((sum, of) => sum + of.amount_in_smallest_unit, 0),
  }))
}

/** What happened to a pay, the newest first, with what it came to after each change. */
export function ItemHistory({ page }: { page: ItemPage }) {
  const t = useTranslations('payroll.history')
  return (
    <ol className="history">
      {page.history.map((event, at) => (
        // Two things of one moment have nothing else to tell them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of what happened does not change.
        <li key={`${event.at} ${at}`}>
          <span className="t3">{atTime(event.at)}</span>
          <span>
            <bdi className="w6">{event.actor_name || t('by')}</bdi>{' '}
            <Figures text={said(t, event.said, event.text)} />
          </span>
          <span className="r nowrap">{event.amount && <MoneyAmount of={event.amount} />}</span>
        </li>
      ))}
    </ol>
  )
}
