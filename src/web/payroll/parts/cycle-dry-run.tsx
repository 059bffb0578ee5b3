import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { shortRate } from '#domain/kernel/rate.ts'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { useSaveFirst } from '#web/parts/save-first.tsx'
import { monthDay, shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { CoverageBar, ProgressBar } from '#web/ui/progress.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Preview } from './pay-chips.tsx'
import { isToldOf, WhoApproves } from './who-approves.tsx'
import './pay-cycle.css'

/** What stands between the reader and approving. */
export type Approving = {
  readonly loading: boolean
  readonly allowed: boolean
  readonly missing: number
  /** How many things are to be mended first. */
  readonly stopping: number
  readonly short: boolean
  readonly ahead: boolean
  readonly onAhead: (ahead: boolean) => void
  readonly onApprove: () => void
}

/** What approving now would do, and the button that does exactly that. */
export function CycleDryRun({
  preview,
  approving,
  params,
}: {
  preview: Preview
  approving: Approving
  params: { readonly policy_uuid: string; readonly cycle_uuid: string }
}) {
  const t = useTranslations('payroll.dryRun')
  // What is worth the same needs no rate.
  const rates = preview.rates.filter(({ rate }) => Number(rate) !== 1)
  const { fees, margin, contractor_month: month } = preview
  return (
    <Card title={t('title')} note={t('note')} className="dry">
      <DefinitionRows
        rows={[
          {
            id: 'gross',
            term: t('gross', { count: preview.items }),
            value: <MoneyStack of={preview.gross} strong />,
          },
          {
            id: 'fees',
            term: t('fee'),
            value: fees.length > 0 ? <MoneyStack of={fees} /> : t('noFee'),
          },
          ...(margin > 0 && rates.length > 0
            ? [{ id: 'margin', term: t('margin', { margin: margin.toFixed(2) }), sub: true }]
            : []),
          ...(month
            ? [
                {
                  id: 'month',
                  term: t.rich('month', { price: () => <MoneyAmount of={month} /> }),
                  sub: true,
                },
              ]
            : []),
          { id: 'full', term: t('full'), sub: true },
        ]}
      />
      {rates.length > 0 && <Rates rates={rates} />}
      <Arrives preview={preview} />
      <Waits preview={preview} rates={rates} />
      {preview.left > 0 && <WorkingOut preview={preview} />}
      {preview.approver && isToldOf(preview.approver) && (
        <div className="blk stack g8">
          <WhoApproves approver={preview.approver} params={params} />
        </div>
      )}
      {approving.allowed && <Approve preview={preview} {...approving} />}
    </Card>
  )
}

/** After many changed at once: how far the dry run is worked out. */
function WorkingOut({ preview: { items, left } }: { preview: Preview }) {
  const t = useTranslations('payroll.dryRun')
  const done = Math.max(0, items - left)
  return (
    <div className="blk stack g8" role="status">
      <ProgressBar label={t('working.label')} value={done} max={items} />
      <p className="cap t3">{t('working.text', { done, items })}</p>
    </div>
  )
}

function Rates({ rates }: { rates: Preview['rates'] }) {
  const t = useTranslations('payroll.dryRun')
  const [first] = rates
  const one = rates.every(({ source }) => source === first?.source)
  return (
    <div className="blk">
      <div className="row between g12 base">
        <h3 className="h4">{t('rates')}</h3>
        {one && first && (
          <span className="meta t3">
            {t('source', { source: first.source, date: day(first.as_of) })}
          </span>
        )}
      </div>
      <ul className="rates">
        {rates.map(rate => (
          <li key={`${rate.from_currency} ${rate.to_currency}`}>
            <span>
              {t(one ? 'pair' : 'pairOf', {
                from: rate.from_currency,
                to: rate.to_currency,
                source: rate.source,
                date: day(rate.as_of),
              })}
            </span>
            <b title={rate.rate}>{shortRate(rate.rate)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What would wait although it is approved: for a newer rate, or for a freeze to be lifted. */
function Waits({ preview, rates }: { preview: Preview; rates: Preview['rates'] }) {
  const t = useTranslations('payroll.dryRun')
  const { kinds, people } = preview.frozen
  const stale = rates.filter(rate => rate.stale)
  if (kinds.length === 0 && people === 0 && stale.length === 0) return null
  const pairs = stale.map(of => t('pair', { from: of.from_currency, to: of.to_currency }))
  const held = kinds.map(({ network, currency, payments }) =>
    t('frozen.kind', { count: payments, currency, network: networkName(network) }),
  )
  return (
    <div className="blk stack g8">
      {stale.length > 0 && (
        <Say kind="blocked" word={t('stale.word')}>
          {t('stale.text', { pairs: pairs.join(', ') })}
        </Say>
      )}
      {held.length > 0 && (
        <Say kind="blocked" word={t('frozen.word')}>
          {t('frozen.kinds', { kinds: held.join(', ') })}
        </Say>
      )}
      {people > 0 && (
        <Say kind="blocked" word={t('frozen.word')}>
          {t('frozen.people', { count: people })}
        </Say>
      )}
    </div>
  )
}

function day(as_of: string): string {
  return monthDay(as_of.slice(0, 10))
}

/** Payments by the day on which they arrive. People who cannot be paid yet are counted apart: their payments are among these. */
function Arrives({ preview }: { preview: Preview }) {
  const t = useTranslations('payroll.dryRun')
  const { arrives, blocked } = preview
  const payments = arrives.reduce((sum, one) => sum + one.payments, 0)
  const most = Math.max(...arrives.map(one => one.payments), 1)
  if (payments === 0) return null
  return (
    <div className="blk">
      <div className="row between g12 base">
        <h3 className="h4">{t('arrives')}</h3>
        <span className="meta t3">{t('payments', { count: payments })}</span>
      </div>
      <ul className="arr">
        {arrives.map(one => (
          <li key={one.date}>
            <span className="t2">{shortDate(one.date)}</span>
            <CoverageBar
              label={t('arrive', { count: one.payments, date: shortDate(one.date) })}
              covered={(one.payments / most) * 100}
            />
            <b>{one.payments}</b>
          </li>
        ))}
      </ul>
      {blocked > 0 && <p className="meta err">{t('blockedPeople', { count: blocked })}</p>}
    </div>
  )
}

function Approve({
  preview,
  loading,
  missing,
  stopping,
  short,
  ahead,
  onAhead,
  onApprove,
}: Approving & { preview: Preview }) {
  const t = useTranslations('payroll.dryRun')
  const { first: saveFirst, question } = useSaveFirst({ looks: true })
  const ready = missing === 0 && stopping === 0 && (!short || ahead)
  return (
    <div className="act stack g12">
      {short && (
        <Checkbox
          label={t('ahead.label')}
          sub={t('ahead.sub')}
          checked={ahead}
          onChange={event => onAhead(event.target.checked)}
        />
      )}
      <Button
        size="lg"
        full
        loading={loading}
        disabled={!ready}
        onClick={() => saveFirst(onApprove)}
      >
        {t(preview.approver?.decision === 'FIRST_YES' ? 'firstYes' : 'approve', {
          count: preview.items,
        })}
      </Button>
      <p className="cap t3 center" aria-live="polite">
        {stopping > 0
          ? t('next.time', { count: stopping })
          : missing > 0
            ? t('next.acknowledge', { count: missing })
            : short && !ahead
              ? t('next.short')
              : preview.needs_step_up
                ? t('next.stepUp')
                : t('next.voids')}
      </p>
      {question}
    </div>
  )
}
