import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { atTime, instantDay, shortDate, whenText } from '#web/parts/times.ts'
import { useMyPayBrief } from '#web/payments/shared.tsx'
import { useCycleBrief } from '#web/payroll/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { FirstCost, Together } from './first-cost.tsx'
import {
  type FirstPay,
  type FirstPayStep,
  isMine,
  nextStep,
  type Reader,
  useReader,
} from './first-pay.ts'
import { FirstPayPlan } from './first-pay-plan.tsx'
import './first-pay.css'

export { WayHead } from './way-head.tsx'

/** The way to the first pay, for an employer beside its dates. `first` where nothing else is to be done before its next step. */
export function FirstPayWay({ way, first }: { way: FirstPay; first: boolean }) {
  // Contractors and partners have no calendar of pay dates.
  if (!way.steps.some(({ key }) => key === 'payroll')) return <Steps way={way} first={first} />
  return (
    <div className="aside-grid">
      <Steps way={way} first={first} />
      <div className="stack g16">
        <FirstPayPlan way={way} />
        {way.cost && <FirstCost cost={way.cost} />}
        <Together />
      </div>
    </div>
  )
}

/** A phone has no room for what is done above what is not. */
const PHONE = 600

/** Every step: what is done and since when, what is the reader's next, and for whom the others wait. On a phone those that are done are one line that opens. */
function Steps({ way, first }: { way: FirstPay; first: boolean }) {
  const reader = useReader()
  const t = useTranslations('dashboard.firstPay')
  const list = useId()
  const narrow = useNarrow(PHONE)
  const [unfolded, setUnfolded] = useState(false)
  const next = nextStep(way, reader)
  const done = way.steps.filter(({ state }) => state === 'DONE').length
  const label = t('done', { done, all: way.steps.length })
  const folds = narrow && done > 1
  return (
    <Card
      title={t(`${reader}.title`)}
      note={!folds && <Dots steps={way.steps} next={next} label={label} />}
    >
      {folds && (
        <button
          type="button"
          className="way-fold"
          aria-expanded={unfolded}
          aria-controls={list}
          onClick={() => setUnfolded(!unfolded)}
        >
          <span className="way-mark" aria-hidden="true">
            <Icon name="check" size={16} />
          </span>
          <span className="grow">{label}</span>
          <Icon name={unfolded ? 'chevron-up' : 'chevron-down'} />
        </button>
      )}
      <ol className="way" id={list}>
        {way.steps.map((step, at) =>
          folds && !unfolded && step.state === 'DONE' ? null : (
            <li
              key={step.key}
              className={cx(step.state === 'DONE' && 'done', step === next && 'now')}
              aria-current={step === next ? 'step' : undefined}
            >
              <span className="way-mark" aria-hidden="true">
                {step.state === 'DONE' ? <Icon name="check" size={16} /> : at + 1}
              </span>
              <div className="grow">
                <div className="way-title">{t(`${reader}.steps.${step.key}.title`)}</div>
                <div className="meta t2">
                  <StepText step={step} reader={reader} way={way} />
                </div>
              </div>
              <StepEnd step={step} way={way} filled={first && step === next} />
            </li>
          ),
        )}
      </ol>
    </Card>
  )
}

function Dots({
  steps,
  next,
  label,
}: {
  steps: readonly FirstPayStep[]
  next: FirstPayStep | undefined
  label: string
}) {
  return (
    <span className="way-dots" role="img" aria-label={label}>
      {steps.map(step => (
        <span
          key={step.key}
          className={cx(step.state === 'DONE' && 'done', step === next && 'now')}
        />
      ))}
    </span>
  )
}

/** When it was done; else what it is, why it came back, or where the pay stands. */
function StepText({ step, reader, way }: { step: FirstPayStep; reader: Reader; way: FirstPay }) {
  const t = useTranslations('dashboard.firstPay')
  if (step.state === 'DONE')
    return step.done_at ? t('doneAt', { at: atTime(step.done_at) }) : t('states.DONE')
  if (step.key === 'verification' && isMine(step, reader)) return t('refused')
  if (step.key === 'first_pay' && way.pay_state && way.pay_state.state !== 'PLANNED')
    return reader === 'employer' ? <CompanyPay of={way.pay_state} /> : <MyPay of={way.pay_state} />
  const open = step.state === 'BEHIND' ? 'no' : 'yes'
  const text = t(`${reader}.steps.${step.key}.text`, { open })
  if (step.state !== 'OPEN' || !step.since || !isMine(step, reader)) return text
  return t('onto', { text, more: t('waits.since.ME', { at: instantDay(step.since) }) })
}

type PayState = NonNullable<FirstPay['pay_state']>

function CompanyPay({ of }: { of: PayState }) {
  return useCycleBrief()(of)
}

function MyPay({ of }: { of: PayState }) {
  return useMyPayBrief()(of)
}

/** What one may do about a step, or whom it waits for. */
function StepEnd({
  step,
  way: { steps, pay_state },
  filled,
}: {
  step: FirstPayStep
  way: FirstPay
  filled: boolean
}) {
  const reader = useReader()
  const t = useTranslations('dashboard.firstPay')
  const tStep = useTranslations('payroll.pay.steps')
  const title = t(`${reader}.steps.${step.key}.title`)
  const { state, link, minutes } = step
  if (state === 'DONE')
    return link ? (
      <Link href={link} className="meta way-end" aria-label={t('openOf', { step: title })}>
        {t('open')}
      </Link>
    ) : null
  if (state === 'BEHIND') {
    const mine = isMine(step, reader)
    const at = steps.findIndex(({ key }) => key === step.after) + 1
    return (
      <span className="meta t3 way-end way-wait">
        {!mine && <Icon name={ICONS[step.who]} size={16} />}
        {t('behind', { who: mine ? 'ME' : step.who, minutes: minutes ?? 0, at })}
      </span>
    )
  }
  if (!isMine(step, reader)) return <Waits step={step} />
  if (!link) return <span className="meta t3 way-end">{t('notYours')}</span>
  const own = step.key === 'first_pay' && pay_state?.says.next
  const verb = own ? tStep(own.step) : t(`${reader}.steps.${step.key}.verb`)
  return (
    <span className="way-end">
      {minutes !== null && <span className="meta t2">{t('minutes', { count: minutes })}</span>}
      <LinkButton
        href={link}
        size="sm"
        variant={filled ? 'primary' : 'secondary'}
        aria-label={t('verbOf', { verb, step: title })}
      >
        {verb}
      </LinkButton>
    </span>
  )
}

const ICONS = {
  CORRIDOR: 'shield',
  CONTRACTOR: 'user',
  EMPLOYER: 'building',
  NOBODY: 'clock',
} as const satisfies Record<FirstPayStep['who'], IconName>

/** Who acts, by when or since when; where time alone passes, until when. */
function Waits({ step: { who, since, by, until, link } }: { step: FirstPayStep }) {
  const t = useTranslations('dashboard.firstPay.waits')
  if (who === 'NOBODY' && !until) return null
  const text = until
    ? t('opens', { when: whenText(until) })
    : by && since
      ? t('and', { since: t(`since.${who}`, { at: atTime(since) }), date: shortDate(by) })
      : by
        ? t(`by.${who}`, { date: shortDate(by) })
        : since
          ? t(`since.${who}`, { at: atTime(since) })
          : t(`for.${who}`)
  return (
    <span className="meta t2 way-end way-wait">
      <Icon name={ICONS[who]} size={16} />
      {link ? <Link href={link}>{text}</Link> : text}
    </span>
  )
}
