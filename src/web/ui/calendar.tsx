import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { LOCALE } from '#web/words/words.tsx'
import { cx } from './cx.ts'
import { Dropdown } from './dropdown.tsx'
import { IconButton } from './icon-button.tsx'
import { addMonths, weeksOf } from './typed-date.ts'
import './date-field.css'

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
const MONTH = inUtc({ month: 'long', year: 'numeric' })
const DAY = inUtc({ dateStyle: 'full' })
const SHORT = inUtc({ weekday: 'short' })
const LONG = inUtc({ weekday: 'long' })
const said = (format: Intl.DateTimeFormat, date: string) =>
  format.format(new Date(`${date}T00:00:00Z`))

/** Where a key leads to from a day, as the dialog of dates of the ARIA practices has it. */
function dayByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  day: PlainDateString,
  rtl: boolean,
): PlainDateString | undefined {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const forth = rtl ? -1 : 1
  if (key === 'ArrowRight') return addDays(day, forth)
  if (key === 'ArrowLeft') return addDays(day, -forth)
  if (key === 'ArrowDown') return addDays(day, 7)
  if (key === 'ArrowUp') return addDays(day, -7)
  if (key === 'Home') return addDays(day, -weekday)
  if (key === 'End') return addDays(day, 6 - weekday)
  if (key === 'PageDown') return addMonths(day, shiftKey ? 12 : 1)
  if (key === 'PageUp') return addMonths(day, shiftKey ? -12 : -1)
  return undefined
}

interface CalendarProps {
  /** The chosen day, or empty. */
  value: string
  /** The day that the focus begins on. */
  start: PlainDateString
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: PlainDateString) => void
}

/** Where a calendar opens while today is not known. */
const NEVER_SEEN = '2026-01-01'

/** The calendar of a field, which its button opens. */
export function CalendarDropdown({
  label,
  anchor,
  onClose,
  today,
  isDate,
  ...rest
}: Omit<CalendarProps, 'start'> & {
  label: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  today: string | undefined
  isDate: (text: string) => boolean
}) {
  const { value, min = '' } = rest
  const start = [value, today ?? '', min].find(isDate) ?? NEVER_SEEN
  return (
    <Dropdown label={label} anchor={anchor} align="end" className="menu" onClose={onClose}>
      <Calendar start={start < min ? min : start} {...rest} />
    </Dropdown>
  )
}

/** A month of days to choose from. Arrows move by days and weeks, Home and End within a week, Page keys by months, with Shift by years. */
function Calendar({ value, start, min = '', max = '9999', onChoose }: CalendarProps) {
  const t = useTranslations('ui.date')
  const title = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState(start)
  const [sought, setSought] = useState<string | undefined>(start)
  useEffect(() => {
    if (sought) grid.current?.querySelector<HTMLElement>(`[data-day="${sought}"]`)?.focus()
  }, [sought])
  const turn = (months: number) => {
    setSought(undefined)
    setAt(addMonths(at, months))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = dayByKey(event, at, getComputedStyle(event.currentTarget).direction === 'rtl')
    if (!next) return
    event.preventDefault()
    setSought(next)
    setAt(next)
  }
  return (
    <div className="cal">
      <div className="cal-head">
        <IconButton icon="chevron-start" size="sm" label={t('previous')} onClick={() => turn(-1)} />
        <div className="w6" id={title} aria-live="polite">
          {said(MONTH, at)}
        </div>
        <IconButton icon="chevron-end" size="sm" label={t('next')} onClick={() => turn(1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the ARIA practices. */}
      <table ref={grid} role="grid" aria-labelledby={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeksOf(at)[0]?.map(day => (
              <th key={day} scope="col" abbr={said(LONG, day)}>
                {said(SHORT, day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map(week => (
            <tr key={week[0]}>
              {week.map(day => {
                const off = day < min || day > max
                return (
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the ARIA practices.
                  // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus.
                  <td key={day} role="gridcell" aria-selected={day === value}>
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === at ? 0 : -1}
                      aria-label={said(DAY, day)}
                      aria-disabled={off || undefined}
                      className={cx('day', day.slice(0, 7) !== at.slice(0, 7) && 'other')}
                      onClick={() => {
                        if (!off) onChoose(day)
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
