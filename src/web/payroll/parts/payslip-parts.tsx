import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { MoneyAmount } from '#web/parts/money.tsx'
import { atTime, shortDate, whenText } from '#web/parts/times.ts'
import type { OnChain, PaymentPart, Payslip } from '#web/payments/shared.tsx'
import {
  ByHandTag,
  Confirmations,
  difference,
  isLate,
  NetworkIcon,
  PaymentStatusChip,
  partId,
  SimulatedTag,
  Transaction,
  type useOnChain,
  usePartWords,
} from '#web/payments/shared.tsx'
import '#web/parts/parts.css'

/** Every part of a payslip: where it went, its rate with source, promised against delivered, and its reference. */
export function PayslipParts({
  payslip,
  onChain,
}: {
  payslip: Payslip
  onChain: ReturnType<typeof useOnChain>
}) {
  const t = useTranslations('payroll.payslip')
  const words = usePartWords()
  return (
    <ul className="rows">
      {payslip.parts.map(part => (
        <li key={partId(part)} className="row g12 top wrap">
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
              <ByHandTag of={part} />
            </div>
            <div className="meta t2 mt2">{words.share(part, <MoneyAmount of={part.source} />)}</div>
            <Provenance part={part} onChain={onChain(part.payment_uuid)} />
          </div>
          <dl className="figures">
            <Figure term={t('promised')}>
              {part.promised && <MoneyAmount of={part.promised} />}
            </Figure>
            <Figure term={t('delivered')}>
              {part.delivered ? (
                <MoneyAmount of={part.delivered} strong />
              ) : (
                <span className="t3">{t(part.given_back ? 'nothing' : 'notYet')}</span>
              )}
            </Figure>
            {!part.given_back && <Arrival part={part} />}
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
  const t = useTranslations('payroll.payslip')
  const gap = difference(part)
  const words = usePartWords()
  return (
    <>
      {gap && gap.amount_in_smallest_unit !== 0 && (
        <Figure term={t('difference')}>
          <span className="warn w5">
            <MoneyAmount of={gap} signed />
          </span>
        </Figure>
      )}
      <Figure term={t(part.settled_at ? 'arrived' : 'arrives')}>
        <span className={isLate(part) ? 'meta warn w5' : 'meta t2'}>
          {part.settled_at
            ? words.arrivedAt(part, atTime(part.settled_at))
            : part.arrives
              ? shortDate(part.arrives)
              : t('unknown')}
        </span>
      </Figure>
    </>
  )
}

function Provenance({ part, onChain }: { part: PaymentPart; onChain: OnChain | undefined }) {
  const t = useTranslations('payroll.payslip')
  const { rate_source: source, rate_as_of, reference } = part
  const rate = (of: string) =>
    rate_as_of
      ? t('rateAsOf', { source: of, date: whenText(rate_as_of) })
      : t('rate', { source: of })
  const lines = [
    source && Number(part.rate) !== 1 && rate(source),
    reference && !onChain?.transaction && t('reference', { reference }),
    part.note,
    part.failure_reason,
  ].filter((line): line is string => Boolean(line))
  return (
    <>
      {lines.map(line => (
        <div key={line} className="meta t3 mt2 pre-line">
          <bdi>{line}</bdi>
        </div>
      ))}
      {onChain && (
        <div className="mt2">
          <div className="meta t3">
            <Transaction of={onChain} copied />
          </div>
          <Confirmations of={onChain} />
        </div>
      )}
    </>
  )
}
