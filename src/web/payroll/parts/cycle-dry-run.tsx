import { shortRate } from '#domain/kernel/rate.ts'
import { MoneyList, MoneyStack } from '#web/parts/money.tsx'
import { monthDay, shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { CoverageBar, ProgressBar } from '#web/ui/progress.tsx'
import type { Preview } from './pay-chips.tsx'
import './pay-cycle.css'

/** What stands between the reader and approving. */
export type Approving = {
  readonly loading: boolean
  readonly allowed: boolean
  readonly missing: number
  readonly short: boolean
  readonly ahead: boolean
  readonly onAhead: (ahead: boolean) => void
  readonly onApprove: () => void
}

function itemsText(count: number): string {
  return `${count} line ${count === 1 ? 'item' : 'items'}`
}

/** What approving now would do, and the button that does exactly that. */
export function CycleDryRun({ preview, approving }: { preview: Preview; approving: Approving }) {
  // What is worth the same needs no rate.
  const rates = preview.rates.filter(({ rate }) => Number(rate) !== 1)
  const fees = preview.fees.filter(fee => fee.amount_in_smallest_unit > 0)
  return (
    <Card title="Dry run" note="Nothing has moved" className="dry">
      <DefinitionRows
        rows={[
          {
            id: 'gross',
            term: `Gross, ${itemsText(preview.items)}`,
            value: <MoneyStack of={preview.gross} strong />,
          },
          {
            id: 'fees',
            term: 'Platform fee',
            value: fees.length > 0 ? <MoneyList of={fees} /> : 'None',
          },
          { id: 'full', term: 'Contractors receive the gross in full', sub: true },
        ]}
      />
      {rates.length > 0 && <Rates rates={rates} />}
      <Arrives preview={preview} />
      {preview.left > 0 && <WorkingOut preview={preview} />}
      {approving.allowed && <Approve preview={preview} {...approving} />}
    </Card>
  )
}

/** After many changed at once: how far the dry run is worked out. */
function WorkingOut({ preview: { items, left } }: { preview: Preview }) {
  const done = Math.max(0, items - left)
  return (
    <div className="blk stack g8" role="status">
      <ProgressBar label="Dry run worked out" value={done} max={items} />
      <p className="cap t3">
        Worked out for {done} of {items}. You can approve once it is done.
      </p>
    </div>
  )
}

function Rates({ rates }: { rates: Preview['rates'] }) {
  const [first] = rates
  const one = rates.every(({ source }) => source === first?.source)
  return (
    <div className="blk">
      <div className="row between g12 base">
        <h3 className="h4">Rates</h3>
        {one && first && (
          <span className="meta t3">
            {first.source}, {day(first.as_of)}
          </span>
        )}
      </div>
      <ul className="rates">
        {rates.map(rate => (
          <li key={`${rate.from_currency} ${rate.to_currency}`}>
            <span>
              {rate.from_currency} to {rate.to_currency}
              {!one && `, ${rate.source}, ${day(rate.as_of)}`}
            </span>
            <b title={rate.rate}>{shortRate(rate.rate)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

function day(as_of: string): string {
  return monthDay(as_of.slice(0, 10))
}

function Arrives({ preview }: { preview: Preview }) {
  const { arrives, blocked } = preview
  const payments = arrives.reduce((sum, one) => sum + one.payments, 0)
  const most = Math.max(blocked, ...arrives.map(one => one.payments), 1)
  if (payments === 0) return null
  return (
    <div className="blk">
      <div className="row between g12 base">
        <h3 className="h4">Arrives</h3>
        <span className="meta t3">
          {payments} {payments === 1 ? 'payment' : 'payments'}
        </span>
      </div>
      <ul className="arr">
        {arrives.map(one => (
          <li key={one.date}>
            <span className="t2">{shortDate(one.date)}</span>
            <CoverageBar
              label={`${one.payments} payments arrive on ${shortDate(one.date)}`}
              covered={(one.payments / most) * 100}
            />
            <b>{one.payments}</b>
          </li>
        ))}
        {blocked > 0 && (
          <li className="err">
            <span>Blocked</span>
            <CoverageBar
              label={`${blocked} people cannot be paid yet`}
              covered={0}
              missing={(blocked / most) * 100}
              red
            />
            <b>{blocked}</b>
          </li>
        )}
      </ul>
    </div>
  )
}

function Approve({
  preview,
  loading,
  missing,
  short,
  ahead,
  onAhead,
  onApprove,
}: Approving & { preview: Preview }) {
  const ready = missing === 0 && (!short || ahead)
  return (
    <div className="act stack g12">
      {short && (
        <Checkbox
          label="Approve ahead of funding"
          sub="The payments then wait until the money arrives."
          checked={ahead}
          onChange={event => onAhead(event.target.checked)}
        />
      )}
      <Button size="lg" full loading={loading} disabled={!ready} onClick={onApprove}>
        Approve {itemsText(preview.items)}
      </Button>
      <p className="cap t3 center" aria-live="polite">
        {missing > 0
          ? `First acknowledge what is unusual: ${missing} left.`
          : short && !ahead
            ? 'The balance does not cover it.'
            : preview.needs_step_up
              ? 'Above the approval limit: you confirm that it is you.'
              : 'Any later change voids this approval.'}
      </p>
    </div>
  )
}
