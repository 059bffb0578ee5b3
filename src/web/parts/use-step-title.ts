import { useTranslations } from 'use-intl'
import type { Me } from '#web/kernel/types.ts'
import { said } from '#web/words/said.ts'

type Step = Me['onboarding']['steps'][number]

/** Says what a step of the onboarding is. */
export function useStepTitle(): (step: Pick<Step, 'title' | 'said'>) => string {
  const t = useTranslations('identity.steps')
  return ({ title, said: what }) => said(t, what, title)
}
