import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { dateOf } from '#domain/kernel/plain-date.ts'
import { daysLate } from '#domain/payments/lateness.ts'
import { useToday } from '#web/kernel/me.ts'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import type { MendAction, Work, WorkItem } from '../queries.ts'
import { SimulatedTag, useReason } from '../shared.tsx'
import { useTold } from './use-told.ts'
import { WorkDetail } from './work-detail.tsx'
import './work-list.css'

type OnAct = (action: MendAction, items: readonly WorkItem[]) => void

/** The payments of a page by what is wrong with them, each kind under a head that says what it means and comes to. */
export function WorkTable({
  items,
  counts,
  onAct,
}: {
  items: readonly WorkItem[]
  counts: Work['counts']
  onAct: OnAct
}) {
  const t = useTranslations('payments.work')
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<string>()
  const chosen = items.filter(item => ids.has(item.payment_uuid))
  const toggle = (id: string, on: boolean) => {
    const next = new Set(ids)
    if (on) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  return (
    <TableCard
      label={t('table')}
      columns={5}
      minWidth={860}
      selection={{
        count: chosen.length,
        total: items.length,
        onAll: on => setIds(new Set(on ? items.map(item => item.payment_uuid) : [])),
        actions: <ChosenActions chosen={chosen} onAct={onAct} />,
      }}
      head={
        <>
          <Th width={200}>{t('columns.contractor')}</Th>
          <Th end width={150}>
            {t('columns.amount')}
          </Th>
          <Th>{t('columns.reason')}</Th>
          <Th end width={90}>
            {t('columns.age')}
          </Th>
          <Th hidden width={196}>
            {t('columns.action')}
          </Th>
        </>
      }
    >
      {items.flatMap((item, at) => [
        ...(items[at - 1]?.kind === item.kind
          ? []
          : [<KindHead key={item.kind} count={counts.find(of => of.kind === item.kind)} />]),
        <WorkRow
          key={item.payment_uuid}
          item={item}
          open={open === item.payment_uuid}
          selected={ids.has(item.payment_uuid)}
          onSelect={on => toggle(item.payment_uuid, on)}
          onOpen={() => setOpen(open === item.payment_uuid ? undefined : item.payment_uuid)}
          onAct={action => onAct(action, [item])}
        />,
      ])}
    </TableCard>
  )
}

function KindHead({ count }: { count: Work['counts'][number] | undefined }) {
  const t = useTranslations('payments.work')
  if (!count) return null
  return (
    <tr className="work-head">
      <td colSpan={6}>
        <div className="row g8 wrap">
          <StatusChip tone="err">{t(`kinds.${count.kind}`)}</StatusChip>
          <b>{count.payments.toLocaleString('en-US')}</b>
          <span className="meta t2 says">{t(`heads.${count.kind}`)}</span>
          <span>
            <MoneyList of={count.totals} strong />
          </span>
        </div>
      </td>
    </tr>
  )
}

/** What all chosen payments allow. */
function ChosenActions({ chosen, onAct }: { chosen: readonly WorkItem[]; onAct: OnAct }) {
  const t = useTranslations('payments.work')
  const [first] = chosen
  const all = (first?.allowed_actions ?? []).filter(action =>
    chosen.every(item => item.allowed_actions.includes(action)),
  )
  if (all.length === 0) return <span className="meta t2">{t('nothing')}</span>
  return all.map(action => (
    <Button key={action} size="sm" variant="secondary" onClick={() => onAct(action, chosen)}>
      {t(`actions.${action}`)}
    </Button>
  ))
}

function WorkRow({
  item,
  open,
  selected,
  onSelect,
  onOpen,
  onAct,
}: {
  item: WorkItem
  open: boolean
  selected: boolean
  onSelect: (on: boolean) => void
  onOpen: () => void
  onAct: (action: MendAction) => void
}) {
  const t = useTranslations('payments.work')
  const reasonOf = useReason()
  const { contractor_name: name, allowed_actions } = item
  // In days as the first screen counts them.
  const since = dateOf(new Date(item.since))
  const today = useToday()
  const [first] = allowed_actions
  return (
    <Row
      selected={selected}
      onSelect={onSelect}
      name={`${name}, ${item.company_name}`}
      onOpen={onOpen}
      detail={open && <WorkDetail item={item} onAct={onAct} />}
    >
      <td>
        <Identity name={name} second={<bdi>{item.company_name}</bdi>} />
      </td>
      <td className="r">
        <MoneyAmount of={item.amount} strong />
        <div className="meta t3">
          {item.network === 'fiat' ? t('bank') : networkName(item.network)}{' '}
          {item.simulated && <SimulatedTag />}
        </div>
      </td>
      <td className="work-why">
        <div className="w5">
          <bdi>{reasonOf(item)}</bdi>
        </div>
        <div className="meta t3">{useTold(item)}</div>
      </td>
      <td className={cx('r nowrap', item.overdue ? 'err w5' : 't2')}>
        {item.hours < 48
          ? t('age', { hours: item.hours })
          : t('days', { days: daysLate(since, { due: since, on: today }) })}
      </td>
      <td className="r">
        <span className="row g8 end">
          {first && !open && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('actionOf', { action: t(`actions.${first}`), name })}
              onClick={() => onAct(first)}
            >
              {t(`actions.${first}`)}
            </Button>
          )}
          <IconButton
            icon={open ? 'chevron-up' : 'chevron-down'}
            size="xs"
            label={t(open ? 'hide' : 'show', { name })}
            aria-expanded={open}
            onClick={onOpen}
          />
        </span>
      </td>
    </Row>
  )
}
