import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Flag } from './flag.tsx'
import { Icon } from './icon.tsx'
import type { PhoneCountry } from './phone-countries.ts'

/** Letters typed within this time belong to one search (specification 9). */
const typeAheadMs = 1000

/** Finds the next match of what is being typed; the letters are forgotten a second after the last one. */
function useTypeAhead(countries: readonly PhoneCountry[]) {
  const typed = useRef({ text: '', at: 0 })
  const soFar = () => (performance.now() - typed.current.at < typeAheadMs ? typed.current.text : '')
  const find = (key: string, from: number): number => {
    const text = soFar() + key.toLowerCase()
    typed.current = { text, at: performance.now() }
    const start = text.length > 1 ? from : from + 1
    for (let step = 0; step < countries.length; step += 1) {
      const at = (start + step) % countries.length
      if (countries[at]?.name.toLowerCase().startsWith(text)) return at
    }
    return from
  }
  return { find, soFar }
}

function nextIndex(key: string, at: number, length: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, length - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'PageDown') return Math.min(at + 7, length - 1)
  if (key === 'PageUp') return Math.max(at - 7, 0)
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  return undefined
}

/** The list of countries, 360 wide and 300 high: arrows, Home, End and type-ahead move; Enter and Space choose; Escape and Tab close. */
export function PhoneList({
  countries,
  likely,
  value,
  onChoose,
  onClose,
}: {
  countries: readonly PhoneCountry[]
  /** How many of the countries at the top are the likely ones; a rule is drawn below them. */
  likely: number
  value: string
  onChoose: (iso2: string) => void
  onClose: () => void
}) {
  const t = useTranslations('ui.phone')
  const base = useId()
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      countries.findIndex(country => country.iso2 === value),
    ),
  )
  const search = useTypeAhead(countries)
  useEffect(() => list.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    list.current?.querySelector('[data-at="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, at, countries.length)
    const chosen = countries[at]
    if (event.key === 'Tab') return onClose()
    if (next !== undefined) setAt(next)
    else if (event.key === 'Escape') onClose()
    // Within a name a space is a letter, as in 'united k'.
    else if (event.key === ' ' && search.soFar() !== '') setAt(search.find(' ', at))
    else if ((event.key === 'Enter' || event.key === ' ') && chosen) onChoose(chosen.iso2)
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey)
      setAt(search.find(event.key, at))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul
      ref={list}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the listbox pattern of ARIA.
      role="listbox"
      aria-label={t('countries')}
      aria-activedescendant={`${base}${at}`}
      tabIndex={0}
      className="menu phone-dd"
      onKeyDown={onKeyDown}
    >
      {countries.map((country, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the list, which holds the focus.
        // biome-ignore lint/a11y/useFocusableInteractive: options are pointed at by aria-activedescendant.
        <li
          key={country.iso2}
          id={`${base}${index}`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the listbox pattern of ARIA.
          role="option"
          aria-selected={country.iso2 === value}
          data-at={index === at}
          data-country={country.iso2}
          className={cx('op', index === at && 'hi', index === likely && 'after-likely')}
          onClick={() => onChoose(country.iso2)}
          onPointerMove={() => setAt(index)}
        >
          <Flag country={country.iso2} />
          <span className="cut">{country.name}</span>
          <span className="code">+{country.dialCode}</span>
          <span className="tick">{country.iso2 === value && <Icon name="check" size={16} />}</span>
        </li>
      ))}
    </ul>
  )
}
