import { exponentOf } from '#domain/kernel/currency.ts'
import { Amount } from '#web/ui/amount.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CoverageBar } from '#web/ui/progress.tsx'
import type { Preview } from './pay-chips.tsx'
import './pay-cycle.css'

type Coverage = Preview['coverage'][number]

function headNote(coverage: readonly Coverage[]): string {
  const short = coverage.filter(({ short }) => short > 0).length
  if (short === 0) return coverage.length === 1 ? 'Covered' : 'All currencies are covered'
  return short === 1 ? 'One currency is short' : `${short} currencies are short`
}

/** Need against balance per currency, and what is left after this pay. */
export function CycleFunding({ coverage }: { coverage: readonly Coverage[] }) {
  const short = coverage.some(one => one.short > 0)
  return (
    <Card
      title="Funding"
      note={headNote(coverage)}
      foot={
        short ? (
          <>
            <span className="grow meta t2">
              Money for the missing part must arrive before the pay date.
            </span>
            <LinkButton variant="secondary" size="sm" href="/employer/fund-payroll">
              Add funds
            </LinkButton>
          </>
        ) : undefined
      }
    >
      <table className="fund" aria-label="Funding by currency">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Currency</span>
            </th>
            <th scope="col" className="r">
              <span style={{ paddingInlineEnd: 20 }}>Need</span>
            </th>
            <th scope="col" className="r">
              Available
            </th>
            <th scope="col" className="b">
              <span className="sr">Covered</span>
            </th>
            <th scope="col" className="r" colSpan={2}>
              <span style={{ paddingInlineEnd: 44 }}>After this pay</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {coverage.map(one => (
            <CurrencyLine key={one.currency} of={one} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function CurrencyLine({ of }: { of: Coverage }) {
  const exponent = exponentOf(of.currency)
  // The bar is a picture: its scale is the larger of what is needed and what is there.
  const scale = Math.max(of.need, of.available, 1)
  const covered = (Math.min(of.need, of.available) / scale) * 100
  const missing = (of.short / scale) * 100
  return (
    <tr>
      <th scope="row">{of.currency}</th>
      <td className="r need">
        <Amount minor={of.need} exponent={exponent} />
      </td>
      <td className="r t2">
        <Amount minor={of.available} exponent={exponent} />
      </td>
      <td className="b">
        <CoverageBar
          label={`${Math.round((Math.min(of.need, of.available) / Math.max(of.need, 1)) * 100)}% of the ${of.currency} needed is there`}
          covered={covered}
          missing={missing}
        />
      </td>
      <td className={of.short > 0 ? 'r warn w6' : 'r t2'}>
        <Amount minor={of.short > 0 ? of.short : of.after} exponent={exponent} />{' '}
        {of.short > 0 ? 'short' : 'left'}
      </td>
      <td className="i0">
        <span className={of.short > 0 ? 'warn' : 'ok'}>
          <Icon name={of.short > 0 ? 'warning' : 'done'} size={16} />
        </span>
      </td>
    </tr>
  )
}
