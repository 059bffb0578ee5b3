/**
 * What was typed and is not sent yet, kept on the device (decision 0041): under whose log-in it was typed, on which page, in which
 * form. Nobody else's is ever read, and secrets are never written.
 */
import { nowMs } from '#web/kernel/env.ts'

/** Where a form stands: its page, its name there, and whether it is a dialog, which forgets what was typed when it is closed. */
export type DraftPlace = { readonly path: string; readonly name: string; readonly dialog: boolean }

/**
 * A form on the screen: writes down what it holds, forgets what of it arrived; `handed` once its content is on its way to the server.
 */
export type OpenForm = {
  readonly place: DraftPlace
  readonly write: () => void
  readonly forget: () => void
  /** Whether it holds something that is not sent. */
  readonly changed: () => boolean
  handed: boolean
}

/** After this time a draft is forgotten: long after the log-in under which it was typed ended by itself (decision 0136). */
const LIFE_MS = 90 * 24 * 60 * 60 * 1000

const PREFIX = 'corridor.draft '

let owner: string | undefined
const openForms = new Set<OpenForm>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const listen of listeners) listen()
}

/** From now on drafts are this person's; those of anybody else, those typed before logging in and old ones are forgotten. */
export function draftsBelongTo(sub: string): void {
  if (owner === sub) return
  owner = sub
  const now_ms = nowMs()
  retain(storage('local'), ([whose], at_ms) => whose === sub && now_ms - at_ms <= LIFE_MS)
  retain(storage('session'), () => false)
}

/** Who logs out takes along what they typed. */
export function forgetDrafts(): void {
  openForms.clear()
  retain(storage('local'), () => false)
  retain(storage('session'), () => false)
}

/** Writes down what every open form holds, before the page is left because its session ended elsewhere. */
export function keepOpenForms(): void {
  for (const form of openForms) form.write()
}

/** Counts a form among those on the screen until the returned function is called. */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  changed()
  return () => {
    openForms.delete(form)
    changed()
  }
}

/** What was handed over arrived, so that it is kept no longer, or did not, so that it stays. */
export function handedOver(arrived: boolean): void {
  for (const form of openForms) {
    if (arrived && form.handed) form.forget()
    form.handed = false
  }
}

/** The place of a form of this page. */
export function draftPlace(name: string | { readonly dialog: string }): DraftPlace {
  const path = window.location.pathname
  return typeof name === 'string'
    ? { path, name, dialog: false }
    : { path, name: name.dialog, dialog: true }
}

/** What is kept at a place, as `changesOf` made it; undefined where nothing is. */
export function readDraft(place: DraftPlace): unknown {
  return keptAt(storage(), keyOf(place))?.changes
}

/** What a draft was typed over, as `writeDraft` was told; undefined where it was told nothing, or nothing is kept. */
export function readOver(place: DraftPlace): unknown {
  return keptAt(storage(), keyOf(place))?.over
}

/** Keeps what differs from what the form began with, and what that was where it changes meanwhile; undefined forgets it. */
export function writeDraft(place: DraftPlace, changes: unknown, over?: unknown): void {
  if (changes === undefined) {
    forgetDraft(place)
    return
  }
  try {
    storage()?.setItem(keyOf(place), JSON.stringify({ at_ms: nowMs(), changes, over }))
  } catch {
    // A full or forbidden storage keeps nothing.
  }
  changed()
}

/** Forgets what is kept at a place. */
export function forgetDraft(place: DraftPlace): void {
  storage()?.removeItem(keyOf(place))
  changed()
}

/** Whether a page, but for its dialogs, has something kept. */
export function hasDrafts(path: string): boolean {
  return keptPlaces(path).length > 0
}

/** The names of the forms on the screen, but for dialogs, that hold something which is not sent. */
export function unsavedForms(): string[] {
  return [...openForms].flatMap(({ place, changed: holds }) =>
    !place.dialog && holds() ? place.name : [],
  )
}

/** The places of the forms on the screen. */
export function openPlaces(): DraftPlace[] {
  return [...openForms].map(({ place }) => place)
}

/** The places of a page, but for its dialogs, where something is kept. */
export function keptPlaces(path: string): DraftPlace[] {
  const places: DraftPlace[] = []
  retain(storage(), place => {
    const [, , name, dialog] = place
    if (isAt(place, path) && !dialog) places.push({ path, name, dialog })
    return true
  })
  return places
}

/** The pages on which a form of this name has something kept. */
export function pathsWithDraft(name: string): string[] {
  const paths: string[] = []
  retain(storage(), ([whose, path, form]) => {
    if (whose === (owner ?? '') && form === name) paths.push(path)
    return true
  })
  return paths
}

/** Forgets everything kept on a page. */
export function forgetDraftsAt(path: string): void {
  openForms.clear()
  retain(storage(), place => !isAt(place, path))
}

function isAt([whose, at]: Key, path: string): boolean {
  return whose === (owner ?? '') && at === path
}

/** Calls back after every change until the returned function is called. */
export function onDraftsChange(callback: () => void): () => void {
  listeners.add(callback)
  return () => {
    listeners.delete(callback)
  }
}

type Key = readonly [owner: string, path: string, name: string, dialog: boolean]

function keyOf({ path, name, dialog }: DraftPlace): string {
  return PREFIX + JSON.stringify([owner ?? '', path, name, dialog] satisfies Key)
}

type Kept = { readonly at_ms: number; readonly changes: unknown; readonly over?: unknown }

/** What stands under a key; undefined for what is not there, or was not written by us. */
function keptAt(on: Storage | undefined, key: string): Kept | undefined {
  const kept = parsed(on?.getItem(key) ?? '')
  return typeof kept === 'object' && kept !== null && 'at_ms' in kept ? (kept as Kept) : undefined
}

function placeOf(key: string): Key | undefined {
  const place = parsed(key.slice(PREFIX.length))
  return Array.isArray(place) && place.length === 4 ? (place as unknown as Key) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is typed without a log-in belongs to the tab alone. */
function storage(kind: 'local' | 'session' = owner ? 'local' : 'session'): Storage | undefined {
  try {
    return kind === 'local' ? localStorage : sessionStorage
  } catch {
    return undefined
  }
}

/** Looks at every draft of a storage, and removes those that are not to stay or cannot be read. */
function retain(on: Storage | undefined, stays: (place: Key, at_ms: number) => boolean): void {
  for (const key of Object.keys(on ?? {}))
    if (key.startsWith(PREFIX)) {
      const place = placeOf(key)
      const kept = keptAt(on, key)
      if (!place || !kept || !stays(place, kept.at_ms)) on?.removeItem(key)
    }
}
