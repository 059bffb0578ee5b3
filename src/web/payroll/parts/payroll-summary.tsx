import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import type { PayrollType } from '#domain/payroll/payroll-type.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { decimalOf, MoneyList } from '#web/parts/money.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { OperatorCycle } from './mark-dialog.tsx'
import './payroll-summary.css'

/** What of these sums is in a currency. */
export function sumIn(sums: readonly WireMoney[], currency: string): WireMoney {
  const own = sums.filter(of => of.currency === currency)
  return {
    currency,
    amount_in_smallest_unit: own.reduce((sum, of) => sum + of.amount_in_smallest_unit, 0),
  }
}

/** A sum without its code, where a column of its own has that. */
export function Digits({ of }: { of: WireMoney }) {
  return <Amount minor={of.amount_in_smallest_unit} exponent={exponentOf(of.currency)} />
}

/** What the cycles owe by currency, how much of it is paid, covered, missing or went back, and why the rest is left. */
export function PayrollSummary({
  type,
  cycles,
  why,
}: {
  type: PayrollType | undefined
  cycles: readonly OperatorCycle[]
  why: (states: OperatorCycle['pay_states']) => string
}) {
  const t = useTranslations('payroll.employerCycles.summary')
  const currencies = [...new Set(cycles.flatMap(({ totals }) => totals.map(of => of.currency)))]
  if (currencies.length === 0) return null
  return (
    <section className="card pad payroll-sum" aria-label={t('title', { type: type ?? 'all' })}>
      <div className="row g12 between wrap">
        <h2 className="h3">{t('title', { type: type ?? 'all' })}</h2>
        <span className="row g12 meta t2">
          <span className="legend-of paid">{t('legendPaid')}</span>
          <span className="legend-of">{t('legendLeft')}</span>
          <span className="legend-of missing">{t('legendMissing')}</span>
        </span>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('currency')}</span>
            </th>
            <th scope="col" className="r">
              {t('owed')}
            </th>
            <th scope="col" aria-hidden />
            <th scope="col" className="r">
              {t('paid')}
            </th>
            <th scope="col" className="r">
              {t('left')}
            </th>
            <th scope="col">{t('why')}</th>
          </tr>
        </thead>
        <tbody>
          {currencies.sort().map(currency => (
            <CurrencyRow key={currency} currency={currency} cycles={cycles} why={why} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What of sums went back to its employer: it is neither paid nor left. */
export function GivenBack({ of }: { of: readonly WireMoney[] }) {
  const t = useTranslations('payroll.employerCycles.summary')
  const some = of.filter(sum => sum.amount_in_smallest_unit > 0)
  if (some.length === 0) return null
  return (
    <div className="meta t2">{t.rich('givenBack', { amount: () => <MoneyList of={some} /> })}</div>
  )
}

function CurrencyRow({
  currency,
  cycles,
  why,
}: {
  currency: string
  cycles: readonly OperatorCycle[]
  why: (states: OperatorCycle['pay_states']) => string
}) {
  const t = useTranslations('payroll.employerCycles.summary')
  const sum = (of: (cycle: OperatorCycle) => readonly WireMoney[]) =>
    sumIn(cycles.flatMap(of), currency)
  const owed = sum(cycle => cycle.totals)
  const paid = sum(cycle => cycle.paid)
  const left = sum(cycle => cycle.left)
  const short = sum(cycle => cycle.short)
  const back = sum(cycle => cycle.given_back)
  const states = cycles
    .flatMap(({ pay_states }) => pay_states)
    .filter(({ totals }) => totals.some(of => of.currency === currency))
  const said = why(states)
  const share = ({ amount_in_smallest_unit: part }: WireMoney) =>
    owed.amount_in_smallest_unit === 0
      ? 0
      : Math.min(100, (part / owed.amount_in_smallest_unit) * 100)
  return (
    <tr>
      <th scope="row">{currency}</th>
      <td className="r">
        <Digits of={owed} />
      </td>
      <td className="of">
        <span
          className="paid-bar"
          role="img"
          aria-label={t('bar', { paid: decimalOf(paid), owed: decimalOf(owed), currency })}
        >
          <span className="paid" style={{ width: `${share(paid)}%` }} />
          <span className="missing" style={{ width: `${share(short)}%` }} />
        </span>
      </td>
      <td className="r t2">
        <Digits of={paid} />
      </td>
      <td className={left.amount_in_smallest_unit === 0 ? 'r t3' : 'r w6'}>
        <Digits of={left} />
      </td>
      <td className="meta t2">
        {short.amount_in_smallest_unit > 0 && (
          <span className="warn w6">
            {t.rich('missing', { amount: () => <Digits of={short} /> })}
            {said !== '' && ', '}
          </span>
        )}
        {left.amount_in_smallest_unit > 0 && said}
        {left.amount_in_smallest_unit === 0 && back.amount_in_smallest_unit === 0 && t('allPaid')}
        <GivenBack of={[back]} />
      </td>
    </tr>
  )
}
