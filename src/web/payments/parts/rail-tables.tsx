import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { whenText } from '#web/parts/times.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CoverageBar, ProgressBar } from '#web/ui/progress.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import type { Checklist, Execution } from '../queries.ts'
import { NetworkIcon } from './network.tsx'

interface Rail {
  readonly network: string
  readonly currency: string
  readonly payments: number
  readonly total: number
}

function RailName({ rail }: { rail: Rail }) {
  const t = useTranslations('payments.rails')
  return (
    <span className="row g8">
      <span className="t3">
        <NetworkIcon network={rail.network} />
      </span>
      <span className="w5">{rail.network === 'fiat' ? t('bank') : networkName(rail.network)}</span>
      <span className="t3 meta">{rail.currency}</span>
    </span>
  )
}

function RailTotal({ rail }: { rail: Rail }) {
  return (
    <MoneyAmount of={{ currency: rail.currency, amount_in_smallest_unit: rail.total }} strong />
  )
}

const railKey = ({ network, currency }: Rail) => `${network} ${currency}`

/** So many people are named; of one more it is said that there are others. */
const NAMED = 3

/** Whom payments go to: the first by their names, and whether there are others. */
export function Payees({ of }: { of: readonly string[] }) {
  const t = useTranslations('payments.rails')
  return (
    <>
      {of.slice(0, NAMED).map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <bdi>{name}</bdi>
        </span>
      ))}
      {of.length > NAMED && <span className="t3">{t('others')}</span>}
    </>
  )
}

/** What is ready to leave, a row per rail and currency, and to whom. */
export function ReadyRails({ ready }: { ready: Checklist['ready'] }) {
  const t = useTranslations('payments.rails')
  return (
    <div className="rails">
      <TableCard
        label={t('ready')}
        columns={6}
        density="tighter"
        head={
          <>
            <Th width="20%">{t('columns.rail')}</Th>
            <Th end>{t('columns.payments')}</Th>
            <Th end>{t('columns.total')}</Th>
            <Th width="16%">{t('columns.balance')}</Th>
            <Th end>{t('columns.cutOff')}</Th>
            <Th width="24%">{t('columns.payees')}</Th>
          </>
        }
      >
        {ready.map(rail => (
          <Row key={railKey(rail)}>
            <td>
              <RailName rail={rail} />
            </td>
            <td className="r">{rail.payments.toLocaleString('en-US')}</td>
            <td className="r">
              <RailTotal rail={rail} />
            </td>
            <td data-of={t('columns.balance')}>
              <OfBalance rail={rail} />
            </td>
            <td className="r" data-of={t('columns.cutOff')}>
              <CutOff of={rail} />
            </td>
            <td>
              <Payees of={rail.payees} />
            </td>
          </Row>
        ))}
      </TableCard>
    </div>
  )
}

type ReadyRail = Checklist['ready'][number]

/** How much of what lies there leaves, or what of it is missing there; nothing where nobody knows what does. */
function OfBalance({ rail: { total, balance } }: { rail: ReadyRail }) {
  const t = useTranslations('payments.rails')
  if (!balance) return null
  const covered = (100 * Math.min(total, balance)) / Math.max(total, balance)
  const missing = total > balance ? 100 - covered : 0
  const label = t(missing > 0 ? 'missing' : 'share', { percent: Math.round(missing || covered) })
  return <CoverageBar label={label} covered={covered} missing={missing} />
}

/** Until when its bank takes it today, and how long that is. */
function CutOff({ of: { cut_off } }: { of: ReadyRail }) {
  const t = useTranslations('payments.rails')
  if (!cut_off) return <span className="t3">{t('anyTime')}</span>
  const { at, minutes } = cut_off
  return (
    <>
      <div className="nowrap">{whenText(at)}</div>
      <div className={cx('meta nowrap', minutes < 60 ? 'warn w6' : 't3')}>
        {t('left', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}
      </div>
    </>
  )
}

type RunningRail = Execution['by_rail'][number]

/** How far each rail is, in payments; the counts are the server's. */
export function RunningRails({ execution }: { execution: Execution }) {
  const t = useTranslations('payments.rails')
  return (
    <div className="rails run">
      <TableCard
        label={t('running')}
        columns={5}
        density="tighter"
        head={
          <>
            <Th width="24%">{t('columns.rail')}</Th>
            <Th end>{t('columns.sent')}</Th>
            <Th end>{t('columns.total')}</Th>
            <Th width="28%">{t('columns.progress')}</Th>
            <Th end>{t('columns.state')}</Th>
          </>
        }
      >
        {execution.by_rail.map(rail => (
          <Row key={railKey(rail)}>
            <td>
              <RailName rail={rail} />
            </td>
            <td className="r nowrap">
              {t.rich('sent', {
                sent: rail.sent,
                quiet: chunks => <span className="t3">{chunks}</span>,
                payments: rail.payments,
              })}
            </td>
            <td className="r">
              <RailTotal rail={rail} />
            </td>
            <td>
              <ProgressBar
                label={t('rail', { network: networkName(rail.network), currency: rail.currency })}
                value={rail.sent}
                max={rail.payments}
              />
            </td>
            <td>
              <RailState rail={rail} finished={execution.finished} />
            </td>
          </Row>
        ))}
      </TableCard>
    </div>
  )
}

function RailState({ rail, finished }: { rail: RunningRail; finished: boolean }) {
  const t = useTranslations('payments.rails')
  const left = rail.payments - rail.sent - rail.failed
  const failed = rail.failed > 0
  const [words, tone] = failed
    ? [t('state.failed', { count: rail.failed }), 'err']
    : left === 0
      ? [t('state.done'), 'ok']
      : [t(finished ? 'state.left' : 'state.toGo', { count: left }), finished ? 'warn' : 't3']
  return (
    <span className="row g12 end nowrap">
      <span className="t2">{words}</span>
      <span className={cx(tone)}>
        {failed || (finished && left > 0) ? (
          <Icon name="warning" size={16} />
        ) : left === 0 ? (
          <Icon name="done" size={16} />
        ) : (
          <Spinner />
        )}
      </span>
    </span>
  )
}
