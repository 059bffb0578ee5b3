import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { instantDay } from '#web/parts/times.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { Tag } from '#web/ui/pill.tsx'
import type { Destination } from '../queries.ts'
import { networkMark } from './network.tsx'

/** What an account or wallet is called, on which network and since when, a contractor's or a company's. */
export function AccountNames({
  account: destination,
  idle = false,
  holder,
}: {
  account: Pick<Destination, 'kind' | 'label' | 'network' | 'currency' | 'created_at'> &
    Partial<Pick<Destination, 'proved_at'>>
  idle?: boolean
  holder?: string | undefined
}) {
  const t = useTranslations('payments.destination')
  // A wallet's label ends with its network, which the tag beside it says already.
  const [label = ''] =
    destination.kind === 'wallet' ? destination.label.split(',') : [destination.label]
  return (
    <div className="grow">
      <div className="row g8 wrap">
        <span className={idle ? 'w6 t2' : 'w6'}>
          <bdi>{label}</bdi>
        </span>
        {destination.kind === 'wallet' && (
          <Tag network={networkMark(destination.network)}>{networkName(destination.network)}</Tag>
        )}
        <Tag>{destination.currency}</Tag>
        {destination.proved_at && <StatusChip tone="ok">{t('proved')}</StatusChip>}
      </div>
      {holder && (
        <div className="meta t2 mt2">
          <bdi>{holder}</bdi>
        </div>
      )}
      <div className="meta t3 mt2">{t('added', { day: instantDay(destination.created_at) })}</div>
    </div>
  )
}
