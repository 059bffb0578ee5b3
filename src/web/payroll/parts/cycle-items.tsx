import { useState } from 'react'
import { networkName } from '#domain/kernel/network.ts'
import { CursorPager, type Paging } from '#web/parts/cursor-pager.tsx'
import { download } from '#web/parts/download.ts'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { countryName } from '#web/parts/places.ts'
import { BlockerList, networkMark } from '#web/payments/shared.tsx'
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
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ItemDetail } from './cycle-item-detail.tsx'
import { type CycleView, type LineItemView, PayChip } from './pay-chips.tsx'
import './pay-cycle.css'

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
}: {
  cycle: CycleView
  paging: Paging
  loading: boolean
  show: Show
  onShow: (show: Show) => void
}) {
  const narrow = useNarrow()
  const shown = byUrgency(cycle.items)
  return (
    <>
      <SectionHead
        title="Line items"
        tools={
          <>
            <Segmented
              label="Show"
              value={show}
              onChange={onShow}
              segments={[
                { value: 'all', label: 'All', count: cycle.shows.all },
                { value: 'unusual', label: 'Unusual', count: cycle.shows.unusual },
                { value: 'blocked', label: 'Blocked', count: cycle.shows.blocked },
              ]}
            />
            <CsvButton cycle={cycle} />
          </>
        }
      />
      {shown.length === 0 ? (
        <EmptyState title={show === 'all' ? 'Nobody is paid in this cycle' : 'None'}>
          {show === 'all' && 'A contract that is active on its days earns a line item.'}
        </EmptyState>
      ) : narrow ? (
        <Card>
          <ul className="list-rows pay-list">
            {shown.map(item => (
              <ItemCard key={item.line_item_uuid} cycle={cycle} item={item} />
            ))}
          </ul>
        </Card>
      ) : (
        <TableCard
          label="Line items"
          columns={5}
          minWidth={820}
          busy={loading}
          head={
            <>
              <Th>Contractor</Th>
              <Th end>Amount</Th>
              <Th>Goes to</Th>
              <Th>Status</Th>
              <Th hidden width={56}>
                Details
              </Th>
            </>
          }
          foot={<Totals cycle={cycle} />}
        >
          {shown.map(item => (
            <ItemRow key={item.line_item_uuid} cycle={cycle} item={item} />
          ))}
        </TableCard>
      )}
      <CursorPager
        paging={paging}
        cursor={cycle.next_cursor}
        shown={cycle.items.length}
        name={`of ${cycle.shows[show]} on this page`}
        loading={loading}
      />
    </>
  )
}

function CsvButton({ cycle: { policy_uuid, cycle_uuid } }: { cycle: CycleView }) {
  const [loading, setLoading] = useState(false)
  const save = async () => {
    setLoading(true)
    await download('getCycleCsv', { params: { policy_uuid, cycle_uuid } })
    setLoading(false)
  }
  return (
    <Button variant="secondary" icon="download" loading={loading} onClick={() => void save()}>
      CSV
    </Button>
  )
}

function Totals({ cycle }: { cycle: CycleView }) {
  return (
    <tr>
      <td>
        {cycle.contractors} line {cycle.contractors === 1 ? 'item' : 'items'}
      </td>
      <td className="r" colSpan={4}>
        <MoneyList of={cycle.totals} strong />
      </td>
    </tr>
  )
}

function ItemRow({ cycle, item }: { cycle: CycleView; item: LineItemView }) {
  const [open, setOpen] = useState(false)
  const { contractor_name: name, country_code: country } = item
  return (
    <Row
      onOpen={() => setOpen(!open)}
      note={(item.blockers.length > 0 || item.unusual.length > 0) && <Notes item={item} />}
      detail={open && <ItemDetail cycle={cycle} item={item} />}
    >
      <td id={`item-${item.line_item_uuid}`}>
        <Identity
          name={name}
          seed={item.contractor_email}
          second={country ? <Place country={country}>{countryName(country)}</Place> : item.role}
        />
      </td>
      <td className="r">
        <div>
          <MoneyAmount of={item.amount} strong />
        </div>
        <div className="meta t3">
          <span className={item.edited ? 'warn w6' : undefined}>{item.hours.toFixed(2)} h</span> ×{' '}
          <MoneyAmount of={item.hourly_rate} />
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
          label={`${open ? 'Hide' : 'Show'} how ${name} is paid`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </td>
    </Row>
  )
}

/** The same as a row, for narrow screens. */
function ItemCard({ cycle, item }: { cycle: CycleView; item: LineItemView }) {
  const [open, setOpen] = useState(false)
  const country = item.country_code
  return (
    <li id={`item-${item.line_item_uuid}`}>
      <div className="head-line">
        <Identity
          name={item.contractor_name}
          seed={item.contractor_email}
          second={country ? <Place country={country}>{countryName(country)}</Place> : item.role}
        />
        <div className="r nowrap">
          <MoneyAmount of={item.amount} strong />
          <div className="meta t3">
            <span className={item.edited ? 'warn w6' : undefined}>{item.hours.toFixed(2)} h</span> ×{' '}
            <MoneyAmount of={item.hourly_rate} />
          </div>
        </div>
      </div>
      <div className="row g8 wrap">
        <PayChip status={item.status} />
        <GoesTo item={item} />
      </div>
      {(item.blockers.length > 0 || item.unusual.length > 0) && <Notes item={item} />}
      <Button
        variant="secondary"
        size="sm"
        aria-expanded={open}
        aria-label={`${open ? 'Hide' : 'Show'} how ${item.contractor_name} is paid`}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide' : 'Show'}
      </Button>
      {open && <ItemDetail cycle={cycle} item={item} />}
    </li>
  )
}

function GoesTo({ item }: { item: LineItemView }) {
  return (
    <div className="goes">
      {item.parts.length === 0 && <span className="t3">Nowhere yet</span>}
      {item.parts.map(part => {
        const mark = networkMark(part.network)
        return (
          <Pill
            key={part.payment_uuid ?? `${part.destination_uuid} ${part.label}`}
            {...(mark ? { network: mark } : { icon: 'bank' })}
            strong={`${part.percentage}%`}
            held={part.status === 'HELD' || part.held_until !== null}
          >
            {whereText(part)}
          </Pill>
        )
      })}
    </div>
  )
}

function whereText(part: LineItemView['parts'][number]): string {
  const currency = (part.promised ?? part.source).currency
  return networkMark(part.network)
    ? `${currency} on ${networkName(part.network)}`
    : `${currency} bank`
}

function Notes({ item }: { item: LineItemView }) {
  return (
    <div className="stack g8">
      {item.blockers.length > 0 && <BlockerList blockers={item.blockers} reader="employer" />}
      {item.unusual.map(one => (
        <Say key={one.code} kind="unusual" word="Unusual.">
          {one.text}
        </Say>
      ))}
    </div>
  )
}
