/** Scripts that cannot be had when something wants to be drawn: after a release those of the page that is open are gone. */
import { keepOpenForms } from '#web/kernel/drafts.ts'
import { nowMs } from '#web/kernel/env.ts'

/** A page that lacks a script again so soon is not helped by loading it anew. */
const ONCE_IN_MS = 60_000
const LOADED_ANEW = 'corridor.loaded-anew'

const missing = new WeakSet<object>()

// What is fetched ahead and does not come is nobody's concern: it is only remembered which failures are of this kind.
addEventListener('vite:preloadError', event => {
  const { payload } = event as Event & { payload?: unknown }
  if (typeof payload === 'object' && payload !== null) missing.add(payload)
})

/** Whether what was thrown says that a script could not be had. */
export function isMissingScript(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  return missing.has(thrown) || ('cause' in thrown && isMissingScript(thrown.cause))
}

/** Loads what draws a page. Its failure is told in our words, lest the router loads the page anew by its own rule, also without a network. */
export function loadPage<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(cause => {
    throw new Error('what draws this page did not come', { cause })
  })
}

/**
 * Loads this address anew, in the version that is served now, with what was typed kept; false where that was done a moment ago, or
 * cannot be remembered, so that no page ever loads itself again and again.
 */
export function loadAnew(): boolean {
  try {
    const before = Number(sessionStorage.getItem(LOADED_ANEW))
    if (Math.abs(nowMs() - before) < ONCE_IN_MS) return false
    sessionStorage.setItem(LOADED_ANEW, String(nowMs()))
  } catch {
    return false
  }
  keepOpenForms()
  window.location.reload()
  return true
}
