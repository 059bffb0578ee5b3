import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isCells } from '#web/parts/cells.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { cx } from '#web/ui/cx.ts'
import { Identity } from '#web/ui/identity.tsx'
import { Say } from '#web/ui/say.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { said } from '#web/words/said.ts'
import { type LineItemView, PayChip } from './pay-chips.tsx'
import type { HoursRow, HoursSheet } from './use-hours-sheet.ts'

/** The line items with a cell for the hours of each: Enter and the arrows move on, Escape takes back, and what is pasted goes down from here. */
export function HoursGrid({
  items,
  sheet,
  busy,
}: {
  items: readonly LineItemView[]
  sheet: HoursSheet
  busy: boolean
}) {
  const t = useTranslations('payroll.hoursGrid')
  const grid = useRef<HTMLDivElement>(null)
  const rows = new Map((sheet.preview?.rows ?? []).map(row => [row.item?.line_item_uuid, row]))
  const move = (from: HTMLInputElement, by: number) => {
    const cells = [...(grid.current?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])]
    const next = cells[cells.indexOf(from) + by]
    next?.focus()
    next?.select()
  }
  return (
    <div ref={grid} className="hours-grid">
      <TableCard
        label={t('title')}
        columns={5}
        minWidth={680}
        density="tight"
        busy={busy || sheet.looking}
        head={
          <>
            <Th>{t('columns.contractor')}</Th>
            <Th end>{t('columns.scheduled')}</Th>
            <Th end>{t('columns.hours')}</Th>
            <Th end>{t('columns.amount')}</Th>
            <Th>{t('columns.status')}</Th>
          </>
        }
      >
        {items.map(item => (
          <HoursLine
            key={item.line_item_uuid}
            item={item}
            row={item.line_item_uuid in sheet.sheet ? rows.get(item.line_item_uuid) : undefined}
            sheet={sheet}
            onMove={move}
          />
        ))}
      </TableCard>
    </div>
  )
}

function HoursLine({
  item,
  row,
  sheet,
  onMove,
}: {
  item: LineItemView
  /** What the server says of what is typed here; undefined where nothing is. */
  row: HoursRow | undefined
  sheet: HoursSheet
  onMove: (from: HTMLInputElement, by: number) => void
}) {
  const t = useTranslations('payroll.hoursGrid.said')
  const changed = row?.state === 'CHANGED'
  return (
    <Row note={row?.said && <Say kind="blocked">{said(t, row.said)}</Say>}>
      <td>
        <Identity name={item.contractor_name} second={item.role} />
      </td>
      <td className="r t2">{item.scheduled_hours.toFixed(2)}</td>
      <td className="r">
        {item.allowed_actions.includes('edit') ? (
          <HoursCell item={item} row={row} sheet={sheet} onMove={onMove} />
        ) : (
          item.hours.toFixed(2)
        )}
      </td>
      <td className="r nowrap">
        <div className={cx(changed && 'meta t3 was')}>
          <MoneyAmount of={item.amount} />
        </div>
        {changed && row.amount && <MoneyAmount of={row.amount} strong />}
      </td>
      <td>
        <PayChip status={item.status} />
      </td>
    </Row>
  )
}

/** One cell: what is typed is put on the sheet once it is left, or by Enter and the arrows, which move on. */
function HoursCell({
  item,
  row,
  sheet,
  onMove,
}: Pick<Parameters<typeof HoursLine>[0], 'item' | 'row' | 'sheet' | 'onMove'>) {
  const t = useTranslations('payroll.hoursGrid')
  const { line_item_uuid, version, contractor_name: name } = item
  const now = item.hours.toFixed(2)
  const kept = sheet.sheet[line_item_uuid]
  const was = kept?.typed ?? now
  // What is typed is of the hours that stood here: another step of the sheet shows itself.
  const [state, setState] = useState({ was, typed: was })
  const typed = state.was === was ? state.typed : was
  const setTyped = (next: string) => {
    setState({ was, typed: next })
    sheet.type({ line_item_uuid, hours: next.trim() === was ? undefined : hoursOf(next) })
  }
  const hoursOf = (text: string) => ({ typed: text.trim(), version: kept?.version ?? version })
  const put = () => {
    if (typed.trim() === was) return
    const same = typed.trim() === now
    sheet.edit([{ line_item_uuid, hours: same ? undefined : hoursOf(typed) }])
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setTyped(was)
    if (by === undefined) return
    event.preventDefault()
    // Leaving the cell puts what is typed on the sheet.
    onMove(event.currentTarget, by)
    if (document.activeElement === event.currentTarget) put()
  }
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      data-cell=""
      data-kept={was}
      className={cx('in m num', kept && row?.state === 'MEND' && 'bad', kept && 'changed')}
      aria-label={t('cell', { name })}
      aria-invalid={row?.state === 'MEND' || undefined}
      value={typed}
      onFocus={event => event.target.select()}
      onChange={event => setTyped(event.target.value)}
      onBlur={put}
      onKeyDown={keys}
      onPaste={event => {
        const text = event.clipboardData.getData('text/plain')
        if (!isCells(text)) return
        event.preventDefault()
        sheet.read(text, line_item_uuid)
      }}
    />
  )
}
