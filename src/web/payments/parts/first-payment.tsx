import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Destination } from '../queries.ts'

const SAID = { WANTED: 'asked', ARRIVED: 'confirmed' } as const

/** A small first payment to a wallet: offered where a slip in its address would not be noticed, and then what waits for it; nothing of others. */
export function FirstPayment({ wallet }: { wallet: Destination }) {
  const t = useTranslations('payments.destination.first')
  const {
    destination_uuid: id,
    label: name,
    first_payment: said,
    first_payment_may_be: may,
  } = wallet
  const say = useCall('setFirstPayment', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: (_answer, { body: { first_payment } }) =>
      openAlert(t(first_payment ? SAID[first_payment] : 'dropped', { name }), {
        severity: 'success',
      }),
  })
  const act = (first_payment: Destination['first_payment']) => ({
    size: 'sm' as const,
    loading: say.isPending && say.variables.body.first_payment === first_payment,
    disabled: say.isPending,
    onClick: () => say.mutate({ params: { id }, body: { first_payment } }),
  })
  if (said !== 'WANTED')
    return may.includes('WANTED') ? (
      <div className="row g12 wrap mt8">
        <span className="meta t2 wide">{t('offer')}</span>
        <Button variant="secondary" {...act('WANTED')}>
          {t('ask')}
        </Button>
      </div>
    ) : null
  const left = may.includes('ARRIVED')
  return (
    <div className="cool">
      <Icon name={left ? 'wallet' : 'clock'} size={18} />
      <div className="grow">
        <div className="w6">{t(left ? 'left' : 'waits')}</div>
        <div className="meta t2 mt2">{t('rest')}</div>
      </div>
      {may.includes(null) && (
        <Button variant="secondary" {...act(null)}>
          {t('drop')}
        </Button>
      )}
      {left && <Button {...act('ARRIVED')}>{t('is')}</Button>}
    </div>
  )
}
