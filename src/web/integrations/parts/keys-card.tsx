import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { nowMs } from '#web/kernel/env.ts'
import { useMay } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { agoText, instantDay } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ActionMenu } from '#web/ui/menu.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

type Key = ClientOutput<'listApiKeys'>['keys'][number]
type Made = ClientOutput<'makeApiKey'>
type Action = Key['allowed_actions'][number]

/** The keys of one kind with what each may do, and the ways to make, replace and end them. */
export function KeysCard({
  keys,
  sandbox,
  onMade,
}: {
  keys: readonly Key[]
  sandbox: boolean
  onMade: (made: Made) => void
}) {
  const t = useTranslations('integrations.keys')
  const may = useMay()
  const [making, setMaking] = useState(false)
  const [asked, setAsked] = useState<{ readonly key: Key; readonly action: Action }>()
  const close = () => setAsked(undefined)
  const add = may('makeApiKey') && (
    <Button variant="secondary" size="sm" icon="plus" onClick={() => setMaking(true)}>
      {t('make')}
    </Button>
  )
  return (
    <Card title={t('title')} note={add} foot={<span className="meta t2">{t('overlap')}</span>}>
      {keys.length === 0 ? (
        <EmptyState plain title={t(sandbox ? 'noneInSandbox' : 'none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul className="list-rows" aria-label={t('title')}>
          {keys.map(key => (
            <KeyRow key={key.key_uuid} of={key} onAction={action => setAsked({ key, action })} />
          ))}
        </ul>
      )}
      {making && (
        <NewKeyDialog
          sandbox={sandbox}
          onMade={made => {
            setMaking(false)
            onMade(made)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {asked?.action === 'replace' && <Replace of={asked.key} onMade={onMade} onClose={close} />}
      {asked?.action === 'revoke' && <Revoke of={asked.key} onClose={close} />}
    </Card>
  )
}

const TONES: Readonly<Record<Key['state'], Tone | null>> = {
  NEW: 'run',
  WORKS: null,
  ENDS_SOON: 'warn',
  ENDED: 'off',
  REVOKED: 'off',
}

function KeyRow({ of, onAction }: { of: Key; onAction: (action: Action) => void }) {
  const t = useTranslations('integrations.keys')
  const tTimes = useTranslations('parts.times')
  const tone = TONES[of.state]
  const { last_used_at, expires_at, days_left, addresses } = of
  const [first, ...more] = addresses
  return (
    <li>
      <div className="row between g8">
        <span className="row g8 wrap">
          <span className="w5">{of.name}</span>
          {tone && <StatusChip tone={tone}>{t(`states.${of.state}`)}</StatusChip>}
          <span className="mono meta t2">{t('prefix', { prefix: of.prefix })}</span>
        </span>
        {of.allowed_actions.length > 0 && (
          <ActionMenu
            trigger={<IconButton icon="more" size="sm" label={t('actions', { name: of.name })} />}
            entries={of.allowed_actions.map(action => ({
              icon: action === 'replace' ? 'refresh' : 'trash',
              danger: action === 'revoke',
              separated: action === 'revoke',
              label: t(`do.${action}`),
              onSelect: () => onAction(action),
            }))}
          />
        )}
      </div>
      <div className="row g8 wrap mt8">
        {of.scopes.map(scope => (
          <span className="scope" key={scope}>
            {scope}
          </span>
        ))}
      </div>
      <div className="key-facts meta">
        <span>
          <span className="t3">{t('used')} </span>
          {last_used_at ? agoText(tTimes, last_used_at, nowMs()) : t('never')}
        </span>
        <span>
          <span className="t3">{t('ends')} </span>
          <span className={of.state === 'ENDS_SOON' ? 'warn' : undefined}>
            {of.state === 'ENDS_SOON'
              ? t('inDays', { day: instantDay(expires_at), days: days_left })
              : instantDay(expires_at)}
          </span>
        </span>
        {of.replaced_by && (
          <span>
            <span className="t3">{t('replacedBy')} </span>
            <span className="mono">{t('prefix', { prefix: of.replaced_by.prefix })}</span>
          </span>
        )}
        <span>
          <span className="t3">{t('from')} </span>
          {first ? t('addresses', { first, more: more.length }) : t('anywhere')}
        </span>
      </div>
    </li>
  )
}

function Replace({
  of,
  onMade,
  onClose,
}: {
  of: Key
  onMade: (made: Made) => void
  onClose: () => void
}) {
  const t = useTranslations('integrations.keys')
  const replace = useCall('replaceApiKey', {
    refresh: ['listApiKeys'],
    failed: t('replaceFailed'),
    onSuccess: made => {
      onMade(made)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('replaceTitle', { name: of.name })}
      verb={t('do.replace')}
      loading={replace.isPending}
      onConfirm={() => replace.mutate({ params: { id: of.key_uuid } })}
      onClose={onClose}
    >
      {t('replaceText')}
    </ConfirmDialog>
  )
}

function Revoke({ of, onClose }: { of: Key; onClose: () => void }) {
  const t = useTranslations('integrations.keys')
  const revoke = useCall('revokeApiKey', {
    refresh: ['listApiKeys'],
    failed: t('revokeFailed'),
    onSuccess: () => {
      openAlert(t('revoked', { name: of.name }), { severity: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('revokeTitle', { name: of.name })}
      verb={t('do.revoke')}
      danger
      loading={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { id: of.key_uuid } })}
      onClose={onClose}
    >
      {t('revokeText')}
    </ConfirmDialog>
  )
}
