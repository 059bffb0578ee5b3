import { lazy, type Ref, Suspense, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'
import { Icon } from './icon.tsx'
import { shownDate, typedDate } from './typed-date.ts'

// Whoever types a date needs none.
const loadCalendar = () => import('./calendar.tsx')
const Calendar = lazy(() => loadCalendar().then(part => ({ default: part.CalendarDropdown })))

/** Props of a date: `value` is `YYYY-MM-DD`, empty, or what was typed and is no date; `min` and `max` bound the calendar. */
export interface DateInputProps {
  value: string
  onChange: (value: string) => void
  /** The day that the calendar opens on while none is chosen. */
  today?: string | undefined
  /** Which dates the field takes for one: those in which anybody is paid, unless it says others. */
  isDate?: ((text: string) => boolean) | undefined
  min?: string | undefined
  max?: string | undefined
  name?: string | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

function DateInput({
  value,
  onChange,
  today,
  isDate = isPlainDate,
  min,
  max,
  name,
  onBlur,
  ref,
}: DateInputProps) {
  const t = useTranslations('ui.date')
  const wiring = useFieldControl()
  const [typing, setTyping] = useState<string>()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className={cx('in end-btn', wiring['aria-invalid'] && 'bad')}>
      <input
        {...wiring}
        ref={ref}
        type="text"
        name={name}
        autoComplete="off"
        value={typing ?? shownDate(value)}
        onChange={({ target }) => {
          setTyping(target.value)
          onChange(typedDate(target.value) ?? target.value.trim())
        }}
        onBlur={() => {
          setTyping(undefined)
          onBlur?.()
        }}
      />
      <button
        ref={button}
        type="button"
        className="btn q ico xs"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={isDate(value) ? t('change', { date: shownDate(value) }) : t('choose')}
        onPointerEnter={() => void loadCalendar()}
        onClick={() => setOpen(!open)}
      >
        <Icon name="calendar" />
      </button>
      {open && (
        <Suspense>
          <Calendar
            label={t('choose')}
            anchor={button}
            {...{ value, today, isDate, min, max }}
            onChoose={day => {
              setTyping(undefined)
              onChange(day)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A labelled plain date, typed in any usual way or chosen from a calendar. What is no date is said when the field is left. */
export function DateField({
  id,
  label,
  required,
  help,
  error,
  onChange,
  onBlur,
  isDate = isPlainDate,
  ...rest
}: FieldProps & DateInputProps) {
  const t = useTranslations('ui.date')
  const [left, setLeft] = useState(false)
  const wrong = left && rest.value !== '' && !isDate(rest.value) ? t('wrong') : undefined
  return (
    <Field id={id} label={label} required={required} help={help} error={wrong ?? error}>
      <DateInput
        {...rest}
        isDate={isDate}
        onChange={onChange}
        onBlur={() => {
          setLeft(true)
          onBlur?.()
        }}
      />
    </Field>
  )
}
