import { useTranslations } from 'use-intl'
import { type FirstPay, nextStep, useReader } from './first-pay-way.tsx'

/** What comes next on the way to a first pay, as a sentence: the reader's own step first, else whom it waits for. */
export function useWayWords(): (way: FirstPay) => string {
  const reader = useReader()
  const tSteps = useTranslations('dashboard.firstPay')
  const tEmployer = useTranslations('dashboard.employer.steps')
  const tContractor = useTranslations('dashboard.contractor.steps')
  return way => {
    const mine = nextStep(way, reader)
    const next = mine ?? way.steps.find(({ state }) => state === 'OPEN')
    if (!next) return ''
    const step = tSteps(`${reader}.steps.${next.key}.title`)
    if (mine && reader === 'employer') return tEmployer('mine', { step })
    return reader === 'employer'
      ? tEmployer(`waits.${next.who}`, { step })
      : tContractor(`waits.${next.who}`, { step })
  }
}
