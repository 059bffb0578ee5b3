import { useTranslations } from 'use-intl'
import { useToday } from '#web/kernel/me.ts'
import { atTime, shortDate, whenText } from '#web/parts/times.ts'
import type { NextPay } from '#web/payments/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import {
  type FirstPay,
  type FirstPayStep,
  isMine,
  nextStep,
  type Reader,
  useReader,
} from './first-pay.ts'
import { FirstPayPlan } from './first-pay-plan.tsx'
import { PayLead } from './pay-head.tsx'
import './first-pay.css'

export { WayHead } from './way-head.tsx'

/** The way to the first pay, for an employer beside its dates. */
export function FirstPayWay({ way, pay }: { way: FirstPay; pay?: NextPay | undefined }) {
  // Contractors and partners have no calendar of pay dates.
  if (!way.steps.some(({ key }) => key === 'payroll')) return <Steps way={way} pay={pay} />
  return (
    <div className="aside-grid">
      <Steps way={way} pay={pay} />
      <FirstPayPlan way={way} />
    </div>
  )
}

/** Every step: what is done and since when, what is the reader's next, and for whom the others wait. */
function Steps({ way, pay }: { way: FirstPay; pay: NextPay | undefined }) {
  const reader = useReader()
  const t = useTranslations('dashboard.firstPay')
  const next = nextStep(way, reader)
  const done = way.steps.filter(({ state }) => state === 'DONE').length
  const label = t('done', { done, all: way.steps.length })
  return (
    <Card title={t(`${reader}.title`)} note={<Dots steps={way.steps} next={next} label={label} />}>
      <ol className="way">
        {way.steps.map((step, at) => (
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
                <StepText step={step} reader={reader} pay={pay} />
              </div>
            </div>
            <StepEnd step={step} steps={way.steps} now={step === next} pay={pay} />
          </li>
        ))}
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

/** When it was done; else what it is, or why it came back. */
function StepText({
  step,
  reader,
  pay,
}: {
  step: FirstPayStep
  reader: Reader
  pay: NextPay | undefined
}) {
  const t = useTranslations('dashboard.firstPay')
  const today = useToday()
  if (step.state === 'DONE')
    return step.done_at ? t('doneAt', { at: atTime(step.done_at) }) : t('states.DONE')
  if (step.key === 'verification' && isMine(step, reader)) return t('refused')
  // Nobody but its contractor acts on a pay that did not arrive.
  if (step.key === 'first_pay' && step.who === 'CONTRACTOR')
    return t(`${reader}.steps.first_pay.lost`)
  if (step.key === 'first_pay' && pay && pay.pay_state.state !== 'PLANNED')
    return <PayLead pay={pay} late={pay.pay_state.days_late > 0} today={today ?? pay.pay_date} />
  return t(`${reader}.steps.${step.key}.text`)
}

/** What one may do about a step, or whom it waits for. */
function StepEnd({
  step,
  steps,
  now,
  pay,
}: {
  step: FirstPayStep
  steps: readonly FirstPayStep[]
  now: boolean
  pay: NextPay | undefined
}) {
  const reader = useReader()
  const t = useTranslations('dashboard.firstPay')
  const title = t(`${reader}.steps.${step.key}.title`)
  const { state, link, minutes } = step
  if (state === 'DONE')
    return link ? (
      <Link href={link} className="meta way-end" aria-label={t('openOf', { step: title })}>
        {t('open')}
      </Link>
    ) : null
  if (state === 'BEHIND') {
    const at = steps.findIndex(({ key }) => key === step.after) + 1
    return <span className="meta t3 way-end">{t('after', { at })}</span>
  }
  if (!isMine(step, reader))
    return step.key === 'first_pay' && pay ? (
      <PayWaits step={step} pay={pay} />
    ) : (
      <Waits step={step} />
    )
  if (!link) return <span className="meta t3 way-end">{t('notYours')}</span>
  return (
    <span className="way-end">
      {minutes !== null && <span className="meta t2">{t('minutes', { count: minutes })}</span>}
      <LinkButton
        href={link}
        size="sm"
        variant={now ? 'primary' : 'secondary'}
        aria-label={t('verbOf', { verb: t(`${reader}.steps.${step.key}.verb`), step: title })}
      >
        {t(`${reader}.steps.${step.key}.verb`)}
      </LinkButton>
    </span>
  )
}

/** Who acts on the pay by its state, which is what the rest of the page says too; where time alone passes, until when. */
function PayWaits({ step, pay }: { step: FirstPayStep; pay: NextPay }) {
  const t = useTranslations('dashboard.firstPay.waits')
  const { state, acts, until } = pay.pay_state
  if (state === 'PLANNED' || acts === step.who) return <Waits step={step} />
  if (acts === 'NOBODY')
    return until ? (
      <span className="meta t2 way-end">
        <Icon name="clock" size={16} />
        {t('opens', { when: whenText(until) })}
      </span>
    ) : null
  // What is the reader's own is said with its way out.
  return acts === 'CONTRACTOR' ? null : (
    <Waits step={{ ...step, who: acts, since: null, by: null }} />
  )
}

const ICONS = {
  CORRIDOR: 'shield',
  CONTRACTOR: 'user',
  EMPLOYER: 'building',
} as const satisfies Record<FirstPayStep['who'], IconName>

function Waits({ step: { who, since, by, link } }: { step: FirstPayStep }) {
  const t = useTranslations('dashboard.firstPay.waits')
  const text = by
    ? t(`by.${who}`, { date: shortDate(by) })
    : since
      ? t(`since.${who}`, { at: atTime(since) })
      : t(`for.${who}`)
  return (
    <span className="meta t2 way-end">
      <Icon name={ICONS[who]} size={16} />
      {link ? <Link href={link}>{text}</Link> : text}
    </span>
  )
}
