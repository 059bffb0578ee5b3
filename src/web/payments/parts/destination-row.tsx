import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DESTINATION_COOLING_MS } from '#domain/destinations/destination.ts'
import { networkName } from '#domain/kernel/network.ts'
import { nowMs } from '#web/kernel/env.ts'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { atTime, instantDay, waitText } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { ActionMenu } from '#web/ui/menu.tsx'
import { PercentInput } from '#web/ui/number-input.tsx'
import { Tag } from '#web/ui/pill.tsx'
import { Ring } from '#web/ui/progress.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Destination, PaymentPart } from '../queries.ts'
import { wayOut } from './kept-pays.tsx'
import { NetworkIcon, networkMark } from './network.tsx'
import { arriving } from './part-words.ts'

const TICK_MS = 20_000

function useNow(): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** What an account or wallet is called, on which network and since when, a contractor's or a company's. */
export function AccountNames({
  account: destination,
  idle = false,
  holder,
}: {
  account: Pick<Destination, 'kind' | 'label' | 'network' | 'currency' | 'created_at'>
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

/** One active account or wallet: its share to type, what may be done with it, and its wait while it is new. */
export function DestinationRow({
  destination,
  index,
  kept,
  text,
  onType,
  onLeave,
}: {
  destination: Destination
  /** What did not arrive there. */
  kept: readonly PaymentPart[]
  index: number
  text: string
  onType: (text: string) => void
  onLeave: () => void
}) {
  const t = useTranslations('payments.destination')
  const take = useCall('deactivateDestination', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: () => openAlert(t('deactivated', { name: destination.label })),
  })
  return (
    <li>
      <div className="row g12 top">
        <span className={cx('net-ic', `sp-${index % 4}`)}>
          <NetworkIcon network={destination.network} size={18} />
        </span>
        <AccountNames account={destination} />
        <div className="pct">
          <PercentInput
            size="md"
            aria-label={t('percentage', { name: destination.label })}
            value={text}
            onChange={event => onType(event.target.value)}
            onBlur={onLeave}
          />
        </div>
        {destination.allowed_actions.includes('deactivate') && (
          <ActionMenu
            trigger={<IconButton icon="more" label={t('more', { name: destination.label })} />}
            entries={[
              {
                label: t('deactivate'),
                icon: 'pause',
                danger: true,
                disabled: take.isPending,
                onSelect: () =>
                  take.mutate({ body: { destination_uuid: destination.destination_uuid } }),
              },
            ]}
          />
        )}
      </div>
      {kept.length > 0 && <DidNotArrive kept={kept} />}
      {destination.held && <Cooling destination={destination} />}
    </li>
  )
}

function DidNotArrive({ kept }: { kept: readonly PaymentPart[] }) {
  const t = useTranslations('payments.kept')
  const [first] = kept
  return (
    <div className="mt8">
      <Say kind="blocked" to={first && <Link href={wayOut(first)}>{t('verb')}</Link>}>
        {t.rich('here', {
          amount: () => <MoneyList of={kept.map(arriving)} />,
          reason: first?.failure_reason ?? '',
        })}
      </Say>
    </div>
  )
}

function Cooling({ destination }: { destination: Destination }) {
  const t = useTranslations('payments.destination')
  const now = useNow()
  const left = Date.parse(destination.usable_from) - now
  // The demo can move the server's clock; then only the time itself can be told, and not how far away it is.
  const known = left > 0 && left <= DESTINATION_COOLING_MS
  const at = atTime(destination.usable_from)
  const title = known
    ? t('opensIn', { wait: waitText(destination.usable_from, now) })
    : t('opensOn', { at })
  return (
    <div className="cool">
      <Ring
        label={title}
        value={known ? DESTINATION_COOLING_MS - left : 0}
        max={DESTINATION_COOLING_MS}
      />
      <div className="grow">
        <div className="w6">{title}</div>
        <div className="meta t2 mt2">{known ? t('waitsUntil', { at }) : t('waitsUntilThen')}</div>
        {destination.stop_token && (
          <div className="meta mt4">
            <Link href={`/stop-change?token=${destination.stop_token}`}>{t('notMe')}</Link>
          </div>
        )}
      </div>
    </div>
  )
}

/** The accounts and wallets that are out of use, each with Reactivate where the server allows it. */
export function NotInUse({ destinations }: { destinations: readonly Destination[] }) {
  const t = useTranslations('payments.destination')
  const back = useCall('reactivateDestination', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: () => openAlert(t('reactivated'), { severity: 'success' }),
  })
  const { mutate, isPending, variables } = back
  return (
    <Card title={t('notInUse')}>
      <ul className="rows">
        {destinations.map(destination => (
          <li key={destination.destination_uuid} className="row g12">
            <span className="net-ic">
              <NetworkIcon network={destination.network} size={18} />
            </span>
            <AccountNames account={destination} idle />
            {destination.refused_at && (
              <span className="meta t3">
                {t('refused', { date: instantDay(destination.refused_at) })}
              </span>
            )}
            {destination.allowed_actions.includes('reactivate') && (
              <Button
                variant="secondary"
                size="sm"
                loading={
                  isPending && variables.body.destination_uuid === destination.destination_uuid
                }
                aria-label={t('reactivateOf', { name: destination.label })}
                onClick={() => mutate({ body: { destination_uuid: destination.destination_uuid } })}
              >
                {t('reactivate')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
