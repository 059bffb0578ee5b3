import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { hasLeft } from '#domain/payments/lost.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { shortDate } from '#web/parts/times.ts'
import { Amount } from '#web/ui/amount.tsx'
import { CardHead } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { CoverageBar } from '#web/ui/progress.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { type Balance, minorIn } from './balance-words.ts'
import './funds.css'

type CycleRow = ClientOutput<'listCycles'>['items'][number]

const DATES = 3

/** What is there in each currency, and what the next pay dates need of it: the same sums as home and Run payroll name. */
export function NeedByDate({
  balances,
  cycles,
}: {
  balances: readonly Balance[]
  cycles: readonly CycleRow[]
}) {
  const t = useTranslations('ledger.needByDate')
  const dates = stillToPay(cycles)
  return (
    <TableCard
      label={t('title')}
      columns={2 + dates.length}
      minWidth={300 + dates.length * 150}
      top={<CardHead note={<Legend />}>{t('title')}</CardHead>}
      head={
        <>
          <Th>{t('currency')}</Th>
          <Th end>{t('there')}</Th>
          {dates.map((row, at) => (
            <Th key={keyOf(row)} end>
              <span className={cx('need-date', at === 0 && 'need-next')}>
                {shortDate(row.pay_date)}
              </span>
              {/* Of a pay date that is over money has to be here now, which the head says. */}
              {!row.estimate && row.fund_by <= row.pay_date && (
                <span className="need-by">{t('by', { date: shortDate(row.fund_by) })}</span>
              )}
            </Th>
          ))}
        </>
      }
    >
      {neededFirst(balances, dates).map(of => (
        <Row key={of.currency}>
          <td className="w6">{of.currency}</td>
          <td className="r">
            <There of={of} />
          </td>
          {dates.map((row, at) => (
            <td key={keyOf(row)} className={cx('r', at === 0 && 'need-next')}>
              <Need row={row} of={of} />
            </td>
          ))}
        </Row>
      ))}
    </TableCard>
  )
}

function Legend() {
  const t = useTranslations('ledger.needByDate.legend')
  return (
    <span className="row g12 meta t2">
      <span className="row g6">
        <span className="key covers" />
        {t('there')}
      </span>
      <span className="row g6">
        <span className="key hatch" />
        {t('missing')}
      </span>
    </span>
  )
}

/** The next pay dates of which something has not left, whatever the balance has for them. */
function stillToPay(cycles: readonly CycleRow[]): CycleRow[] {
  return cycles
    .filter(row => row.contractors > 0 && !hasLeft(row.pay_state?.state))
    .toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
    .slice(0, DATES)
}

/** The currencies of which something is there or due before those that are on their way alone. */
function neededFirst(balances: readonly Balance[], dates: readonly CycleRow[]): Balance[] {
  const matters = (of: Balance) =>
    of.available > 0 || dates.some(row => minorIn(row.totals, of.currency) > 0)
  return balances.toSorted((a, b) => Number(matters(b)) - Number(matters(a)))
}

function keyOf(row: CycleRow): string {
  return `${row.policy_uuid} ${row.end_date}`
}

/** What nothing is promised of, and what of the rest is set aside, on its way, or did not arrive. */
function There({ of }: { of: Balance }) {
  const t = useTranslations('ledger.needByDate')
  const exponent = exponentOf(of.currency)
  const others = (['reserved', 'in_flight', 'kept'] as const).filter(which => of[which] > 0)
  return (
    <>
      <div className="w6">
        <Amount minor={of.available} exponent={exponent} />
      </div>
      {others.map(which => (
        <div key={which} className={cx('meta', which === 'kept' ? 'err' : 't3')}>
          {t.rich(which, {
            amount: () => <Amount minor={of[which]} exponent={exponent} size="sm" />,
          })}
        </div>
      ))}
    </>
  )
}

/** What a pay date needs in a currency, and what of that is missing. */
function Need({ row, of }: { row: CycleRow; of: Balance }) {
  const t = useTranslations('ledger.needByDate')
  const exponent = exponentOf(of.currency)
  const need = minorIn(row.totals, of.currency)
  const missing = minorIn(row.short, of.currency)
  if (need === 0 && missing === 0) return <span className="meta t3">{t('nothing')}</span>
  const unsent = minorIn(row.to_send, of.currency)
  // What was agreed to in another currency is bought of this one.
  const whole = Math.max(need, missing)
  const said =
    missing > 0 ? (unsent > 0 ? 'missing' : 'announced') : row.estimate ? 'estimate' : 'covered'
  return (
    <>
      <div className={row.estimate ? 't2' : 'w5'}>
        <Amount minor={whole} exponent={exponent} />
      </div>
      {!row.estimate && (
        <div className="mt4">
          <CoverageBar
            label={t('bar', { currency: of.currency, date: shortDate(row.pay_date) })}
            covered={((whole - missing) / whole) * 100}
            missing={(missing / whole) * 100}
          />
        </div>
      )}
      <div className={cx('meta mt4', unsent > 0 ? 'warn w5' : 't3')}>
        {t.rich(said, {
          amount: () => <Amount minor={unsent || missing} exponent={exponent} size="sm" />,
        })}
      </div>
    </>
  )
}
