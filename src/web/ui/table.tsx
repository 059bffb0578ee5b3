import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { TableBlocks } from './table-blocks.tsx'
import { useCards } from './use-cards.ts'
import './card.css'
import './table.css'

const ColumnsContext = createContext(1)

/** Which rows are chosen, and what may be done with them; the bar with `actions` replaces the head in place. */
export interface Selection {
  readonly count: number
  readonly total: number
  readonly onAll: (checked: boolean) => void
  readonly actions?: ReactNode
}

/** How many rows are chosen and what may be done with them; over a list that is no table the bar stands by itself. */
export function BulkBar({
  count,
  total,
  onAll,
  actions,
  alone = false,
}: Selection & { readonly alone?: boolean }) {
  const t = useTranslations('ui.table')
  return (
    <div className={cx('bulk', count > 0 && 'on', alone && 'alone')}>
      <Checkbox
        aria-label={t('all')}
        disabled={total === 0}
        checked={total > 0 && count >= total}
        indeterminate={count > 0 && count < total}
        onChange={event => onAll(event.target.checked)}
      />
      <span className="whole" aria-hidden>
        {t('all')}
      </span>
      <span className={count > 0 ? 'count' : 'sr'} aria-live="polite">
        {count > 0 ? t('selected', { count }) : ''}
      </span>
      {count > 0 && (
        <>
          <span className="sep" />
          {actions}
          <Button variant="quiet" size="sm" className="clear" onClick={() => onAll(false)}>
            {t('clear')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Keeps exactly one row in the tab order; Up, Down, Home and End move between rows. */
function useRovingRows() {
  const table = useRef<HTMLTableElement>(null)
  const rows = () => [
    ...(table.current?.querySelectorAll<HTMLTableRowElement>('tr[data-row]') ?? []),
  ]
  useEffect(() => {
    const all = [...(table.current?.querySelectorAll<HTMLTableRowElement>('tr[data-row]') ?? [])]
    const first = all[0]
    if (first && !all.some(row => row.tabIndex === 0)) first.tabIndex = 0
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const all = rows()
    const at = all.findIndex(row => row.matches(':focus'))
    if (at < 0) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    const next = to === undefined ? undefined : all[to]
    if (!next) return
    event.preventDefault()
    for (const row of all) row.tabIndex = row === next ? 0 : -1
    next.focus()
  }
  return { table, onKeyDown }
}

const ROW_HEIGHTS = { 'two-line': 60, tight: 48, tighter: 44 }

/** Props of TableCard. `columns` counts the columns that the caller writes, without the one for selecting. */
export interface TableCardProps {
  label: string
  columns: number
  head: ReactNode
  /** A card head above the table, such as CardHead. */
  top?: ReactNode
  foot?: ReactNode
  selection?: Selection | undefined
  /** Rows of 60, 48 or 44 px. */
  density?: 'two-line' | 'tight' | 'tighter' | undefined
  /** With less room than this the columns come closer, or each row is a card (`useCards`). */
  minWidth?: number | undefined
  busy?: boolean | undefined
  children: ReactNode
}

/** A table in a card with a sticky head, or a list of cards where it has no room for its columns. `head` holds Th cells, `children` Row elements, `foot` plain cells. */
export function TableCard({
  label,
  columns,
  head,
  top,
  foot,
  selection,
  density = 'two-line',
  minWidth,
  busy,
  children,
}: TableCardProps) {
  const t = useTranslations('ui.table')
  const box = useCards()
  const { table, onKeyDown } = useRovingRows()
  return (
    <section className="card clip table-card" aria-label={label}>
      {top}
      {selection && <BulkBar {...selection} />}
      <div className="table-room" ref={box}>
        <table
          ref={table}
          className={cx('grid', density !== 'two-line' && density)}
          style={minWidth ? { minWidth } : undefined}
          aria-label={label}
          aria-busy={busy || undefined}
        >
          <thead inert={selection !== undefined && selection.count > 0}>
            <tr>
              {selection && (
                <th scope="col" className="pick">
                  <span className="sr">{t('select')}</span>
                </th>
              )}
              {head}
            </tr>
          </thead>
          <ColumnsContext value={columns + (selection ? 1 : 0)}>
            <TableBlocks
              columns={columns + (selection ? 1 : 0)}
              rowHeight={ROW_HEIGHTS[density]}
              onKeyDown={onKeyDown}
            >
              {children}
            </TableBlocks>
          </ColumnsContext>
          {foot !== undefined && <tfoot>{foot}</tfoot>}
        </table>
      </div>
    </section>
  )
}

/** How a column is sorted now. */
export type SortDirection = 'ascending' | 'descending' | 'none'

/** A column's head; with `onSort` its text is a button and the direction is announced. `end` aligns numbers. */
export function Th({
  children,
  end = false,
  hidden = false,
  width,
  sort,
  onSort,
}: {
  children: ReactNode
  end?: boolean | undefined
  /** The text is for screen readers only: for columns of actions. */
  hidden?: boolean | undefined
  width?: number | string | undefined
  sort?: SortDirection | undefined
  onSort?: (() => void) | undefined
}) {
  return (
    <th
      scope="col"
      className={end ? 'r' : undefined}
      style={width === undefined ? undefined : { width }}
      aria-sort={onSort ? (sort ?? 'none') : undefined}
    >
      {onSort ? (
        <button type="button" onClick={onSort}>
          {children}
          {sort === 'ascending' && <Icon name="chevron-up" size={14} />}
          {sort === 'descending' && <Icon name="chevron-down" size={14} />}
        </button>
      ) : hidden ? (
        <span className="sr">{children}</span>
      ) : (
        children
      )}
    </th>
  )
}

/** Props of Row. `note` is what is wrong, in a line under the row; `detail` is what an opened row shows. */
export interface RowProps {
  children: ReactNode
  selected?: boolean | undefined
  /** `range` where Shift was held: the rows since the last one are meant too. */
  onSelect?: ((selected: boolean, range: boolean) => void) | undefined
  /** Names the row for its checkbox: `Select …`. */
  name?: string | undefined
  onOpen?: (() => void) | undefined
  note?: ReactNode
  detail?: ReactNode
}

const interactive = 'a, button, input, select, textarea, label, [role=button]'

function rowKeys(event: KeyboardEvent, { selected, onSelect, onOpen }: RowProps): void {
  if (event.target !== event.currentTarget) return
  if (event.key === 'Enter' && onOpen) onOpen()
  else if (event.key === ' ' && onSelect) onSelect(!selected, event.shiftKey)
  else return
  event.preventDefault()
}

/** The box that chooses a row, in a table and in lists of cards. */
export function Pick({
  name,
  selected,
  onSelect,
}: {
  name: string | undefined
  selected: boolean
  onSelect: (selected: boolean, range: boolean) => void
}) {
  const t = useTranslations('ui.table')
  return (
    <Checkbox
      aria-label={name === undefined ? t('someRow') : t('row', { name })}
      checked={selected}
      // A press with Shift would select the text between.
      onMouseDown={event => event.shiftKey && event.preventDefault()}
      onChange={({ target, nativeEvent }) =>
        onSelect(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
    />
  )
}

/** One row with its note and its opened detail. Enter opens it, Space selects it, the arrows move to the next. */
export function Row(props: RowProps) {
  const { children, selected = false, onSelect, name, onOpen, note, detail } = props
  const columns = useContext(ColumnsContext)
  const below = [note, detail].filter(part => part !== undefined && part !== null && part !== false)
  const active = onSelect !== undefined || onOpen !== undefined
  return (
    <>
      <tr
        className={cx(selected && 'sel', onOpen && 'hit', below.length > 0 && 'nob')}
        {...(active
          ? { 'data-row': '', tabIndex: -1, onKeyDown: event => rowKeys(event, props) }
          : {})}
        onClick={event => {
          // A menu of the row bubbles through React to here although it stands elsewhere on the page.
          const { target, currentTarget } = event
          const inside = target instanceof Element && currentTarget.contains(target)
          if (onOpen && inside && !target.closest(interactive)) onOpen()
        }}
      >
        {onSelect && (
          <td className="pick">
            <Pick name={name} selected={selected} onSelect={onSelect} />
          </td>
        )}
        {children}
      </tr>
      {below.length > 0 && (
        <tr className={cx('note', selected && 'sel')}>
          {onSelect && <td className="pick" />}
          <td colSpan={columns - (onSelect ? 1 : 0)}>
            <div className="note-in stack g12">
              {below.map((part, at) => (
                <div key={at === 0 ? 'note' : 'detail'}>{part}</div>
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
