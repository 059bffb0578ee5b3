import type { ReactNode } from 'react'
import { MoneyAmount } from '#web/parts/money.tsx'
import { atTime, shortDate, whenText } from '#web/parts/times.ts'
import type { PaymentPart, Payslip } from '#web/payments/shared.tsx'
import {
  difference,
  NetworkIcon,
  PaymentStatusChip,
  punctuality,
  SimulatedTag,
  shareWords,
} from '#web/payments/shared.tsx'
import '#web/parts/parts.css'

/** Every part of a payslip: where it went, its rate with source, promised against delivered, and its reference. */
export function PayslipParts({ payslip }: { payslip: Payslip }) {
  return (
    <ul className="rows">
      {payslip.parts.map((part, at) => (
        <li key={part.payment_uuid ?? `${part.label} ${at}`} className="row g12 top wrap">
          <span className="net-ic">
            <NetworkIcon network={part.network} size={18} />
          </span>
          <div className="grow" style={{ flexBasis: 220 }}>
            <div className="row g8 wrap">
              <span className="w6">
                <bdi>{part.label}</bdi>
              </span>
              {part.status && <PaymentStatusChip status={part.status} />}
              {part.simulated && <SimulatedTag />}
            </div>
            <div className="meta t2 mt2">{shareWords(part)}</div>
            <Provenance part={part} />
          </div>
          <dl className="figures">
            <Figure term="Promised">{part.promised && <MoneyAmount of={part.promised} />}</Figure>
            <Figure term="Delivered">
              {part.delivered ? (
                <MoneyAmount of={part.delivered} strong />
              ) : (
                <span className="t3">Not yet</span>
              )}
            </Figure>
            <Arrival part={part} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="meta t3">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Arrival({ part }: { part: PaymentPart }) {
  const gap = difference(part)
  const arrival = punctuality(part)
  return (
    <>
      {gap && gap.amount_in_smallest_unit !== 0 && (
        <Figure term="Difference">
          <span className="warn w5">
            <MoneyAmount of={gap} signed />
          </span>
        </Figure>
      )}
      <Figure term={part.settled_at ? 'Arrived' : 'Arrives'}>
        <span className={arrival?.late ? 'meta warn w5' : 'meta t2'}>
          {part.settled_at
            ? `${atTime(part.settled_at)}${arrival ? `, ${arrival.text.toLowerCase()}` : ''}`
            : part.arrives
              ? shortDate(part.arrives)
              : 'Not known yet'}
        </span>
      </Figure>
    </>
  )
}

function Provenance({ part }: { part: PaymentPart }) {
  const lines = [
    part.rate_source &&
      Number(part.rate) !== 1 &&
      `Rate of ${part.rate_source}${part.rate_as_of ? `, ${whenText(part.rate_as_of)}` : ''}`,
    part.reference && `Reference ${part.reference}`,
    part.note,
    part.failure_reason,
  ].filter((line): line is string => Boolean(line))
  return lines.map(line => (
    <div key={line} className="meta t3 mt2">
      <bdi>{line}</bdi>
    </div>
  ))
}
