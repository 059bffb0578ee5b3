import { networkName } from '#domain/kernel/network.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
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
  return (
    <span className="row g8">
      <span className="t3">
        <NetworkIcon network={rail.network} />
      </span>
      <span className="w5">{networkName(rail.network)}</span>
      <span className="t3 meta opt">{rail.network === 'fiat' ? 'Transfer' : 'Token'}</span>
    </span>
  )
}

function RailTotal({ rail }: { rail: Rail }) {
  return (
    <MoneyAmount of={{ currency: rail.currency, amount_in_smallest_unit: rail.total }} strong />
  )
}

const railKey = ({ network, currency }: Rail) => `${network} ${currency}`

/** What is ready to leave, a row per rail and currency, with its share of the payments. */
export function ReadyRails({ ready }: { ready: Checklist['ready'] }) {
  const all = ready.reduce((sum, { payments }) => sum + payments, 0)
  return (
    <div className="rails ready">
      <TableCard
        label="Ready, by rail"
        columns={4}
        density="tighter"
        head={
          <>
            <Th width="32%">Rail</Th>
            <Th end>Payments</Th>
            <Th end>Total</Th>
            <Th width="34%">Of all payments</Th>
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
            <td>
              <CoverageBar
                label={`${rail.payments} of ${all} payments`}
                covered={(rail.payments / all) * 100}
              />
            </td>
          </Row>
        ))}
      </TableCard>
    </div>
  )
}

type RunningRail = Execution['by_rail'][number]

/** How far each rail is, in payments; the counts are the server's. */
export function RunningRails({ execution }: { execution: Execution }) {
  return (
    <div className="rails run">
      <TableCard
        label="Progress, by rail"
        columns={5}
        density="tighter"
        head={
          <>
            <Th width="24%">Rail</Th>
            <Th end>Sent</Th>
            <Th end>Total</Th>
            <Th width="28%">Progress</Th>
            <Th end>State</Th>
          </>
        }
      >
        {execution.by_rail.map(rail => (
          <Row key={railKey(rail)}>
            <td>
              <RailName rail={rail} />
            </td>
            <td className="r nowrap">
              {rail.sent.toLocaleString('en-US')}{' '}
              <span className="t3">of {rail.payments.toLocaleString('en-US')}</span>
            </td>
            <td className="r">
              <RailTotal rail={rail} />
            </td>
            <td>
              <ProgressBar
                label={`${networkName(rail.network)}, ${rail.currency}`}
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
  const left = rail.payments - rail.sent - rail.failed
  const failed = rail.failed > 0
  const [words, tone] = failed
    ? [`${rail.failed.toLocaleString('en-US')} failed`, 'err']
    : left === 0
      ? ['Done', 'ok']
      : [`${left.toLocaleString('en-US')} ${finished ? 'left' : 'to go'}`, finished ? 'warn' : 't3']
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
