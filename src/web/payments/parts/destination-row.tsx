import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DESTINATION_COOLING_MS } from '#domain/destinations/destination.ts'
import { nowMs } from '#web/kernel/env.ts'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { atTime, instantDay, waitText } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { ActionMenu, type MenuEntry } from '#web/ui/menu.tsx'
import { PercentInput } from '#web/ui/number-input.tsx'
import { Ring } from '#web/ui/progress.tsx'
import { Say } from '#web/ui/say.tsx'
import type { Destination, PaymentPart } from '../queries.ts'
import { AccountNames } from './account-names.tsx'
import { FirstPayment } from './first-payment.tsx'
import { wayOut } from './kept-pays.tsx'
import { NetworkIcon } from './network.tsx'
import { OnItsChain } from './on-its-chain.tsx'
import { arriving } from './part-words.ts'

const ProveWalletDialog = lazy(() =>
  import('./prove-wallet-dialog.tsx').then(part => ({ default: part.ProveWalletDialog })),
)

const TICK_MS = 20_000

function useNow(): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
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
  const [proving, setProving] = useState(false)
  // What is no wallet is given nothing, and no small payment would show that it is right.
  const isNone = destination.on_chain?.state === 'NO_WALLET'
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
        <RowMenu destination={destination} onProve={() => setProving(true)} />
      </div>
      {proving && destination.message_to_sign && (
        <Suspense>
          <ProveWalletDialog
            wallet={destination}
            message={destination.message_to_sign}
            onClose={() => setProving(false)}
          />
        </Suspense>
      )}
      {kept.length > 0 && <DidNotArrive kept={kept} />}
      <OnItsChain wallet={destination} />
      {destination.held && <Cooling destination={destination} />}
      {Number(text) === 0 && text !== '' && !isNone && (
        <p className="meta t2 mt8">{t('noShare')}</p>
      )}
      {(destination.first_payment !== null || !isNone) && <FirstPayment wallet={destination} />}
    </li>
  )
}

/** What may be done with one of them; nothing where that is nothing. */
function RowMenu({ destination, onProve }: { destination: Destination; onProve: () => void }) {
  const t = useTranslations('payments.destination')
  const { destination_uuid, label: name, allowed_actions, message_to_sign } = destination
  const take = useCall('deactivateDestination', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: () => openAlert(t('deactivated', { name })),
  })
  const entries: MenuEntry[] = []
  if (message_to_sign) entries.push({ label: t('prove'), icon: 'key', onSelect: onProve })
  if (allowed_actions.includes('deactivate'))
    entries.push({
      label: t('deactivate'),
      icon: 'pause',
      danger: true,
      disabled: take.isPending,
      onSelect: () => take.mutate({ body: { destination_uuid } }),
    })
  if (entries.length === 0) return null
  return (
    <ActionMenu
      trigger={<IconButton icon="more" label={t('more', { name })} />}
      entries={entries}
    />
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
          <LinkButton
            size="sm"
            variant="danger"
            className="mt8"
            href={`/stop-change?token=${destination.stop_token}`}
          >
            {t('notMe')}
          </LinkButton>
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
