import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { shortRate } from '#domain/kernel/rate.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { dateRange, shortDate } from '#web/parts/times.ts'
import {
  ByHandTag,
  Confirmations,
  NetworkIcon,
  type OnChain,
  PaymentStatusChip,
  partId,
  SimulatedTag,
  shareOf,
  Transaction,
  useOnChain,
} from '#web/payments/shared.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { said } from '#web/words/said.ts'
import { AcceptRates } from './accept-rates.tsx'
import { ApproveItem } from './approve-item.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import { EditHours } from './edit-hours.tsx'
import { ItemEntries } from './item-entries.tsx'
import { useLeftOff } from './left-off.ts'
import { type CycleView, cyclePath, type LineItemView } from './pay-chips.tsx'
import { isToldOf, WhoApproves } from './who-approves.tsx'
import './pay-cycle.css'

/** What is said of how a pay came about: by a row of a batch, or by its contract. */
function earnedOf({ contract_uuid, proration, back_pay }: LineItemView) {
  if (contract_uuid === null) return 'sent'
  return proration && !back_pay ? 'earnedInPart' : 'earned'
}

/** How a pay came about and where each part of it goes, and what may be done with it. */
export function ItemDetail({ cycle, item }: { cycle: CycleView; item: LineItemView }) {
  const t = useTranslations('payroll.item')
  const tProration = useTranslations('payroll.proration')
  const tPage = useTranslations('payroll.itemPage')
  const root = useAddress().path.includes('payroll-historical')
    ? 'payroll-historical'
    : 'payroll-run'
  const { start_date, end_date } = cycle.period
  const contract = `/employer/contractors/${encodeURIComponent(item.contractor_sub)}/contract/${item.contract_uuid}/read`
  const prorated = item.proration_said
    ? said(tProration, item.proration_said, item.proration)
    : item.proration
  return (
    <div className="prov">
      <div className="top-line">
        <span>
          {t.rich(earnedOf(item), {
            hours: item.hours.toFixed(2),
            rate: () => <MoneyAmount of={item.hourly_rate} />,
            contract: chunks => <Link href={contract}>{chunks}</Link>,
            revision: item.contract_revision ?? '',
            reference: item.role,
            days: item.back_pay ? prorated : dateRange(start_date, end_date),
            part: prorated,
          })}
          <div>
            <Link href={`${cyclePath(root, cycle)}/${cycle.status}/${item.line_item_uuid}`}>
              {tPage('open')}
            </Link>
          </div>
        </span>
        <MoneyAmount of={item.amount} strong />
      </div>
      {isWritten(item) && <Entries cycle={cycle} item={item} />}
      {item.parts.length > 0 && <ItemParts item={item} />}
      <ItemActions cycle={cycle} item={item} />
    </div>
  )
}

/** Whether something is written on a pay, or was asked for, beside the time of its contract. */
function isWritten({ entries, deductions }: LineItemView): boolean {
  return entries.length > 1 || deductions.length > 0
}

function Entries({ cycle, item }: { cycle: CycleOfItem; item: LineItemView }) {
  const { policy_uuid, cycle_uuid, period } = cycle
  const params = { policy_uuid, cycle_uuid, line_item_uuid: item.line_item_uuid }
  return <ItemEntries item={item} period={period} params={params} />
}

/** Where each part of a pay goes, at which rate and when it arrives. */
export function ItemParts({ item }: { item: LineItemView }) {
  const t = useTranslations('payroll.item')
  const onChain = useOnChain(item.parts)
  return (
    <table aria-label={t('parts', { name: item.contractor_name })}>
      <thead>
        <tr>
          <th scope="col">{t('columns.part')}</th>
          <th scope="col">{t('columns.goesTo')}</th>
          <th scope="col" className="r">
            {t('columns.rate')}
          </th>
          <th scope="col" className="r">
            {t('columns.receives')}
          </th>
          <th scope="col" className="r">
            {t('columns.arrives')}
          </th>
        </tr>
      </thead>
      <tbody>
        {item.parts.map(part => (
          <tr key={partId(part)}>
            <td>
              {t.rich('share', {
                percentage: shareOf(part),
                of: chunks => <span className="t3">{chunks}</span>,
                amount: () => <MoneyAmount of={item.amount} />,
              })}
            </td>
            <td>
              <span className="row g6 wrap">
                <span className="row g6">
                  <NetworkIcon network={part.network} />
                  <bdi>{part.label}</bdi>
                </span>
                {part.status && <PaymentStatusChip status={part.status} />}
                {part.simulated && <SimulatedTag />}
                <ByHandTag of={part} />
              </span>
              {(part.note ?? part.failure_reason) && (
                <div className="meta t3 sentences">{part.failure_reason ?? part.note}</div>
              )}
              <PartOnChain of={onChain(part.payment_uuid)} />
            </td>
            <td className="r at-rate">
              {Number(part.rate ?? 1) !== 1 && (
                <span title={part.rate ?? undefined}>{shortRate(part.rate ?? '1')} </span>
              )}
              <div className="meta t3">
                {part.rate_source && Number(part.rate) !== 1
                  ? [part.rate_source, part.rate_as_of && shortDate(part.rate_as_of.slice(0, 10))]
                      .filter(Boolean)
                      .join(', ')
                  : t('par')}
              </div>
            </td>
            <td className="r receives">
              <MoneyAmount of={part.delivered ?? part.promised ?? part.source} strong />
            </td>
            <td className="r arrives">
              {part.settled_at ? (
                <span className="ok">{shortDate(part.settled_at.slice(0, 10))}</span>
              ) : (
                part.arrives && shortDate(part.arrives)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Of a part that left by a chain its transaction, and how far it is. */
function PartOnChain({ of }: { of: OnChain | undefined }) {
  if (!of) return null
  return (
    <div className="meta t3 sentences">
      <Transaction of={of} />
      <Confirmations of={of} />
    </div>
  )
}

type CycleOfItem = Pick<CycleView, 'policy_uuid' | 'cycle_uuid' | 'period'>

/** What may be done with one pay. */
export function ItemActions({ cycle, item }: { cycle: CycleOfItem; item: LineItemView }) {
  const t = useTranslations('payroll.item')
  const { policy_uuid, cycle_uuid } = cycle
  const params = { policy_uuid, cycle_uuid, line_item_uuid: item.line_item_uuid }
  const may = new Set(item.allowed_actions)
  const unapprove = useCall('unapproveLineItem', { refresh: CYCLE_CHANGES })
  const archive = useCall('archiveLineItem', { refresh: CYCLE_CHANGES })
  const unarchive = useCall('unarchiveLineItem', {
    refresh: CYCLE_CHANGES,
    onSuccess: useLeftOff(),
  })
  const [cancelling, setCancelling] = useState(false)
  const cancel = useCall('cancelLineItem', {
    refresh: CYCLE_CHANGES,
    onSuccess: () => setCancelling(false),
  })
  const verbs = [
    { verb: 'unapprove', call: unapprove },
    { verb: 'archive', call: archive },
    { verb: 'unarchive', call: unarchive },
  ] as const
  const told = item.approver && isToldOf(item.approver) ? item.approver : null
  if (may.size === 0 && !told) return null
  return (
    <div className="acts">
      {told && (
        <div className="stack g8 full">
          <WhoApproves approver={told} params={params} one />
        </div>
      )}
      {may.has('accept_rates') && <AcceptRates item={item} params={params} />}
      {may.has('approve') && <ApproveItem item={item} params={params} />}
      {may.has('edit') && <EditHours item={item} params={params} />}
      {verbs
        .filter(({ verb }) => may.has(verb))
        .map(({ verb, call }) => (
          <Button
            key={verb}
            variant="secondary"
            loading={call.isPending}
            onClick={() => call.mutate({ params })}
          >
            {t(`verbs.${verb}`)}
          </Button>
        ))}
      {may.has('cancel') && (
        <Button variant="danger" onClick={() => setCancelling(true)}>
          {t('verbs.cancel')}
        </Button>
      )}
      <ConfirmDialog
        open={cancelling}
        title={t('cancel.title', { name: item.contractor_name })}
        verb={t('verbs.cancel')}
        dismiss={t('cancel.keep')}
        danger
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate({ params })}
        onClose={() => setCancelling(false)}
      >
        {t('cancel.text')}
      </ConfirmDialog>
    </div>
  )
}
