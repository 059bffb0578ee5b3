import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { lateFormat } from '#domain/kernel/late-format.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { monthAndYear } from '#web/parts/times.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { chartLines } from './scale.ts'
import './employer-home.css'

type Report = ClientOutput<'listReports'>['items'][number]

const MONTHS = 6
const NAME = lateFormat('en-US', { month: 'short', timeZone: 'UTC' })
const LONG = lateFormat('en-US', { month: 'long', timeZone: 'UTC' })

function utc(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`)
}

/** The month `back` months before one, `YYYY-MM`. */
function monthBefore(month: string, back: number): string {
  const at = utc(month)
  at.setUTCMonth(at.getUTCMonth() - back)
  return at.toISOString().slice(0, 7)
}

/** The pay of a month in smallest units, and what of it is late, failed or came back. */
type Sum = { readonly all: bigint; readonly behind: bigint }

/** What was approved or paid per month in one currency; amounts of different currencies are never added. */
function sumsOf(reports: readonly Report[], months: readonly string[], currency: string): Sum[] {
  const sumIn = (own: readonly Report[], of: 'totals' | 'behind') =>
    own
      .flatMap(report => report[of])
      .filter(total => total.currency === currency)
      .reduce((sum, total) => sum + BigInt(total.amount_in_smallest_unit), 0n)
  return months.map(month => {
    const own = reports.filter(report => report.pay_date.startsWith(month))
    return { all: sumIn(own, 'totals'), behind: sumIn(own, 'behind') }
  })
}

/** Pay of the last six months as boxes, one currency at a time. What stands below it comes once it is known. */
export function PayByMonth({ today, children }: { today: string; children: ReactNode }) {
  const t = useTranslations('dashboard.byMonth')
  const { data, isPending } = useQuery(query('listReports', { query: { limit: '200' } }))
  const reports = data?.items ?? []
  const codes = reports.flatMap(report => report.totals.map(total => total.currency))
  const currencies = [...new Set(codes)].toSorted()
  const [chosen, setChosen] = useState('')
  const home = useQuery(query('getEmployer', {})).data?.currency ?? ''
  const currency = [chosen, home].find(code => currencies.includes(code)) ?? currencies[0]
  if (isPending) return <div className="by-month-room" />
  if (!currency) return children
  const months = Array.from({ length: MONTHS }, (_, at) =>
    monthBefore(today.slice(0, 7), MONTHS - 1 - at),
  )
  const sums = sumsOf(reports, months, currency)
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          <>
            {currencies.length > 1 && (
              <Segmented
                label={t('currency')}
                value={currency}
                onChange={setChosen}
                segments={currencies.map(code => ({ value: code, label: code }))}
              />
            )}
            <Link className="meta" href="/employer/reports">
              {t('reports')}
            </Link>
          </>
        }
      />
      <Card>
        {sums.some(({ behind }) => behind > 0n) && (
          <p className="months-legend meta t2" aria-hidden="true">
            <span className="box" /> {t('fine')} <span className="box hatch red" /> {t('behind')}
          </p>
        )}
        <div className="months">
          <Bars months={months} sums={sums} currency={currency} />
          <Figures months={months} sums={sums} currency={currency} />
        </div>
        <AsTable months={months} currencies={currencies} reports={reports} />
      </Card>
      {children}
    </>
  )
}

type Drawn = {
  readonly months: readonly string[]
  readonly sums: readonly Sum[]
  readonly currency: string
}

function Bars({ months, sums, currency }: Drawn) {
  const exponent = exponentOf(currency)
  const lines = chartLines(
    sums.reduce((max, { all }) => (all > max ? all : max), 0n),
    exponent,
  )
  const top = lines.at(-1) ?? 1n
  // Heights are a picture; the amounts stand beside it as text.
  const height = (sum: bigint) => `${Number((sum * 1000n) / top) / 10}%`
  return (
    <div aria-hidden="true" className="chart">
      <div className="chart-lines">
        {lines.map(line => (
          <span key={String(line)} style={{ bottom: height(line) }}>
            <Amount minor={line / 10n ** BigInt(exponent)} exponent={0} />
          </span>
        ))}
      </div>
      <ul className="bars">
        {months.map((month, at) => (
          <li key={month} className={at === months.length - 1 ? 'now' : undefined}>
            {at === months.length - 1 && (
              <span className="value">
                <Amount {...roughly(sums[at]?.all ?? 0n, exponent)} />
              </span>
            )}
            <Box of={sums[at] ?? NOTHING} height={height} />
          </li>
        ))}
      </ul>
      <ul className="bar-names">
        {months.map((month, at) => (
          <li key={month} className={at === months.length - 1 ? 'now' : undefined}>
            {NAME().format(utc(month))}
          </li>
        ))}
      </ul>
    </div>
  )
}

const NOTHING: Sum = { all: 0n, behind: 0n }

/** A sum in whole units, as the lines beside it are, so that it has room above its box; to the cent it stands beside the chart. */
function roughly(minor: bigint, exponent: number) {
  const whole = 10n ** BigInt(exponent)
  return minor < whole ? { minor, exponent } : { minor: (minor + whole / 2n) / whole, exponent: 0 }
}

/** A month's pay; what of it is behind stands on top. */
function Box({ of: { all, behind }, height }: { of: Sum; height: (sum: bigint) => string }) {
  // Beyond what is still part of the pay nothing is drawn.
  const late = behind < all ? behind : all
  return (
    <>
      {late > 0n && <span className="box hatch red" style={{ height: height(late) }} />}
      {all > late && <span className="box" style={{ height: height(all - late) }} />}
    </>
  )
}

/** What of a sum is behind, in words. */
function Behind({ of, exponent }: { of: Sum | undefined; exponent: number }) {
  const t = useTranslations('dashboard.byMonth')
  if (!of?.behind) return null
  const { behind } = of
  return (
    <div className="meta err">
      {t.rich('ofIt', { amount: () => <Amount minor={behind} exponent={exponent} /> })}
    </div>
  )
}

function Figures({ months, sums, currency }: Drawn) {
  const t = useTranslations('dashboard.byMonth')
  const exponent = exponentOf(currency)
  const last = months.at(-1) ?? ''
  return (
    <div>
      <div className="meta t3">{t('in', { month: LONG().format(utc(last)), currency })}</div>
      <div className="h2 mt4">
        <Amount minor={sums.at(-1)?.all ?? 0n} currency={currency} exponent={exponent} />
      </div>
      <Behind of={sums.at(-1)} exponent={exponent} />
      <dl className="dl mt12">
        {months
          .slice(0, -1)
          .map((month, at) => (
            <div key={month}>
              <dt>{LONG().format(utc(month))}</dt>
              <dd>
                <Amount minor={sums[at]?.all ?? 0n} exponent={exponent} />
                <Behind of={sums[at]} exponent={exponent} />
              </dd>
            </div>
          ))
          .toReversed()}
      </dl>
    </div>
  )
}

/** The same in figures, of all currencies at once. */
function AsTable({
  months,
  currencies,
  reports,
}: {
  months: readonly string[]
  currencies: readonly string[]
  reports: readonly Report[]
}) {
  const t = useTranslations('dashboard.byMonth')
  const columns = currencies.map(code => ({ code, sums: sumsOf(reports, months, code) }))
  return (
    <details className="months-table">
      <summary className="meta">{t('table')}</summary>
      <div className="table-room">
        <table className="grid tighter" aria-label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('month')}</th>
              {columns.map(({ code }) => (
                <th key={code} scope="col" className="r">
                  {code}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month, at) => (
              <tr key={month}>
                <th scope="row">{monthAndYear(`${month}-01`)}</th>
                {columns.map(({ code, sums }) => (
                  <td key={code} className="r">
                    <Amount minor={sums[at]?.all ?? 0n} exponent={exponentOf(code)} />
                    <Behind of={sums[at]} exponent={exponentOf(code)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
