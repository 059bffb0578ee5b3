import type { KeyboardEvent } from 'react'
import { LOCALE } from '#web/words/words.tsx'
import './field.css'

/** One segment: what is filtered, its word, and how many there are, or in a word how many at least. */
export interface Segment<V extends string> {
  readonly value: V
  readonly label: string
  readonly count?: number | string | undefined
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const at = buttons.findIndex(button => button.matches(':focus'))
  event.preventDefault()
  buttons[(at + step * rtl + buttons.length) % buttons.length]?.focus()
}

/** A filter with counts: one of the segments is pressed. Arrows move, Space and Enter choose. */
export function Segmented<V extends string>({
  label,
  segments,
  value,
  onChange,
}: {
  label: string
  segments: readonly Segment<V>[]
  value: V
  onChange: (value: V) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend in a toolbar.
    <div className="seg" role="group" aria-label={label} onKeyDown={moveFocus}>
      {segments.map(segment => (
        <button
          type="button"
          key={segment.value}
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
          {segment.count !== undefined && (
            <span className="n">{segment.count.toLocaleString(LOCALE)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
