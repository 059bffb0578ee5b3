import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { defused } from '#domain/kernel/formula.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { decimalOf, MoneyAmount } from '#web/parts/money.tsx'
import { shortened } from '#web/parts/reference.tsx'
import { saveCsv } from '#web/parts/save-csv.ts'
import { monthAndYear, monthDay, shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { PlainAmount } from './plain-amount.tsx'

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
  const found = useQuery({
    ...query('getFundsStatement', { query: { currency, month } }),
    placeholderData: keepPreviousData,
  })
  const { data, isPending } = found
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
      {data ? <Lines of={data} running={month >= today} /> : <NotLoaded of={found} />}
      {!isPending && children}
    </>
  )
}

/** What a line is of, and what happened: a pay and how many it was set aside for, a receipt and its reference, shortened for a page or whole for a file. */
function useWhat(said: (reference: string) => string) {
  const t = useTranslations('ledger.statement')
  return ({ code, count, pay, reference }: Line) => {
    const sets = SETS_ASIDE.find(of => of === code)
    if (sets && pay) {
      const date = monthDay(pay.pay_date)
      return { title: pay.policy_label, sub: t(`pay.${sets}`, { count, date }) }
    }
    const title = t(`what.${code}`, { count, reference: said(reference ?? '') })
    return { title, sub: reference && !EXCHANGED.includes(code) ? said(reference) : '' }
  }
}

const SETS_ASIDE = ['item_approved', 'item_funded', 'item_withdrawn'] as const
const EXCHANGED: readonly string[] = ['conversion_sold', 'conversion_bought']

const ICONS: Partial<Record<Line['code'], IconName>> = {
  ...{ item_approved: 'payroll', item_funded: 'payroll', item_withdrawn: 'payroll' },
  ...{ fee_taken: 'receipt', bank_cost: 'receipt' },
  ...{ conversion_sold: 'exchange', conversion_bought: 'exchange', converted: 'exchange' },
}

function wordsOf({ title, sub }: { title: string; sub: string }): string {
  return sub ? `${title}, ${sub}` : title
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
            defused(wordsOf(what(line))),
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
  const told = lines.toReversed().map(line => ({ line, ...what(line) }))
  return (
    <>
      <div className="only-wide">
        <WideLines told={told} opening={opening} />
      </div>
      <ul className="card clip rows first only-narrow">
        {told.map(({ line: { change, balance, ...line }, title, sub }) => (
          <li key={keyOf({ ...line, change, balance })} className="row g12 between">
            <span className="grow">
              <bdi className="w5 block">{title}</bdi>
              {sub && <bdi className="meta t3 block">{sub}</bdi>}
              <span className="meta t3 block">{shortDate(line.at.slice(0, 10))}</span>
            </span>
            <span className="r">
              <span className={change.amount_in_smallest_unit > 0 ? 'w5 block' : 't2 block'}>
                <PlainAmount of={change} signed />
              </span>
              <span className="meta t3 block">
                {t.rich('then', { amount: () => <PlainAmount of={balance} size="sm" /> })}
              </span>
            </span>
          </li>
        ))}
        <li className="row g12 between t2">
          {t('opening')}
          <PlainAmount of={opening} />
        </li>
      </ul>
    </>
  )
}

type Told = { readonly line: Line; readonly title: string; readonly sub: string }

function keyOf({ at, code, reference, balance }: Line): string {
  return `${at} ${code} ${reference} ${balance.amount_in_smallest_unit}`
}

function WideLines({ told, opening }: { told: readonly Told[]; opening: Statement['opening'] }) {
  const t = useTranslations('ledger.statement')
  return (
    <TableCard
      label={t('title')}
      columns={5}
      minWidth={620}
      head={
        <>
          <Th width={112}>{t('columns.day')}</Th>
          <Th>{t('columns.what')}</Th>
          <Th end>{t('columns.in')}</Th>
          <Th end>{t('columns.out')}</Th>
          <Th end>{t('columns.balance')}</Th>
        </>
      }
    >
      {told.map(of => (
        <StatementLine key={keyOf(of.line)} {...of} />
      ))}
      <Row>
        <td className="t2" colSpan={4}>
          {t('opening')}
        </td>
        <td className="r t2">
          <PlainAmount of={opening} />
        </td>
      </Row>
    </TableCard>
  )
}

function StatementLine({ line: { at, code, change, balance }, title, sub }: Told) {
  const comes = change.amount_in_smallest_unit > 0
  return (
    <Row>
      <td className="t2 nowrap">{shortDate(at.slice(0, 10))}</td>
      <td>
        <span className="row g12">
          <span className="t3">
            <Icon name={ICONS[code] ?? 'bank'} size={18} />
          </span>
          <span className="grow">
            <bdi className="w5 block">{title}</bdi>
            {sub && <bdi className="meta t3 block">{sub}</bdi>}
          </span>
        </span>
      </td>
      <td className="r w5">{comes && <PlainAmount of={change} signed />}</td>
      <td className="r t2">{!comes && <PlainAmount of={change} />}</td>
      <td className="r">
        <PlainAmount of={balance} strong />
      </td>
    </Row>
  )
}
