import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { bpsOf } from '#domain/kernel/allocate.ts'
import { hasLeft, isWrong } from '#domain/payments/lost.ts'
import { nowMs } from '#web/kernel/env.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { periodText, shortDate, waitText, whenText } from '#web/parts/times.ts'
import type { NextPay, PaymentPart } from '#web/payments/shared.tsx'
import {
  arriving,
  BlockerList,
  PartsOnChain,
  PaymentStatusChip,
  partId,
  SimulatedTag,
  useMyPayBrief,
  usePartWords,
} from '#web/payments/shared.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Say } from '#web/ui/say.tsx'
import { SplitBar, SplitLegend } from '#web/ui/split-bar.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { said } from '#web/words/said.ts'
import '#web/parts/parts.css'

/** Where the pay goes: the split, each part with its rate and the day it arrives, and what is in the way. */
export function WhereItGoes({ pay }: { pay: NextPay }) {
  const t = useTranslations('dashboard.whereItGoes')
  const { share } = usePartWords()
  const { parts, blockers } = pay
  const held = parts.filter(part => part.held_until !== null)
  return (
    <Card
      title={t('title')}
      note={<Link href="/contractor/payment-methods">{t('change')}</Link>}
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
            {t.rich('nowhere', {
              add: chunks => <Link href="/contractor/payment-methods">{chunks}</Link>,
            })}
          </p>
        ) : (
          <>
            <SplitBar
              label={t('split')}
              slim
              parts={parts.map(part => ({
                id: partId(part),
                label: part.label,
                // What is less than a basis point is drawn as one.
                share: Math.max(1, bpsOf(part.percentage)),
                lost: isWrong(part.status),
              }))}
            />
            <div className="mt8">
              <SplitLegend
                rows={parts.map(part =>
                  legendRow(part, share(part, <MoneyAmount of={part.source} />)),
                )}
              />
            </div>
            <PartsOnChain parts={parts} />
          </>
        )}
      </div>
    </Card>
  )
}

function legendRow(part: PaymentPart, share: ReactNode) {
  return {
    id: partId(part),
    title: (
      <span className="row g8 wrap">
        <bdi>{part.label}</bdi>
        {part.simulated && <SimulatedTag />}
      </span>
    ),
    sub: (
      <>
        {share}
        {part.note && `. ${part.note}`}
      </>
    ),
    value: <MoneyAmount of={arriving(part)} />,
    when: whenOf(part),
    lost: isWrong(part.status),
  }
}

/** What became of it where it is lost, else the day on which it arrived, or is to. */
function whenOf({ status, settled_at, arrives }: PaymentPart) {
  if (isWrong(status)) return <PaymentStatusChip status={status} />
  const day = settled_at?.slice(0, 10) ?? arrives
  return day ? shortDate(day) : undefined
}

function HeldParts({ parts }: { parts: readonly PaymentPart[] }) {
  const t = useTranslations('dashboard.whereItGoes')
  return (
    <ul className="stack g8">
      {parts.map(part => (
        <li key={partId(part)}>
          <Say kind="unusual" icon="clock">
            {t.rich('held', {
              name: () => <bdi>{part.label}</bdi>,
              when: whenText(part.held_until ?? ''),
              wait: waitText(part.held_until ?? '', nowMs()),
            })}
          </Say>
        </li>
      ))}
    </ul>
  )
}

const STATES = { done: 'done', now: 'now', ahead: 'todo', wrong: 'failed' } as const

/** The path of one pay, from the period's end to each account, as the server tells it. */
export function PayPath({ pay }: { pay: NextPay }) {
  const t = useTranslations('dashboard.path')
  const tStep = useTranslations('payroll.steps')
  return (
    <Card
      title={t('title')}
      note={
        <span className={pay.pay_state.tone === 'WRONG' ? 'err w5' : undefined}>
          {t(`states.${pathState(pay)}`, { date: shortDate(pay.pay_date) })}
        </span>
      }
    >
      <Timeline
        label={t('label')}
        steps={pay.steps.map((step, at) => ({
          id: `${at} ${step.title}`,
          title: said(tStep, step.said, step.title),
          ...(step.text
            ? { sub: step.text_said ? said(tStep, step.text_said, step.text) : step.text }
            : {}),
          ...(step.when ? { when: whenText(step.when) } : {}),
          state: STATES[step.state],
        }))}
      />
    </Card>
  )
}

/** Attention is asked of who can do something about it. */
function pathState({ pay_state: { tone, acts } }: NextPay) {
  return tone === 'WRONG' && acts !== 'CONTRACTOR' ? 'HELD_UP' : tone
}

/** Further pays, one line each: what is wrong, on its way or arrived in the last days, and by itself what comes. */
export function OtherPays({ pays }: { pays: readonly NextPay[] }) {
  const { coming = [], other = [] } = Object.groupBy(pays, pay => (comes(pay) ? 'coming' : 'other'))
  return (
    <>
      {other.length > 0 && <PayList of="title" pays={other} />}
      {coming.length > 0 && <PayList of="coming" pays={coming} />}
    </>
  )
}

/** Whether nothing of a pay has left, and nothing is wrong about that. */
function comes({ pay_state: { state, tone } }: NextPay): boolean {
  return tone !== 'WRONG' && !hasLeft(state)
}

function PayList({ of, pays }: { of: 'title' | 'coming'; pays: readonly NextPay[] }) {
  const t = useTranslations('dashboard.others')
  return (
    <Card title={t(of, { count: pays.length })}>
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
              <OtherState pay={pay} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function OtherState({ pay: { pay_date, pay_state } }: { pay: NextPay }) {
  const brief = useMyPayBrief()
  const { state, tone } = pay_state
  if (tone === 'WRONG') return <div className="meta err w5">{brief(pay_state)}</div>
  if (hasLeft(state)) return <div className="meta ok w5">{brief(pay_state)}</div>
  return (
    <>
      <div className="meta t2">{shortDate(pay_date)}</div>
      {state === 'BLOCKED' && <div className="meta warn">{brief(pay_state)}</div>}
    </>
  )
}
