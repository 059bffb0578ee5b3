import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { nowMs } from '#web/kernel/env.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { signOut } from '#web/kernel/session.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Loaded, LoadingBlock } from '#web/parts/loaded.tsx'
import { agoText } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Device = ClientOutput<'listSessions'>[number]

/** So many devices are shown at first; a demo that everybody uses has hundreds. */
const FIRST = 8

/** The devices on which the person is logged in, and ways to log them out. */
export function DevicesCard() {
  const t = useTranslations('identity.devices')
  const others = useQuery(query('listSessions', {})).data?.some(({ current }) => !current) ?? false
  return (
    <Card title={t('title')} note={t('note')} foot={<LogOutMany others={others} />}>
      <Loaded
        query={query('listSessions', {})}
        fallback={
          <div className="body-pad">
            <LoadingBlock height={51} />
          </div>
        }
      >
        {devices => <Devices devices={devices} />}
      </Loaded>
    </Card>
  )
}

function Devices({ devices }: { devices: readonly Device[] }) {
  const t = useTranslations('identity.devices')
  const [all, setAll] = useState(false)
  // This device first, whenever it was seen.
  const sorted = [...devices].sort((a, b) => Number(b.current) - Number(a.current))
  const hidden = sorted.length - FIRST
  return (
    <>
      <ul className="list-rows security-rows">
        {sorted.slice(0, all ? undefined : FIRST).map(device => (
          <DeviceRow key={device.session_id} device={device} />
        ))}
      </ul>
      {hidden > 0 && !all && (
        <div className="security-more">
          <Button variant="text" size="sm" onClick={() => setAll(true)}>
            {t('more', { count: hidden })}
          </Button>
        </div>
      )}
    </>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const t = useTranslations('identity.devices')
  const tTimes = useTranslations('parts.times')
  const { session_id, current, device: name, address, last_seen_at } = device
  const end = useCall('endSession', { refresh: ['listSessions'] })
  return (
    <li className="row g12">
      <span className="sec-ic">
        <Icon name="globe" />
      </span>
      <div className="grow">
        <div className="row g8 wrap">
          <span className="w5">{name}</span>
          {current && <StatusChip tone="ok">{t('this')}</StatusChip>}
        </div>
        <div className="meta t3">
          {t('seen', { address, ago: agoText(tTimes, last_seen_at, nowMs()) })}
        </div>
      </div>
      {!current && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={t('logOutOf', { name, address })}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id: session_id } })}
        >
          {t('logOut')}
        </Button>
      )}
    </li>
  )
}

function LogOutMany({ others }: { others: boolean }) {
  const t = useTranslations('identity.devices')
  const allOthers = useCall('endOtherSessions', {
    refresh: ['listSessions'],
    onSuccess: ({ ended }) =>
      openAlert(t('ended', { count: ended }), {
        severity: 'success',
      }),
  })
  const everywhere = useCall('endOtherSessions', { onSuccess: () => void signOut() })
  return (
    <div className="row g8 wrap end grow">
      {others && (
        <Button
          variant="secondary"
          size="sm"
          loading={allOthers.isPending}
          onClick={() => allOthers.mutate({})}
        >
          {t('others')}
        </Button>
      )}
      <Button
        variant="danger"
        size="sm"
        loading={everywhere.isPending}
        onClick={() => everywhere.mutate({ query: { this_too: 'true' } })}
      >
        {t('everywhere')}
      </Button>
    </div>
  )
}
