import { bpsOf } from '#domain/kernel/allocate.ts'
import { nowMs } from '#web/kernel/env.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { periodText, shortDate, waitText, whenText } from '#web/parts/times.ts'
import type { NextPay, PaymentPart } from '#web/payments/shared.tsx'
import { arriving, BlockerList, SimulatedTag, shareWords } from '#web/payments/shared.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Say } from '#web/ui/say.tsx'
import { SplitBar, SplitLegend } from '#web/ui/split-bar.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import '#web/parts/parts.css'

function partId(part: PaymentPart): string {
  return part.payment_uuid ?? part.destination_uuid ?? part.label
}

/** Where the pay goes: the split, each part with its rate and the day it arrives, and what is in the way. */
export function WhereItGoes({ pay }: { pay: NextPay }) {
  const { parts, blockers } = pay
  const held = parts.filter(part => part.held_until !== null)
  return (
    <Card
      title="Where it goes"
      note={<Link href="/contractor/payment-methods">Change</Link>}
      foot={
        blockers.length > 0 ? (
          <BlockerList blockers={blockers} reader="contractor" />
        ) : held.length > 0 ? (
          <HeldParts parts={held} />
        ) : undefined
      }
    >
      <div className="split-in">
        {parts.length === 0 ? (
          <p className="meta t2">
            You have not said where it goes.{' '}
            <Link href="/contractor/payment-methods">Add a payment method</Link>
          </p>
        ) : (
          <>
            <SplitBar
              label="Where your pay goes"
              slim
              parts={parts.map(part => ({
                id: partId(part),
                label: part.label,
                share: bpsOf(part.percentage),
              }))}
            />
            <div className="mt8">
              <SplitLegend rows={parts.map(legendRow)} />
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

function legendRow(part: PaymentPart) {
  return {
    id: partId(part),
    title: (
      <span className="row g8 wrap">
        <bdi>{part.label}</bdi>
        {part.simulated && <SimulatedTag />}
      </span>
    ),
    sub: part.note ? `${shareWords(part)}. ${part.note}` : shareWords(part),
    value: <MoneyAmount of={arriving(part)} />,
    when: part.arrives ? shortDate(part.arrives) : undefined,
  }
}

function HeldParts({ parts }: { parts: readonly PaymentPart[] }) {
  return (
    <ul className="stack g8">
      {parts.map(part => (
        <li key={partId(part)}>
          <Say kind="unusual" icon="clock">
            <bdi>{part.label}</bdi> is new. It opens{' '}
            {part.held_until &&
              `${whenText(part.held_until)}, in ${waitText(part.held_until, nowMs())}`}
            .
          </Say>
        </li>
      ))}
    </ul>
  )
}

const STATES = { done: 'done', now: 'now', ahead: 'todo', wrong: 'failed' } as const

/** The path of one pay, from the period's end to each account, as the server tells it. */
export function PayPath({ pay }: { pay: NextPay }) {
  const wrong = pay.steps.some(step => step.state === 'wrong')
  const waits = pay.blockers.length > 0
  return (
    <Card
      title="This payment"
      note={wrong ? 'Needs attention' : waits ? 'Waiting' : `For ${shortDate(pay.pay_date)}`}
    >
      <Timeline
        label="The path of this payment"
        steps={pay.steps.map((step, at) => ({
          id: `${at} ${step.title}`,
          title: step.title,
          ...(step.text ? { sub: step.text } : {}),
          ...(step.when ? { when: whenText(step.when) } : {}),
          state: STATES[step.state],
        }))}
      />
    </Card>
  )
}

/** Further pays that are planned or under way, one line each. */
export function OtherPays({ pays }: { pays: readonly NextPay[] }) {
  return (
    <Card title="Also coming">
      <ul className="rows">
        {pays.map(pay => (
          <li key={pay.line_item_uuid} className="row g16 between wrap">
            <div>
              <div className="w5">
                <bdi>{pay.employer_name}</bdi>
              </div>
              <div className="meta t3">{periodText(pay.start_date, pay.end_date)}</div>
            </div>
            <div className="r">
              <MoneyAmount of={pay.amount} strong />
              <div className="meta t2">{shortDate(pay.pay_date)}</div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
