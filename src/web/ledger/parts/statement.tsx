import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput, WireMoney } from '#web/kernel/types.ts'
import { decimalOf, MoneyAmount } from '#web/parts/money.tsx'
import { shortened } from '#web/parts/reference.tsx'
import { saveCsv } from '#web/parts/save-csv.ts'
import { monthAndYear, shortDate } from '#web/parts/times.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'

type Statement = ClientOutput<'getFundsStatement'>
type Line = Statement['lines'][number]

/** What came and went of the balance, month by month and currency by currency, with what it was after each; what stands below comes once that has. */
export function FundsStatement({
  currencies,
  children,
}: {
  currencies: readonly string[]
  children: ReactNode
}) {
  const today = useToday()
  const [first] = currencies
  return first ? (
    <Months currencies={currencies} first={first} today={`${today.slice(0, 7)}-01`}>
      {children}
    </Months>
  ) : (
    children
  )
}

function Months({
  currencies,
  first,
  today,
  children,
}: {
  currencies: readonly string[]
  first: string
  today: string
  children: ReactNode
}) {
  const t = useTranslations('ledger.statement')
  const [chosen, setChosen] = useState(first)
  const currency = currencies.includes(chosen) ? chosen : first
  const [month, setMonth] = useState(today)
  const move = (days: number) => setMonth(`${addDays(month, days).slice(0, 7)}-01`)
  const { data, isPending } = useQuery({
    ...query('getFundsStatement', { query: { currency, month } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          <span className="row g12 wrap">
            <Segmented
              label={t('currency')}
              value={currency}
              onChange={setChosen}
              segments={currencies.map(value => ({ value, label: value }))}
            />
            <span className="row g4">
              <IconButton icon="chevron-start" label={t('before')} onClick={() => move(-1)} />
              <span className="meta w5">{monthAndYear(month)}</span>
              <IconButton
                icon="chevron-end"
                label={t('after')}
                disabled={month >= today}
                onClick={() => move(31)}
              />
            </span>
            {data && data.lines.length > 0 && (
              <SaveStatement of={data} name={`${currency}-${month.slice(0, 7)}.csv`} />
            )}
          </span>
        }
      />
      {data && <Lines of={data} running={month >= today} />}
      {!isPending && children}
    </>
  )
}

/** What a line says; its reference as a page has room for it, or in a file whole. */
function useWhat(said: (reference: string) => string) {
  const t = useTranslations('ledger.statement')
  return ({ code, count, reference }: Line) =>
    t(`what.${code}`, { count, reference: said(reference ?? '') })
}

function SaveStatement({ of: { lines }, name }: { of: Statement; name: string }) {
  const t = useTranslations('ledger.statement')
  const what = useWhat(whole => whole)
  return (
    <Button
      size="sm"
      variant="secondary"
      icon="download"
      onClick={() =>
        saveCsv(name, [
          [t('columns.day'), t('columns.what'), t('columns.change'), t('columns.balance')],
          ...lines.map(line => [
            line.at.slice(0, 10),
            what(line),
            decimalOf(line.change),
            decimalOf(line.balance),
          ]),
        ])
      }
    >
      {t('csv')}
    </Button>
  )
}

function Lines({
  of: { lines, opening, closing },
  running,
}: {
  of: Statement
  /** Whether the month goes on. */
  running: boolean
}) {
  const t = useTranslations('ledger.statement')
  const what = useWhat(shortened)
  if (lines.length === 0)
    return (
      <Card pad>
        <p className="meta t2">
          {t.rich('nothing', {
            month: running ? 'running' : 'over',
            amount: () => <MoneyAmount of={closing} strong />,
          })}
        </p>
      </Card>
    )
  return (
    <TableCard
      label={t('title')}
      columns={3}
      head={
        <>
          <Th>{t('columns.what')}</Th>
          <Th end>{t('columns.change')}</Th>
          <Th end>{t('columns.balance')}</Th>
        </>
      }
    >
      {lines.toReversed().map(line => (
        <Row
          key={`${line.at} ${line.code} ${line.reference} ${line.balance.amount_in_smallest_unit}`}
        >
          <td>
            <div className="w5">
              <bdi>{what(line)}</bdi>
            </div>
            <div className="meta t3">{shortDate(line.at.slice(0, 10))}</div>
          </td>
          <td className={line.change.amount_in_smallest_unit > 0 ? 'r w5' : 'r t2'}>
            <Plain of={line.change} />
          </td>
          <td className="r">
            <Plain of={line.balance} strong />
          </td>
        </Row>
      ))}
      <Row>
        <td className="t2">{t('opening')}</td>
        <td />
        <td className="r t2">
          <Plain of={opening} />
        </td>
      </Row>
    </TableCard>
  )
}

/** A sum whose currency stands above the list. */
function Plain({ of, strong }: { of: WireMoney; strong?: boolean }) {
  return (
    <Amount minor={of.amount_in_smallest_unit} exponent={exponentOf(of.currency)} strong={strong} />
  )
}
