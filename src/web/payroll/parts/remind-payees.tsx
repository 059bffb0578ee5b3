import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import type { CyclePay } from './cycle-words.tsx'

/** Of pay that waits for the people whom it pays: has them asked to see to it, once a day, or says when they were. */
export function RemindPayees({
  of: { policy_uuid, cycle_uuid },
  state: { asks, people, count },
  variant = 'secondary',
}: {
  of: { readonly policy_uuid: string; readonly cycle_uuid: string | null }
  state: Pick<CyclePay, 'asks' | 'people' | 'count'>
  variant?: 'primary' | 'secondary'
}) {
  const t = useTranslations('payroll.remind')
  const ask = useCall('remindPayees', {
    refresh: ['listCycles', 'getCycle'],
    onSuccess: () => openAlert(t('done', { count }), { severity: 'success' }),
  })
  if (!asks || !cycle_uuid) return null
  const [only, ...others] = people
  // Who it is stands beside it.
  const name = others.length === 0 && count === 1 ? only : undefined
  return asks.open ? (
    <Button
      variant={variant}
      loading={ask.isPending}
      aria-label={name && t('actOf', { name })}
      onClick={() => ask.mutate({ params: { policy_uuid, cycle_uuid }, body: {} })}
    >
      {t('act', { named: name ? 'yes' : 'no', count })}
    </Button>
  ) : (
    asks.asked_at && <span className="meta t3">{t('asked', { at: atTime(asks.asked_at) })}</span>
  )
}
