import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { lateFormat } from '#domain/kernel/late-format.ts'
import { isYetToCome, query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { monthAndYear } from '#web/parts/times.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { chartLines } from './scale.ts'
import './employer-home.css'

type Month = ClientOutput<'getPayByMonth'>['months'][number]

const NAME = lateFormat('en-US', { month: 'short', timeZone: 'UTC' })
const LONG = lateFormat('en-US', { month: 'long', timeZone: 'UTC' })

function utc(first_day: string): Date {
  return new Date(`${first_day}T00:00:00Z`)
}

/** The pay of a month in smallest units, and what of it is late, failed or came back. */
type Sum = { readonly all: bigint; readonly behind: bigint }

/** The months in one currency; amounts of different currencies are never added. */
function sumsOf(months: readonly Month[], currency: string): Sum[] {
  const sumIn = (own: Month['totals']) =>
    BigInt(own.find(of => of.currency === currency)?.amount_in_smallest_unit ?? 0)
  return months.map(({ totals, behind }) => ({ all: sumIn(totals), behind: sumIn(behind) }))
}

/** Pay of the last six months as boxes, one currency at a time. What stands below it comes once it is known. */
export function PayByMonth({ children }: { children: ReactNode }) {
  const t = useTranslations('dashboard.byMonth')
  const found = useQuery(query('getPayByMonth', {}))
  const months = found.data?.months ?? []
  const codes = months.flatMap(month => month.totals.map(total => total.currency))
  const currencies = [...new Set(codes)].toSorted()
  const [chosen, setChosen] = useState('')
  const employer = useQuery(query('getEmployer', {}))
  const home = employer.data?.currency ?? ''
  const currency = [chosen, home].find(code => currencies.includes(code)) ?? currencies[0]
  // Until it is known in what the company reckons: figures in another currency would turn into others.
  if (found.isPending || isYetToCome(employer)) return <div className="by-month-room" />
  if (found.error)
    return (
      <>
        <SectionHead title={t('title')} />
        <LoadProblem problem={found.error} onRetry={() => void found.refetch()} />
        {children}
      </>
    )
  if (!currency) return children
  const sums = sumsOf(months, currency)
  const days = months.map(month => month.first_day)
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
          <Bars months={days} sums={sums} currency={currency} />
          <Figures months={days} sums={sums} currency={currency} />
        </div>
        <AsTable months={months} currencies={currencies} />
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
}: {
  months: readonly Month[]
  currencies: readonly string[]
}) {
  const t = useTranslations('dashboard.byMonth')
  const columns = currencies.map(code => ({ code, sums: sumsOf(months, code) }))
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
            {months.map(({ first_day }, at) => (
              <tr key={first_day}>
                <th scope="row">{monthAndYear(first_day)}</th>
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
