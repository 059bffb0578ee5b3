/**
 * What was typed and is not sent yet, kept on the device (decision 0041): under whose log-in it was typed, on which page, in which
 * form. Nobody else's is ever read, and secrets are never written.
 */
import { nowMs } from '#web/kernel/env.ts'
import { isNeverKept } from '#web/kernel/never-kept.ts'

/** Where a form stands: its page, its name there, and whether it is a dialog, which forgets what was typed when it is closed. */
export type DraftPlace = { readonly path: string; readonly name: string; readonly dialog: boolean }

/** A form on the screen: writes down what it holds; `handed` once its content is on its way to the server. */
export type OpenForm = { readonly place: DraftPlace; readonly write: () => void; handed: boolean }

/** After this time a draft is forgotten. */
const LIFE_MS = 7 * 24 * 60 * 60 * 1000

const PREFIX = 'corridor.draft '

let owner: string | undefined
const openForms = new Set<OpenForm>()
const listeners = new Set<() => void>()

/** From now on drafts are this person's; those of anybody else, those typed before logging in and old ones are forgotten. */
export function draftsBelongTo(sub: string): void {
  if (owner === sub) return
  owner = sub
  each(storage('local'), (key, place, text) => {
    const { at_ms } = read(text)
    const age_ms = nowMs() - at_ms
    return place[0] !== sub || age_ms < 0 || age_ms > LIFE_MS ? key : undefined
  })
  each(storage('session'), key => key)
}

/** Nobody is logged in on this page any more; what they typed waits for them. */
export function draftsBelongToNobody(): void {
  owner = undefined
}

/** Who logs out takes along what they typed. */
export function forgetDrafts(): void {
  openForms.clear()
  each(storage('local'), key => key)
  each(storage('session'), key => key)
}

/** Writes down what every open form holds, before the page is left because its session ended elsewhere. */
export function keepOpenForms(): void {
  for (const form of openForms) form.write()
}

/** Counts a form among those on the screen until the returned function is called. */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => {
    openForms.delete(form)
  }
}

/** What was handed over arrived: its drafts are forgotten. */
export function handedOver(): void {
  for (const form of openForms) {
    if (!form.handed) continue
    form.handed = false
    forgetDraft(form.place)
  }
}

/** What was handed over did not arrive: it stays. */
export function notHandedOver(): void {
  for (const form of openForms) form.handed = false
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
  const text = storage()?.getItem(keyOf(place))
  return text ? read(text).changes : undefined
}

/** Keeps what differs from what the form began with; undefined forgets it. */
export function writeDraft(place: DraftPlace, changes: unknown): void {
  if (changes === undefined) {
    forgetDraft(place)
    return
  }
  try {
    storage()?.setItem(keyOf(place), JSON.stringify({ at_ms: nowMs(), changes }))
  } catch {
    // A full or forbidden storage keeps nothing.
  }
  tell()
}

/** Forgets what is kept at a place. */
export function forgetDraft(place: DraftPlace): void {
  storage()?.removeItem(keyOf(place))
  tell()
}

/** Whether a page, but for its dialogs, has something kept. */
export function hasDrafts(path: string): boolean {
  let found = false
  each(storage(), (_key, [whose, at, , dialog]) => {
    found ||= whose === (owner ?? '') && at === path && !dialog
    return undefined
  })
  return found
}

/** Forgets everything kept on a page. */
export function forgetDraftsAt(path: string): void {
  openForms.clear()
  each(storage(), (key, [whose, at]) => (whose === (owner ?? '') && at === path ? key : undefined))
}

/** Calls back after every change until the returned function is called. */
export function onDraftsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What of `now` differs from `was`, field by field and without secrets; undefined when nothing does. */
export function changesOf(was: unknown, now: unknown): unknown {
  if (!isRecord(was) || !isRecord(now))
    return JSON.stringify(was) === JSON.stringify(now) ? undefined : now
  const changes = Object.entries(now).flatMap(([name, value]) => {
    const change = isNeverKept(name) ? undefined : changesOf(was[name], value)
    return change === undefined ? [] : [[name, change] as const]
  })
  return changes.length > 0 ? Object.fromEntries(changes) : undefined
}

/** `base` with kept changes; one that has not the shape of what it changes is left out. */
export function withChanges<T>(base: T, changes: unknown): T {
  if (isRecord(base)) {
    if (!isRecord(changes)) return base
    const merged = Object.entries(base).map(([name, value]) => [
      name,
      name in changes ? withChanges(value, changes[name]) : value,
    ])
    return Object.fromEntries(merged) as T
  }
  const fits = Array.isArray(base)
    ? Array.isArray(changes) && changes.length === base.length
    : typeof base === typeof changes
  return fits ? (changes as T) : base
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Key = readonly [owner: string, path: string, name: string, dialog: boolean]

function keyOf({ path, name, dialog }: DraftPlace): string {
  return PREFIX + JSON.stringify([owner ?? '', path, name, dialog] satisfies Key)
}

function read(text: string): { at_ms: number; changes: unknown } {
  return JSON.parse(text) as { at_ms: number; changes: unknown }
}

/** What is typed without a log-in belongs to the tab alone. */
function storage(kind: 'local' | 'session' = owner ? 'local' : 'session'): Storage | undefined {
  try {
    return kind === 'local' ? localStorage : sessionStorage
  } catch {
    return undefined
  }
}

/** Looks at every draft of a storage, and removes those whose key is answered. */
function each(
  on: Storage | undefined,
  look: (key: string, place: Key, text: string) => string | undefined,
): void {
  if (!on) return
  const keys = Array.from({ length: on.length }, (_, at) => on.key(at) ?? '')
  for (const key of keys.filter(one => one.startsWith(PREFIX))) {
    const gone = look(key, JSON.parse(key.slice(PREFIX.length)) as Key, on.getItem(key) ?? '')
    if (gone) on.removeItem(gone)
  }
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}
