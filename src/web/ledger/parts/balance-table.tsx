import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { type Balance, byEmployer, inCurrency } from './balance-words.ts'
import '#web/parts/parts.css'

/** Every employer's balances, a row per currency; on phones a card per employer. */
export function BalanceTable({
  balances,
  onAsk,
}: {
  balances: readonly Balance[]
  /** Asks for what a row lacks; undefined for who may not. */
  onAsk?: ((row: Balance) => void) | undefined
}) {
  const t = useTranslations('ledger.balances')
  const groups = byEmployer(balances)
  if (groups.length === 0)
    return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  return (
    <>
      <div className="only-wide">
        <WideTable groups={groups} onAsk={onAsk} />
      </div>
      <div className="only-narrow">
        <div className="stack g16">
          {groups.map(group => (
            <EmployerCard key={group[0]?.employer_uuid} group={group} onAsk={onAsk} />
          ))}
        </div>
      </div>
    </>
  )
}

type OnAsk = ((row: Balance) => void) | undefined

function WideTable({ groups, onAsk }: { groups: readonly Balance[][]; onAsk: OnAsk }) {
  const t = useTranslations('ledger.balances')
  // Seldom did anything not arrive.
  const hasKept = groups.flat().some(({ kept }) => kept > 0)
  return (
    <TableCard
      label={t('title')}
      columns={hasKept ? 7 : 6}
      density="tighter"
      minWidth={820}
      head={
        <>
          <Th>{t('columns.employer')}</Th>
          <Th>{t('columns.currency')}</Th>
          <Th end>{t('columns.available')}</Th>
          <Th end>{t('columns.reserved')}</Th>
          <Th end>{t('columns.inFlight')}</Th>
          {hasKept && <Th end>{t('columns.kept')}</Th>}
          <Th end>{t('columns.week')}</Th>
        </>
      }
    >
      {groups.flatMap(group =>
        group.map((row, at) => (
          <Row key={`${row.employer_uuid} ${row.currency}`}>
            {at === 0 && (
              <td
                rowSpan={group.length}
                style={{
                  verticalAlign: 'top',
                  paddingBlock: 12,
                  // A cell over several rows does not know that it ends the table.
                  ...(group === groups.at(-1) ? { borderBottom: 0 } : {}),
                }}
              >
                <Identity name={row.company_name} square second={row.domain} />
              </td>
            )}
            <td className="w6" style={{ paddingInlineStart: 12 }}>
              {row.currency}
            </td>
            <td className="r">
              <Amount minor={row.available} exponent={exponentOf(row.currency)} />
            </td>
            <td className="r t2">
              <Amount minor={row.reserved} exponent={exponentOf(row.currency)} />
            </td>
            <td className="r t2">
              <Amount minor={row.in_flight} exponent={exponentOf(row.currency)} />
            </td>
            {hasKept && (
              <td className={row.kept > 0 ? 'r err w5' : 'r t2'}>
                <Amount minor={row.kept} exponent={exponentOf(row.currency)} />
              </td>
            )}
            <td className="r">
              <Week row={row} plain onAsk={onAsk} />
            </td>
          </Row>
        )),
      )}
    </TableCard>
  )
}

function Week({ row, plain = false, onAsk }: { row: Balance; plain?: boolean; onAsk: OnAsk }) {
  const t = useTranslations('ledger.balances')
  if (row.short > 0)
    return (
      // Beside words that need the room each has a line of its own.
      <span className={plain ? 'row g12 end wrap' : 'stack g8 to-end'}>
        <span className="warn">
          {t.rich('short', {
            amount: () =>
              plain ? (
                <Amount minor={row.short} exponent={exponentOf(row.currency)} strong />
              ) : (
                <MoneyAmount of={inCurrency(row, row.short)} strong />
              ),
          })}
        </span>
        {onAsk && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('askOf', { company: row.company_name, currency: row.currency })}
            onClick={() => onAsk(row)}
          >
            {t('ask')}
          </Button>
        )}
      </span>
    )
  return <span className="t3">{t(row.need > 0 || row.reserved > 0 ? 'covered' : 'nothing')}</span>
}

function EmployerCard({ group, onAsk }: { group: readonly Balance[]; onAsk: OnAsk }) {
  const t = useTranslations('ledger.balances')
  const [first] = group
  if (!first) return null
  return (
    <Card>
      <div className="pad">
        <Identity name={first.company_name} square second={first.domain} />
      </div>
      <ul className="rows">
        {group.map(row => (
          <li key={row.currency} className="row g12 between top">
            <div>
              <MoneyAmount of={inCurrency(row, row.available)} strong />
              <div className="meta t3">
                {t.rich('reserved', {
                  amount: () => <MoneyAmount of={inCurrency(row, row.reserved)} size="sm" />,
                })}
              </div>
              {row.kept > 0 && (
                <div className="meta err">
                  {t.rich('kept', {
                    amount: () => <MoneyAmount of={inCurrency(row, row.kept)} size="sm" />,
                  })}
                </div>
              )}
            </div>
            <Week row={row} onAsk={onAsk} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
