import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { atTime, instantDay } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ActionMenu } from '#web/ui/menu.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { MadeSecret } from './made-secret.tsx'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'

type Hook = ClientOutput<'listWebhooks'>['webhooks'][number]
type Made = ClientOutput<'makeWebhook'>

/** Where events are sent, with what each receiver takes of them, and ways to add, replay and remove. */
export function Webhooks({ sandbox }: { sandbox: boolean }) {
  const t = useTranslations('integrations.webhooks')
  const may = useMay()
  const hooks = useQuery(query('listWebhooks', {}))
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<Made>()
  const shown = hooks.data?.webhooks.filter(hook => hook.sandbox === sandbox) ?? []
  return (
    <section className="stack g12">
      <SectionHead
        title={t('title')}
        tools={
          may('makeWebhook') && (
            <Button variant="secondary" size="sm" icon="plus" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          )
        }
      />
      {hooks.isPending && <LoadingBlock height={120} />}
      {hooks.isError && !hooks.data && (
        <LoadProblem problem={hooks.error} onRetry={() => void hooks.refetch()} />
      )}
      {hooks.data && shown.length === 0 && (
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      )}
      {shown.length > 0 && <Hooks hooks={shown} onMade={setMade} />}
      {adding && (
        <NewWebhookDialog
          sandbox={sandbox}
          onMade={secret => {
            setAdding(false)
            setMade(secret)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {made && <MadeSecret secret={made.secret} onClose={() => setMade(undefined)} />}
    </section>
  )
}

function Hooks({ hooks, onMade }: { hooks: readonly Hook[]; onMade: (made: Made) => void }) {
  const t = useTranslations('integrations.webhooks')
  return (
    <TableCard
      label={t('title')}
      columns={5}
      head={
        <>
          <Th width={260}>{t('endpoint')}</Th>
          <Th>{t('events')}</Th>
          <Th end>{t('lastDay')}</Th>
          <Th>{t('state')}</Th>
          <Th hidden width={160}>
            {t('actions')}
          </Th>
        </>
      }
    >
      {hooks.map(hook => (
        <HookRow key={hook.webhook_uuid} hook={hook} onMade={onMade} />
      ))}
    </TableCard>
  )
}

/** Where a webhook stands, and of one that was given up what is to be done. */
function HookState({ hook }: { hook: Hook }) {
  const t = useTranslations('integrations.webhooks')
  const { state, failing_since, given_up_at, given_up } = hook
  if (given_up_at)
    return (
      <>
        <StatusChip tone="err">{t('states.GIVEN_UP')}</StatusChip>
        <div className="meta t2">{t('givenUp', { count: given_up })}</div>
      </>
    )
  if (failing_since)
    return <StatusChip tone="err">{t('failing', { since: atTime(failing_since) })}</StatusChip>
  return <StatusChip tone={state === 'NEW' ? 'hollow' : 'ok'}>{t(`states.${state}`)}</StatusChip>
}

function HookRow({ hook, onMade }: { hook: Hook; onMade: (made: Made) => void }) {
  const t = useTranslations('integrations.webhooks')
  const [removing, setRemoving] = useState(false)
  const params = { id: hook.webhook_uuid }
  const refresh = ['listWebhooks', 'listDeliveries'] as const
  const replay = useCall('replayWebhook', {
    refresh,
    onSuccess: ({ replayed }) =>
      openAlert(t('replayed', { count: replayed }), { severity: 'success' }),
  })
  const queries = useQueryClient()
  const secret = useCall('replaceWebhookSecret', {
    refresh,
    onSuccess: onMade,
    onProblem: () => {
      void queries.invalidateQueries({ queryKey: ['listWebhooks'] })
      return false
    },
  })
  const remove = useCall('removeWebhook', { refresh, onSuccess: () => setRemoving(false) })
  return (
    <Row>
      <td>
        <span className="w5 hook-url">{hook.url.replace(/^https?:\/\//, '')}</span>
        <div className="meta t2">{t('signed', { day: instantDay(hook.secret_since) })}</div>
      </td>
      <td>
        <span className="row g8 wrap">
          {hook.events.map(event => (
            <span className="scope" key={event}>
              {event}
            </span>
          ))}
        </span>
      </td>
      <td className="r nowrap">{t('taken', { delivered: hook.delivered, sent: hook.sent })}</td>
      <td>
        <HookState hook={hook} />
      </td>
      <td className="r nowrap">
        <span className="row g8 end">
          {hook.undelivered > 0 && (
            <Button
              variant="secondary"
              size="sm"
              loading={replay.isPending}
              onClick={() => replay.mutate({ params })}
            >
              {t('replay', { count: hook.undelivered })}
            </Button>
          )}
          <ActionMenu
            trigger={
              <IconButton icon="more" size="sm" label={t('actionsFor', { url: hook.url })} />
            }
            entries={[
              {
                icon: 'key',
                label: t('newSecret'),
                onSelect: () => secret.mutate({ params, query: { seen: hook.secret_since } }),
              },
              {
                icon: 'trash',
                label: t('remove'),
                danger: true,
                separated: true,
                onSelect: () => setRemoving(true),
              },
            ]}
          />
        </span>
        <ConfirmDialog
          open={removing}
          title={t('removeTitle')}
          verb={t('remove')}
          danger
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ params })}
          onClose={() => setRemoving(false)}
        >
          {t('removeText')}
        </ConfirmDialog>
      </td>
    </Row>
  )
}
