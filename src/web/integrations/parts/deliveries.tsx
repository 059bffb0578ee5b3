import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { nowMs } from '#web/kernel/env.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { clockText, instantDay, waitText } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'

type Sent = ClientOutput<'listDeliveries'>['items'][number]
type Which = 'all' | 'failed'

/** What was sent to webhooks lately and what they answered; each opens to both. */
export function Deliveries({ sandbox }: { sandbox: boolean }) {
  const t = useTranslations('integrations.deliveries')
  const [which, setWhich] = useState<Which>('all')
  const asked = {
    limit: '50',
    sandbox: sandbox ? 'true' : 'false',
    ...(which === 'failed' ? { failed: 'true' as const } : {}),
  } as const
  const sent = useQuery(query('listDeliveries', { query: asked }))
  return (
    <section className="stack g12">
      <SectionHead
        title={t('title')}
        tools={
          <Segmented<Which>
            label={t('which')}
            segments={[
              { value: 'all', label: t('all') },
              { value: 'failed', label: t('failed') },
            ]}
            value={which}
            onChange={setWhich}
          />
        }
      />
      {sent.isPending && <LoadingBlock height={160} />}
      {sent.isError && !sent.data && (
        <LoadProblem problem={sent.error} onRetry={() => void sent.refetch()} />
      )}
      {sent.data?.items.length === 0 && (
        <EmptyState title={t(which === 'failed' ? 'noneFailed' : 'none')}>
          {t('noneText')}
        </EmptyState>
      )}
      {sent.data && sent.data.items.length > 0 && <Sents items={sent.data.items} />}
    </section>
  )
}

function Sents({ items }: { items: readonly Sent[] }) {
  const t = useTranslations('integrations.deliveries')
  const [open, setOpen] = useState<string>()
  return (
    <TableCard
      label={t('title')}
      columns={7}
      density="tight"
      head={
        <>
          <Th>{t('time')}</Th>
          <Th>{t('event')}</Th>
          <Th>{t('endpoint')}</Th>
          <Th>{t('answer')}</Th>
          <Th>{t('tries')}</Th>
          <Th end>{t('took')}</Th>
          <Th hidden width={160}>
            {t('again')}
          </Th>
        </>
      }
    >
      {items.map(one => (
        <SentRow
          key={one.delivery_uuid}
          one={one}
          opened={open === one.delivery_uuid}
          onOpen={() => setOpen(open === one.delivery_uuid ? undefined : one.delivery_uuid)}
        />
      ))}
    </TableCard>
  )
}

function SentRow({ one, opened, onOpen }: { one: Sent; opened: boolean; onOpen: () => void }) {
  const t = useTranslations('integrations.deliveries')
  const again = useCall('replayDelivery', { refresh: ['listDeliveries', 'listWebhooks'] })
  const taken = one.status === 'DELIVERED'
  return (
    <Row onOpen={onOpen} detail={opened && <Both one={one} />}>
      <td className="nowrap">
        {clockText(one.tried_at)}
        <div className="meta t3">{instantDay(one.tried_at)}</div>
      </td>
      <td className="mono">{one.type}</td>
      <td>
        <span className="hook-url">{URL.parse(one.url)?.host ?? one.url}</span>
        <div className="meta t3 hook-url">{URL.parse(one.url)?.pathname}</div>
      </td>
      <td>
        <StatusChip tone={taken ? 'ok' : 'err'}>{one.answer_status ?? t('noAnswer')}</StatusChip>
      </td>
      <td className="t2">
        {one.next_at
          ? t('next', { tries: one.tries, wait: waitText(one.next_at, nowMs()) })
          : t('tried', { tries: one.tries })}
      </td>
      <td className="r nowrap t2">{t('ms', { ms: one.took_ms })}</td>
      <td className="r nowrap">
        <Button
          variant="text"
          size="sm"
          loading={again.isPending}
          onClick={() => again.mutate({ params: { id: one.delivery_uuid } })}
        >
          {t(taken ? 'replay' : 'retry')}
        </Button>
        <IconButton
          icon={opened ? 'chevron-up' : 'chevron-down'}
          size="xs"
          label={t(opened ? 'hideOf' : 'showOf', { event: one.type, at: clockText(one.tried_at) })}
          aria-expanded={opened}
          onClick={onOpen}
        />
      </td>
    </Row>
  )
}

function Both({ one }: { one: Sent }) {
  const t = useTranslations('integrations.deliveries')
  return (
    <div className="sent-both">
      <div>
        <p className="row between g8">
          <span className="w5">{t('sent')}</span>
          <span className="meta t3 mono">{one.event_uuid}</span>
        </p>
        <pre>{one.body}</pre>
      </div>
      <div>
        <p className="row between g8">
          <span className="w5">{t('answered')}</span>
          <span className="meta t3">{t('after', { ms: one.took_ms })}</span>
        </p>
        <pre>{one.answer || t('nothing')}</pre>
      </div>
    </div>
  )
}
