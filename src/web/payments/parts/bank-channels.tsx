import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig, useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

type Channel = ClientOutput<'listBankChannels'>['channels'][number]

const ChannelDialog = lazy(() =>
  import('./channel-dialog.tsx').then(part => ({ default: part.ChannelDialog })),
)

/** By which files currencies are paid, and what waits for a second operator. */
export function BankChannels() {
  const t = useTranslations('payments.channels')
  const [adding, setAdding] = useState(false)
  const mayAdd = useMay()('proposeBankChannel')
  const simulated = String(useAppConfig()?.simulated_payments ?? false)
  return (
    <section className="mt32">
      <SectionHead
        title={t('title')}
        tools={
          mayAdd && (
            <Button size="sm" variant="secondary" icon="plus" onClick={() => setAdding(true)}>
              {t('propose')}
            </Button>
          )
        }
      />
      <p className="meta t2">{t('lead', { simulated })}</p>
      <QueryView
        of={query('listBankChannels', {})}
        skeleton={
          <div className="mt12">
            <CardSkeleton height={160} />
          </div>
        }
      >
        {({ channels, proposals }) => (
          <div className="stack g16 mt12">
            {proposals.map(channel => (
              <ChannelCard key={channel.channel_uuid} channel={channel} waits />
            ))}
            {channels.map(channel => (
              <ChannelCard key={channel.channel_uuid} channel={channel} />
            ))}
            {channels.length + proposals.length === 0 && (
              <Card pad>
                <p className="meta t2">{t('none', { simulated })}</p>
              </Card>
            )}
          </div>
        )}
      </QueryView>
      {adding && (
        <Suspense fallback={null}>
          <ChannelDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  )
}

function ChannelCard({ channel, waits = false }: { channel: Channel; waits?: boolean }) {
  const t = useTranslations('payments.channels')
  const [open, setOpen] = useState(waits)
  const { currency, format, label, proposed_by, allowed_actions, setup, cut_off } = channel
  const hour = cut_off ? [{ name: 'cut_off', value: `${cut_off.time} ${cut_off.zone}` }] : []
  const lines = [...setup, ...hour]
  const said = {
    name: channel.confirmed_by ?? proposed_by.name,
    at: atTime(channel.confirmed_at ?? channel.proposed_at),
  }
  return (
    <Card pad>
      <div className="row g16 between wrap">
        <div className="grow">
          <span className="w6">{currency}</span> <bdi className="w5">{label}</bdi>
          <div className="meta t3">
            {t(`formats.${format}`)} ·{' '}
            {waits
              ? t(proposed_by.is_me ? 'proposedByYou' : 'proposedBy', said)
              : t('confirmedBy', said)}
          </div>
        </div>
        <span className="row g8 wrap">
          {!waits && (
            <Button
              size="sm"
              variant="text"
              aria-expanded={open}
              aria-label={t('setupOf', { name: label })}
              onClick={() => setOpen(!open)}
            >
              {t('setup')}
            </Button>
          )}
          <ChannelActions channel={channel} may={allowed_actions} />
        </span>
      </div>
      {channel.stands === false && <p className="meta t2 mt8">{t('tooOld')}</p>}
      {open && (
        <div className="mt12">
          <DefinitionRows
            rows={lines.map(({ name, value }) => ({
              id: name,
              term: <bdi className="mono meta">{name}</bdi>,
              value: <bdi>{value}</bdi>,
            }))}
          />
        </div>
      )}
    </Card>
  )
}

function ChannelActions({
  channel: { channel_uuid, label, proposed_by, confirmed_at },
  may,
}: {
  channel: Channel
  may: Channel['allowed_actions']
}) {
  const t = useTranslations('payments.channels')
  const refresh = ['listBankChannels'] as const
  const confirm = useCall('confirmBankChannel', {
    refresh,
    onSuccess: () => openAlert(t('confirmed'), { severity: 'success' }),
  })
  const close = useCall('closeBankChannel', { refresh })
  const params = { params: { id: channel_uuid } }
  const closing = confirmed_at ? 'close' : proposed_by.is_me ? 'withdraw' : 'reject'
  return (
    <>
      {may.includes('close') && (
        <Button
          size="sm"
          variant="secondary"
          loading={close.isPending}
          aria-label={t('closeOf', { what: closing, name: label })}
          onClick={() => close.mutate(params)}
        >
          {t(closing)}
        </Button>
      )}
      {may.includes('confirm') && (
        <Button
          size="sm"
          loading={confirm.isPending}
          aria-label={t('confirmOf', { name: label })}
          onClick={() => confirm.mutate(params)}
        >
          {t('confirm')}
        </Button>
      )}
    </>
  )
}
