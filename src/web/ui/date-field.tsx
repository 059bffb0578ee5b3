import { Popover } from '@base-ui/react/popover'
import { type Ref, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { Calendar } from './calendar.tsx'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldControl } from './field.tsx'
import { Icon } from './icon.tsx'
import { useOverlayHost } from './overlay-host.tsx'
import { shownDate, typedDate } from './typed-date.ts'
import './date-field.css'

/** Props of a date: `value` is `YYYY-MM-DD`, empty, or what was typed and is no date; `min` and `max` bound the calendar. */
export interface DateInputProps {
  value: string
  onChange: (value: string) => void
  /** The day that the calendar opens on while none is chosen. */
  today?: string | undefined
  min?: string | undefined
  max?: string | undefined
  name?: string | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Where a calendar opens while today is not known. */
const NEVER_SEEN = '2026-01-01'

function DateInput({ value, onChange, today, min, max, name, onBlur, ref }: DateInputProps) {
  const t = useTranslations('ui.date')
  const wiring = useFieldControl()
  const [typing, setTyping] = useState<string>()
  const [open, setOpen] = useState(false)
  const host = useOverlayHost()
  const start = [value, today ?? '', min ?? ''].find(isPlainDate) ?? NEVER_SEEN
  return (
    <div className={cx('in end-btn', wiring['aria-invalid'] && 'bad')}>
      <input
        {...wiring}
        ref={ref}
        type="text"
        name={name}
        autoComplete="off"
        placeholder={t('example')}
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
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          className="btn q ico xs"
          aria-label={isPlainDate(value) ? t('change', { date: shownDate(value) }) : t('choose')}
        >
          <Icon name="calendar" />
        </Popover.Trigger>
        <Popover.Portal {...host}>
          <Popover.Positioner className="pop" sideOffset={8} align="end">
            <Popover.Popup className="menu" aria-label={t('choose')} initialFocus={false}>
              <Calendar
                value={value}
                start={min && start < min ? min : start}
                min={min}
                max={max}
                onChoose={day => {
                  setTyping(undefined)
                  onChange(day)
                  setOpen(false)
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
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
  ...rest
}: FieldProps & DateInputProps) {
  const t = useTranslations('ui.date')
  const [left, setLeft] = useState(false)
  const wrong = left && rest.value !== '' && !isPlainDate(rest.value) ? t('wrong') : undefined
  return (
    <Field id={id} label={label} required={required} help={help} error={wrong ?? error}>
      <DateInput
        {...rest}
        onChange={onChange}
        onBlur={() => {
          setLeft(true)
          onBlur?.()
        }}
      />
    </Field>
  )
}
