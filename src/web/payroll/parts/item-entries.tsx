import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { dateRange, instantDay, shortDate } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { said } from '#web/words/said.ts'
import type { ItemParams } from './approve-item.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { CycleView, LineItemView } from './pay-chips.tsx'
import './item-entries.css'

type Entry = LineItemView['entries'][number]
type Deduction = LineItemView['deductions'][number]

const ICONS: Readonly<Record<Entry['kind'], IconName>> = {
  SCHEDULED_TIME: 'clock',
  BACK_PAY: 'clock',
  REPORTED_TIME: 'clock',
  ADJUSTMENT: 'edit',
  RAISE: 'clock',
  BONUS: 'plus',
  EXPENSE: 'receipt',
  DEDUCTION: 'exchange',
  PAYMENT: 'receipt',
}

/** What a pay is made of: each entry with where it comes from and what it is worth, then what was asked for and is no part of it. */
export function ItemEntries({
  item,
  period,
  params,
}: {
  item: LineItemView
  period: CycleView['period']
  params: ItemParams
}) {
  const may = item.allowed_actions.includes('edit')
  return (
    <ul className="entries">
      {item.entries.map((entry, at) => (
        <li key={entry.entry_uuid ?? at}>
          <span className={`mark ${entry.kind.toLowerCase()}`}>
            <Icon name={ICONS[entry.kind]} size={16} />
          </span>
          <div className="grow">
            <EntryName kind={entry.kind} />
            <div className="meta t2">
              {entry.entry_uuid === null && !entry.author_name ? (
                <FromContract item={item} period={period} />
              ) : (
                <Author entry={entry} />
              )}
            </div>
            {entry.raised_said ? (
              <RaisedBy item={item} entry={entry} />
            ) : (
              entry.words && (
                <blockquote>
                  “<bdi>{entry.words}</bdi>”
                </blockquote>
              )
            )}
          </div>
          <Worth entry={entry} rate={item.hourly_rate} />
          {may && entry.entry_uuid && <TakeOff entry={entry} params={params} />}
        </li>
      ))}
      {item.deductions.map(asked => (
        <AskedFor key={asked.deduction_uuid} asked={asked} may={may} item={item} params={params} />
      ))}
    </ul>
  )
}

function EntryName({ kind }: { kind: Entry['kind'] }) {
  const t = useTranslations('payroll.entries.kinds')
  return <div className="w6">{t(kind)}</div>
}

/** Which days a raise brings from which rate to which, with the revision that does. */
function RaisedBy({ item, entry }: { item: LineItemView; entry: Entry }) {
  const t = useTranslations('payroll.itemPage')
  const { revision, days, hours, rate, before } = entry.raised_said?.params ?? {}
  const contract = entry.raised_by && contractPath(item.contractor_sub, entry.raised_by)
  return (
    <div className="meta t2">
      {t.rich('raised', {
        contract: chunks => (contract ? <Link href={contract}>{chunks}</Link> : chunks),
        ...{ revision: String(revision), days: String(days), hours: String(hours) },
        ...{ rate: String(rate), before: String(before) },
      })}
    </div>
  )
}

function contractPath(contractor_sub: string, contract_uuid: string): string {
  return `/employer/contractors/${encodeURIComponent(contractor_sub)}/contract/${contract_uuid}/read`
}

function FromContract({ item, period }: { item: LineItemView; period: CycleView['period'] }) {
  const t = useTranslations('payroll.itemPage')
  const tProration = useTranslations('payroll.proration')
  const prorated = item.proration_said
    ? said(tProration, item.proration_said, item.proration)
    : item.proration
  const contract = item.contract_uuid && contractPath(item.contractor_sub, item.contract_uuid)
  return t.rich('fromContract', {
    contract: chunks => (contract ? <Link href={contract}>{chunks}</Link> : chunks),
    revision: item.contract_revision ?? '',
    days: item.back_pay ? prorated : dateRange(period.start_date, period.end_date),
    part: item.back_pay ? '' : t('part', { part: prorated || t('whole') }),
  })
}

function Author({ entry }: { entry: Entry }) {
  const t = useTranslations('payroll.itemPage')
  const { author_name: name, written_at: at } = entry
  return t.rich(name ? 'by' : 'edited', {
    name: () => <bdi>{name}</bdi>,
    date: at ? instantDay(at) : '',
  })
}

function Worth({ entry, rate }: { entry: Entry; rate: LineItemView['hourly_rate'] }) {
  const t = useTranslations('payroll.itemPage')
  const own = entry.entry_uuid !== null
  return (
    <div className="r nowrap">
      <MoneyAmount of={entry.amount} strong signed={own} />
      {entry.hours !== null && (
        <div className="meta t3">
          {t.rich('times', {
            hours: entry.hours.toFixed(2).replace('-', '−'),
            rate: () => <MoneyAmount of={rate} size="sm" />,
          })}
        </div>
      )}
    </div>
  )
}

function useTakeOff(done: string) {
  return useCall('removeEntry', {
    refresh: CYCLE_CHANGES,
    onSuccess: () => openAlert(done, { severity: 'success' }),
  })
}

function TakeOff({ entry, params }: { entry: Entry; params: ItemParams }) {
  const t = useTranslations('payroll.itemPage')
  const tKinds = useTranslations('payroll.entries.kinds')
  const call = useTakeOff(t('takenOff'))
  return (
    <IconButton
      icon="trash"
      size="xs"
      label={t('takeOff', { kind: tKinds(entry.kind) })}
      disabled={call.isPending}
      onClick={() => call.mutate({ params: { ...params, entry_uuid: entry.entry_uuid ?? '' } })}
    />
  )
}

/** A deduction that the contractor did not agree to, or not yet: the pay is made without it. */
function AskedFor({
  asked,
  may,
  item,
  params,
}: {
  asked: Deduction
  may: boolean
  item: LineItemView
  params: ItemParams
}) {
  const t = useTranslations('payroll.itemPage')
  const call = useTakeOff(t('takenBack'))
  const open = asked.state === 'ASKED'
  return (
    <li>
      <span className="mark">
        <Icon name="exchange" size={16} />
      </span>
      <div className="grow">
        <div className="row g8 wrap">
          <EntryName kind="DEDUCTION" />
          <Pill>{t(`asked.${asked.state}`)}</Pill>
        </div>
        <div className="meta t2">
          {t.rich(open ? 'asked.waits' : 'asked.without', {
            name: () => <bdi>{item.contractor_name}</bdi>,
            date: shortDate(asked.answer_by),
          })}
        </div>
        <blockquote>
          “<bdi>{asked.words}</bdi>”
        </blockquote>
      </div>
      <div className="r nowrap t3">
        <MoneyAmount
          of={{ ...asked.amount, amount_in_smallest_unit: -asked.amount.amount_in_smallest_unit }}
          signed
        />
        <div className="meta">{t('asked.notCounted')}</div>
      </div>
      {may && open && (
        <IconButton
          icon="undo"
          size="xs"
          label={t('takeBack')}
          disabled={call.isPending}
          onClick={() => call.mutate({ params: { ...params, entry_uuid: asked.deduction_uuid } })}
        />
      )}
    </li>
  )
}
