import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { networkName } from '#domain/kernel/network.ts'
import { isWrong } from '#domain/payments/lost.ts'
import { useMay } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { CursorPager, type Paging } from '#web/parts/cursor-pager.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { countryName } from '#web/parts/places.ts'
import { BlockerList, networkMark, partId, shareOf } from '#web/payments/shared.tsx'
import { Figures } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Place } from '#web/ui/flag.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Say } from '#web/ui/say.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { BulkBar, Pick, Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { said } from '#web/words/said.ts'
import type { ItemDetail as Detail } from './cycle-item-detail.tsx'
import { FindItems, lookedFor, SortedTh } from './find-items.tsx'
import { type CycleView, type LineItemView, PayChip } from './pay-chips.tsx'
import { SelectionActions } from './selection-actions.tsx'
import { SelectionNotes } from './selection-notes.tsx'
import { type SelectionAnswer, useSelection } from './use-selection.ts'
import './pay-cycle.css'

// What is behind a pay comes with the first that is opened.
const LaterDetail = lazy(() =>
  import('./cycle-item-detail.tsx').then(part => ({ default: part.ItemDetail })),
)

function ItemDetail(of: ComponentProps<typeof Detail>) {
  return (
    <Suspense fallback={<LoadingBlock height={96} />}>
      <LaterDetail {...of} />
    </Suspense>
  )
}

/** Which of the line items are shown; the server keeps them apart and counts them. */
export type Show = keyof CycleView['shows']

/** What is wrong comes first: blocked, then unusual, then the rest in the server's order. */
function byUrgency(items: readonly LineItemView[]): LineItemView[] {
  const rank = (item: LineItemView) =>
    item.blockers.length > 0 ? 0 : item.unusual.length > 0 ? 1 : 2
  return items.toSorted((a, b) => rank(a) - rank(b))
}

/** The line items with where each goes, what is wrong with it, and on opening how it came about. */
export function CycleItems({
  cycle,
  paging,
  loading,
  show,
  onShow,
  onHours,
}: {
  cycle: CycleView
  paging: Paging
  loading: boolean
  show: Show
  onShow: (show: Show) => void
  onHours: () => void
}) {
  const t = useTranslations('payroll.items')
  const narrow = useNarrow()
  const { search, sort } = lookedFor(useAddress().get)
  const shown = sort ? cycle.items : byUrgency(cycle.items)
  const ids = shown.map(item => item.line_item_uuid)
  const choosing = useSelection(cycle, ids)
  const [answer, setAnswer] = useState<SelectionAnswer>()
  const { chosen } = choosing
  const change = (next: Show) => {
    choosing.clear()
    onShow(next)
  }
  // Where nothing waits to be approved and nothing is approved there is nothing to choose for.
  const selects =
    useMay()('selectItems') && cycle.items.some(item => item.allowed_actions.length > 0)
  const selection = selects
    ? {
        count: chosen.size,
        total: shown.length,
        onAll: choosing.onShown,
        actions: (
          <SelectionActions
            {...{ cycle, show, search, choosing, shown: shown.length, onAnswer: setAnswer }}
          />
        ),
      }
    : undefined
  const rowOf = (item: LineItemView): Selectable => ({
    selected: chosen.has(item.line_item_uuid),
    onSelect: selects
      ? (on, range) => {
          setAnswer(undefined)
          choosing.onSelect(item.line_item_uuid, on, range)
        }
      : undefined,
  })
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          <>
            <FindItems cycle={cycle} narrow={narrow} />
            <Shows cycle={cycle} show={show} onShow={change} />
            {cycle.allowed_actions.includes('edit_hours') && (
              <Button variant="secondary" size="sm" onClick={onHours}>
                {t('editHours')}
              </Button>
            )}
            <SaveButton
              file="getCycleCsv"
              input={{ params: { policy_uuid: cycle.policy_uuid, cycle_uuid: cycle.cycle_uuid } }}
            >
              {t('csv')}
            </SaveButton>
          </>
        }
      />
      <SelectionNotes {...{ cycle, choosing, answer, onClose: () => setAnswer(undefined) }} />
      {shown.length === 0 ? (
        <EmptyState
          title={search ? t('notFound', { search }) : t(show === 'all' ? 'nobody.title' : 'none')}
        >
          {!search && show === 'all' && t('nobody.text')}
        </EmptyState>
      ) : narrow ? (
        <Card>
          {selection && <BulkBar {...selection} alone />}
          <ul className="list-rows pay-list">
            {shown.map(item => (
              <ItemCard key={item.line_item_uuid} cycle={cycle} item={item} {...rowOf(item)} />
            ))}
          </ul>
        </Card>
      ) : (
        <TableCard
          label={t('title')}
          columns={5}
          minWidth={820}
          busy={loading}
          selection={selection}
          head={<Columns />}
          foot={<Totals cycle={cycle} picks={selects} />}
        >
          {shown.map(item => (
            <ItemRow key={item.line_item_uuid} cycle={cycle} item={item} {...rowOf(item)} />
          ))}
        </TableCard>
      )}
      <CursorPager
        paging={paging}
        cursor={cycle.next_cursor}
        shown={cycle.items.length}
        name={t('shown', { all: cycle.found ?? cycle.shows[show] })}
        loading={loading}
      />
    </>
  )
}

function Columns() {
  const t = useTranslations('payroll.items.columns')
  return (
    <>
      <SortedTh by="name">{t('contractor')}</SortedTh>
      <SortedTh by="amount" end>
        {t('amount')}
      </SortedTh>
      <Th>{t('goesTo')}</Th>
      <Th>{t('status')}</Th>
      <Th hidden width={56}>
        {t('details')}
      </Th>
    </>
  )
}

/** What can be told apart of what waits for its approval; once nothing waits, nothing can. */
function Shows({
  cycle: { shows, preview },
  show,
  onShow,
}: {
  cycle: CycleView
  show: Show
  onShow: (show: Show) => void
}) {
  const t = useTranslations('payroll.items')
  if (preview.items === 0) return null
  return (
    <Segmented
      label={t('show.label')}
      value={show}
      onChange={onShow}
      segments={[
        { value: 'all', label: t('show.all'), count: shows.all },
        { value: 'unusual', label: t('show.unusual'), count: shows.unusual },
        { value: 'blocked', label: t('show.blocked'), count: shows.blocked },
      ]}
    />
  )
}

function Totals({ cycle, picks }: { cycle: CycleView; picks: boolean }) {
  const t = useTranslations('payroll.items')
  return (
    <tr>
      <td colSpan={picks ? 2 : 1}>{t('count', { count: cycle.contractors })}</td>
      <td className="r">
        <MoneyStack of={cycle.totals} strong />
      </td>
      <td colSpan={3} />
    </tr>
  )
}

type Selectable = {
  readonly selected: boolean
  readonly onSelect: ((selected: boolean, range: boolean) => void) | undefined
}
type OfItem = { readonly cycle: CycleView; readonly item: LineItemView } & Selectable

function ItemRow({ cycle, item, selected, onSelect }: OfItem) {
  const t = useTranslations('payroll.items')
  const [open, setOpen] = useState(false)
  const { contractor_name: name, country_code: country } = item
  return (
    <Row
      {...{ name, selected, onSelect }}
      onOpen={() => setOpen(!open)}
      note={hasNotes(item) && <Notes item={item} />}
      detail={open && <ItemDetail cycle={cycle} item={item} />}
    >
      <td id={`item-${item.line_item_uuid}`}>
        <Identity
          name={name}
          second={country ? <Place country={country}>{countryName(country)}</Place> : item.role}
        />
      </td>
      <td className="r">
        <div>
          <MoneyAmount of={item.amount} strong />
        </div>
        <div className="meta t3 nowrap">
          <Earned item={item} />
        </div>
      </td>
      <td>
        <GoesTo item={item} />
      </td>
      <td>
        <PayChip status={item.status} />
      </td>
      <td className="r">
        <IconButton
          icon={open ? 'chevron-up' : 'chevron-down'}
          size="xs"
          label={t(open ? 'hideOf' : 'showOf', { name })}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </td>
    </Row>
  )
}

/** The same as a row, for narrow screens. */
function ItemCard({ cycle, item, selected, onSelect }: OfItem) {
  const t = useTranslations('payroll.items')
  const [open, setOpen] = useState(false)
  const country = item.country_code
  return (
    <li id={`item-${item.line_item_uuid}`}>
      <div className="head-line">
        {onSelect && <Pick name={item.contractor_name} selected={selected} onSelect={onSelect} />}
        <Identity
          name={item.contractor_name}
          second={country ? <Place country={country}>{countryName(country)}</Place> : item.role}
        />
        <div className="r nowrap">
          <MoneyAmount of={item.amount} strong />
          <div className="meta t3">
            <Earned item={item} />
          </div>
        </div>
      </div>
      <div className="row g8 wrap">
        <PayChip status={item.status} />
        <GoesTo item={item} />
      </div>
      {hasNotes(item) && <Notes item={item} />}
      <Button
        variant="secondary"
        size="sm"
        aria-expanded={open}
        aria-label={t(open ? 'hideOf' : 'showOf', { name: item.contractor_name })}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'hide' : 'open')}
      </Button>
      {open && <ItemDetail cycle={cycle} item={item} />}
    </li>
  )
}

/** The hours, marked where somebody changed them, and the rate. */
function Earned({ item }: { item: LineItemView }) {
  const t = useTranslations('payroll.items')
  // What pays a row of a batch is known by its reference.
  if (item.contract_uuid === null) return <bdi>{item.role}</bdi>
  return t.rich('earned', {
    edited: chunks => <span className={item.edited ? 'warn w6' : undefined}>{chunks}</span>,
    hours: item.hours.toFixed(2),
    rate: () => <MoneyAmount of={item.hourly_rate} />,
  })
}

function GoesTo({ item }: { item: LineItemView }) {
  const t = useTranslations('payroll.items')
  return (
    <div className="goes">
      {item.parts.length === 0 && <span className="t3">{t('nowhere')}</span>}
      {item.parts.map(part => {
        const mark = networkMark(part.network)
        return (
          <Pill
            key={partId(part)}
            {...(mark ? { network: mark } : { icon: 'bank' })}
            strong={`${shareOf(part)}%`}
            held={part.status === 'HELD' || part.held_until !== null}
          >
            {t(mark ? 'onNetwork' : 'bank', {
              currency: (part.promised ?? part.source).currency,
              network: networkName(part.network),
            })}
          </Pill>
        )
      })}
    </div>
  )
}

/** The parts of a pay that did not arrive. */
function lostParts({ parts }: LineItemView) {
  return parts.flatMap(part => {
    const lost = part.status
    return isWrong(lost) ? [{ ...part, lost }] : []
  })
}

function hasNotes(item: LineItemView): boolean {
  return item.blockers.length > 0 || item.unusual.length > 0 || lostParts(item).length > 0
}

/** What is wrong comes before what is in the way, and that before what is unusual. */
function Notes({ item }: { item: LineItemView }) {
  const tUnusual = useTranslations('payroll.unusual')
  const t = useTranslations('payroll.items')
  const tLost = useTranslations('payroll.items.lost')
  return (
    <div className="stack g8">
      {lostParts(item).map(part => (
        <Say key={part.payment_uuid} kind="blocked" word={tLost(part.lost)}>
          {part.failure_reason ?? tLost(part.lost === 'UNKNOWN' ? 'silent' : 'why')}
        </Say>
      ))}
      {item.blockers.length > 0 && <BlockerList blockers={item.blockers} reader="employer" />}
      {item.unusual.map(one => (
        <Say key={one.code} kind="unusual" word={t('unusual')}>
          <Figures text={said(tUnusual, one.said, one.text)} />
        </Say>
      ))}
    </div>
  )
}
