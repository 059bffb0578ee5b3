import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { focusableHeading } from './page-focus.ts'
import {
  askedIn,
  type PaletteGroup,
  type PaletteKind,
  type PaletteOption,
  useGroups,
} from './palette-groups.tsx'
import './palette.css'

const PAUSE_MS = 150

/** A text once nothing more was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** What the server found last. An answer to a text that is no longer the one typed is never shown for it. */
function useSearch(typed: string) {
  const settled = useSettled(typed)
  const { allowed_calls, second_factor } = useMe()
  const found = useQuery({
    ...query('search', { query: { q: settled } }),
    enabled: allowed_calls.includes('search') && !second_factor.missing,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return { ...found, waits: found.isFetching || settled !== typed }
}

/**
 * Search and commands over the page: a combobox whose list stands open below it. Arrows move, Home and End go to the ends, Enter opens,
 * with Ctrl or ⌘ in a new tab, Escape closes and gives the focus back.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell.palette')
  const field = useRef<HTMLInputElement>(null)
  // Where it leads to another page, that one takes the focus.
  const leaves = useRef(false)
  const [opener] = useState(() => document.activeElement)
  // What had the focus may be gone by then, or is the page as a whole while its heading was still to come.
  const back = () => {
    const heading = focusableHeading()
    const stands = opener instanceof HTMLElement && opener.isConnected && !opener.contains(heading)
    return stands || opener === heading ? (opener as HTMLElement) : heading
  }
  return (
    <Dialog.Root open onOpenChange={next => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className="palette"
          aria-label={t('title')}
          initialFocus={field}
          finalFocus={() => !leaves.current && back()}
        >
          <Search
            field={field}
            onDone={onClose}
            onLeave={() => {
              leaves.current = true
              onClose()
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Search({
  field,
  onDone,
  onLeave,
}: {
  field: React.RefObject<HTMLInputElement | null>
  onDone: () => void
  onLeave: () => void
}) {
  const t = useTranslations('shell.palette')
  const go = useGo()
  const base = useId()
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<PaletteKind>()
  const { typed, only = picked } = askedIn(text)
  const search = useSearch(typed)
  const all = useGroups(typed, search.isError ? undefined : search.data)
  const groups = only ? all.filter(({ kind }) => kind === only) : all
  const options = groups.flatMap(group => group.options)
  const [chosen, setChosen] = useState('')
  const active = options.find(({ key }) => key === chosen) ?? options[0]
  const open = ({ href, run }: PaletteOption, inNewTab: boolean) => {
    if (run) {
      onDone()
      return run()
    }
    if (inNewTab) return void window.open(href, '_blank', 'noopener')
    onLeave()
    go(href)
  }
  const [entered, setEntered] = useState<'here' | 'new tab'>()
  useEffect(() => {
    if (!entered || search.waits) return
    setEntered(undefined)
    if (active) open(active, entered === 'new tab')
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    // Letters of other scripts are written by keys that confirm them.
    if (event.nativeEvent.isComposing) return
    const to = moved(key, active ? options.indexOf(active) : -1, options.length)
    const next = to === undefined ? undefined : options[to]
    if (next) setChosen(next.key)
    else if (key !== 'Enter') return
    // What stands first may be of an older text: it is opened once it is of this one.
    else if (search.waits && chosen === '') setEntered(ctrlKey || metaKey ? 'new tab' : 'here')
    else if (active) open(active, ctrlKey || metaKey)
    event.preventDefault()
  }
  const idOf = ({ key }: PaletteOption) => `${base}${key}`
  return (
    <>
      <div className="palette-head">
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-expanded="true"
          aria-controls={base}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active)}
          aria-label={t('title')}
          placeholder={t('hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setChosen('')
            setEntered(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <Dialog.Close className="btn s sm">
          <kbd>{t('keys.escape')}</kbd>
          <span className="sr">{t('close')}</span>
        </Dialog.Close>
      </div>
      <Kinds groups={all} counted={typed !== ''} only={only} onPick={setPicked} />
      <Groups
        id={base}
        groups={groups}
        typed={typed}
        active={active}
        busy={search.waits}
        idOf={idOf}
        onPoint={({ key }) => setChosen(key)}
        onOpen={open}
      />
      <State
        typed={typed}
        count={options.length}
        waits={search.waits && search.data === undefined}
        failed={search.isError}
        settled={!search.waits}
        onRetry={() => void search.refetch()}
      />
      <Keys />
    </>
  )
}

/** The kinds of what was found, one of which is shown alone, with how many there are of each; where only the best were asked for, that there may be more. */
function Kinds({
  groups,
  counted,
  only,
  onPick,
}: {
  groups: readonly PaletteGroup[]
  /** Of what is offered before a text is typed no number is said. */
  counted: boolean
  only: PaletteKind | undefined
  onPick: (kind: PaletteKind | undefined) => void
}) {
  const t = useTranslations('shell.palette')
  // One that is shown alone stays where it finds nothing more.
  const kinds = [...new Set([...groups.map(({ kind }) => kind), ...(only ? [only] : [])])]
  const countOf = (kind: PaletteKind) => {
    const { shown, more } = groups.find(group => group.kind === kind)?.count ?? { shown: 0 }
    return more ? t('orMore', { shown }) : shown
  }
  return (
    <div className="palette-kinds">
      <Segmented<PaletteKind | 'all'>
        label={t('which')}
        value={only ?? 'all'}
        onChange={kind => onPick(kind === 'all' ? undefined : kind)}
        segments={[
          { value: 'all', label: t('all') },
          ...kinds.map(kind => ({
            ...{ value: kind, label: t(`kinds.${kind}`) },
            count: counted ? countOf(kind) : undefined,
          })),
        ]}
      />
    </div>
  )
}

/** Where a key leads in a list, round its ends; undefined for other keys. */
function moved(key: string, at: number, length: number): number | undefined {
  if (length === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return (at - 1 + length) % length
  if (key === 'PageDown') return Math.min(at + 7, length - 1)
  if (key === 'PageUp') return Math.max(at - 7, 0)
  return undefined
}

function Groups({
  id,
  groups,
  typed,
  active,
  busy,
  idOf,
  onPoint,
  onOpen,
}: {
  id: string
  groups: readonly PaletteGroup[]
  typed: string
  active: PaletteOption | undefined
  busy: boolean
  idOf: (option: PaletteOption) => string
  onPoint: (option: PaletteOption) => void
  onOpen: (option: PaletteOption, inNewTab: boolean) => void
}) {
  const t = useTranslations('shell.palette')
  const list = useRef<HTMLDivElement>(null)
  const at = active?.key
  useEffect(() => {
    if (at)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('results')}
      aria-busy={busy}
      className="palette-list"
    >
      {groups.map(({ kind, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox.
        <div key={kind} role="group" aria-labelledby={`${id}${kind}`}>
          <div id={`${id}${kind}`} className="palette-kind">
            {t(`kinds.${kind}`)}
          </div>
          {options.map(option => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the field, which holds the focus.
            // biome-ignore lint/a11y/useFocusableInteractive: options are pointed at by aria-activedescendant.
            <div
              key={option.key}
              id={idOf(option)}
              role="option"
              aria-selected={option === active}
              className={cx('palette-op', option === active && 'hi')}
              onPointerMove={() => option !== active && onPoint(option)}
              onClick={event => onOpen(option, event.ctrlKey || event.metaKey)}
            >
              {option.lead}
              <span className="grow">
                <span className="w5 cut">
                  <Marked text={option.title} typed={typed} />
                </span>
                {option.text && (
                  <span className="meta t3 cut">
                    <Marked text={option.text} typed={typed} />
                  </span>
                )}
              </span>
              {option.end && <span className="end">{option.end}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** A text in its own script and direction, with what was typed of it marked. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const found = typed && new RegExp(typed.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu').exec(text)
  if (!found) return <bdi>{text}</bdi>
  const end = found.index + found[0].length
  return (
    <bdi>
      {text.slice(0, found.index)}
      <mark>{found[0]}</mark>
      {text.slice(end)}
    </bdi>
  )
}

/** What is loading, failed or not there, below the list; how many there are for who cannot see them. */
function State({
  typed,
  count,
  waits,
  failed,
  settled,
  onRetry,
}: {
  typed: string
  count: number
  waits: boolean
  failed: boolean
  settled: boolean
  onRetry: () => void
}) {
  const t = useTranslations('shell.palette')
  return (
    <>
      {waits && (
        <div className="palette-wait" aria-hidden="true">
          <Skeleton width="60%" />
          <Skeleton width="45%" />
        </div>
      )}
      {failed && (
        <div className="palette-note" role="alert">
          <Icon name="warning" />
          <span className="grow">{t('failed')}</span>
          <Button size="sm" variant="secondary" onClick={onRetry}>
            {t('again')}
          </Button>
        </div>
      )}
      {!failed && settled && count === 0 && (
        <div className="palette-note">
          <span className="grow">{t('nothing', { typed })}</span>
        </div>
      )}
      <span className="sr" role="status">
        {settled && !failed ? t('count', { count }) : ''}
      </span>
    </>
  )
}

function Keys() {
  const t = useTranslations('shell.palette.keys')
  return (
    <div className="palette-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('move')}
      </span>
      <span>
        <kbd>↵</kbd> {t('open')}
      </span>
      <span>
        <kbd>{t('control')}</kbd> <kbd>↵</kbd> {t('tab')}
      </span>
      <span className="push">
        <kbd>&gt;</kbd> {t('actions')}
      </span>
    </div>
  )
}
