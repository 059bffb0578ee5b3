import { useTranslations } from 'use-intl'
import { instantDay } from '#web/parts/times.ts'
import type { WorkItem } from '../queries.ts'

/** What its contractor was told of it last, and when that left. */
export function useTold({ told }: Pick<WorkItem, 'told'>): string {
  const t = useTranslations('payments.work.told')
  if (!told) return t('nobody')
  if (!told.sent) return t('waits')
  const at = instantDay(told.at)
  return told.template === 'payment-given-back'
    ? t('payment-given-back', { at })
    : t('payment-failed', { at })
}
