import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from './cx.ts'
import { Dropdown } from './dropdown.tsx'
import { Flag } from './flag.tsx'
import { Icon } from './icon.tsx'
import type { PhoneCountry } from './phone-countries.ts'
import { ranked } from './ranked.ts'
import { TextInput } from './text-input.tsx'

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

/** The countries that a search finds; without one the likely ones stand first, and `rule` says how many they are. */
function useSearch(countries: readonly PhoneCountry[], likely: number) {
  const [text, setText] = useState('')
  const digits = text.replace(/\D/gu, '')
  const byCode = digits === '' ? [] : countries.filter(one => one.dialCode.startsWith(digits))
  const names = countries.map(({ iso2, name }) => ({ value: iso2, label: name }))
  const byName = ranked(names, text).flatMap(
    ({ value }) => countries.find(({ iso2 }) => iso2 === value) ?? [],
  )
  if (text.trim() === '') return { text, setText, found: countries, rule: likely }
  return { text, setText, found: digits === '' ? byName : byCode, rule: -1 }
}

/**
 * The list of countries, 360 wide and 300 high, or as much of it as there is room for: arrows, Home, End and type-ahead move; Enter and
 * Space choose; Escape and Tab close. Where there is no keyboard a field searches it.
 */
export function PhoneList({
  countries,
  likely,
  value,
  searchable,
  anchor,
  onChoose,
  onClose,
}: {
  countries: readonly PhoneCountry[]
  /** How many of the countries at the top are the likely ones; a rule is drawn below them. */
  likely: number
  value: string
  searchable: boolean
  anchor: RefObject<HTMLElement | null>
  onChoose: (iso2: string) => void
  onClose: () => void
}) {
  const t = useTranslations('ui.phone')
  const { text, setText, found, rule } = useSearch(countries, likely)
  return (
    <Dropdown
      label={t('countries')}
      anchor={anchor}
      align="start"
      className="menu phone-pop"
      onClose={onClose}
    >
      {searchable && (
        <div className="phone-search">
          <TextInput
            size="md"
            icon="search"
            type="search"
            autoComplete="off"
            aria-label={t('search')}
            placeholder={t('search')}
            value={text}
            onChange={event => setText(event.target.value)}
            onKeyDown={event => {
              const [first] = found
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (first) onChoose(first.iso2)
            }}
          />
        </div>
      )}
      {found.length === 0 && (
        <p className="op-none" role="status">
          {t('none')}
        </p>
      )}
      {found.length > 0 && (
        <Options
          key={text}
          countries={found}
          rule={rule}
          value={value}
          onChoose={onChoose}
          onClose={onClose}
          focused={text === ''}
        />
      )}
    </Dropdown>
  )
}

function Options({
  countries,
  rule,
  value,
  focused,
  onChoose,
  onClose,
}: {
  countries: readonly PhoneCountry[]
  rule: number
  value: string
  focused: boolean
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
  useEffect(() => {
    if (focused) list.current?.focus({ preventScroll: true })
  }, [focused])
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
      className="phone-dd"
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
          className={cx('op', index === at && 'hi', index === rule && 'after-likely')}
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
