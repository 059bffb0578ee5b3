import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { monthDay } from '#web/parts/times.ts'
import { PageHead } from '#web/ui/page.tsx'
import { type FirstPay, isMine, nextStep, useReader } from './first-pay.ts'

/** Until the first pay, in a sentence: when it could leave or what is left to do, and what is next. */
export function WayHead({ way }: { way: FirstPay }) {
  return useReader() === 'employer' ? <EmployerHead way={way} /> : <ContractorHead way={way} />
}

function EmployerHead({ way }: { way: FirstPay }) {
  const t = useTranslations('dashboard.firstPay.heads.employer')
  const tWay = useTranslations('dashboard.firstPay')
  const mine = nextStep(way, 'employer')
  const next = mine ?? way.steps.find(({ state }) => state === 'OPEN')
  const done = way.steps.filter(({ state }) => state === 'DONE').length
  const step = next ? tWay(`employer.steps.${next.key}.title`) : ''
  return (
    <PageHead
      title={
        way.pay_date
          ? t('date', { date: monthDay(way.pay_date) })
          : t('title', { count: way.steps.length - done })
      }
      lead={t('lead', {
        done,
        all: way.steps.length,
        next: mine || !next ? t('mine', { step }) : t(`waits.${next.who}`, { step }),
      })}
    />
  )
}

function ContractorHead({ way }: { way: FirstPay }) {
  const t = useTranslations('dashboard.firstPay.heads.contractor')
  const tWay = useTranslations('dashboard.firstPay')
  const me = useMe()
  const left = way.steps.filter(step => step.state !== 'DONE' && isMine(step, 'contractor')).length
  if (left > 0)
    return (
      <PageHead
        title={t('title', { count: left })}
        lead={
          <span>
            {t.rich('lead', {
              name: () => <bdi>{me.preferred_name || me.first_name}</bdi>,
              done: way.steps.filter(({ state }) => state === 'DONE').length,
              all: way.steps.length,
            })}
          </span>
        }
      />
    )
  const next = way.steps.find(({ state }) => state === 'OPEN')
  return (
    <PageHead
      title={t('yours')}
      lead={next && t(`waits.${next.who}`, { step: tWay(`contractor.steps.${next.key}.title`) })}
    />
  )
}
