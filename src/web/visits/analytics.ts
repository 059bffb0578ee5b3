/** The tag manager's data layer, and its container with the page visits: loaded when configured and consented to. */
import { mayCountVisits } from '#domain/kernel/visits.ts'
import { nowMs } from '#web/kernel/env.ts'

declare global {
  interface Window {
    /** The tag manager's queue; a container that is loaded reads it, and without one it stays on the page. */
    dataLayer?: unknown[]
  }
}

const KEY = 'corridor.page-visits'

function push(event: Readonly<Record<string, unknown>>): void {
  window.dataLayer ??= []
  window.dataLayer.push(event)
}

/** Puts the event of a completed sign-up into the data layer (specification 7, analytics). */
export function announceSignUp(email: string): void {
  push({ event: 'signUpSuccess', email, status: 'success' })
}

/** Puts the event of a log-in at Google into the data layer (specification 7, identity provider). */
export function announceGoogleLogIn(): void {
  push({ event: 'login', method: 'google' })
}

/** What the person answered about counting visits; undefined when they were not asked yet. */
export function consent(): 'given' | 'declined' | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'given' || kept === 'declined' ? kept : undefined
  } catch {
    // Storage that is forbidden keeps no answer, and who forbids it wants no visits counted.
    return 'declined'
  }
}

/** Keeps the answer for the next visit. */
export function keepConsent(answer: 'given' | 'declined'): void {
  localStorage.setItem(KEY, answer)
}

const SCRIPT = 'https://www.googletagmanager.com/gtm.js'

/** Whether the container was loaded on this page. */
export function isCounting(): boolean {
  return document.querySelector(`script[src^="${SCRIPT}"]`) !== null
}

/** Whether visits of the page that is open may be counted. */
export function mayCountHere(): boolean {
  return mayCountVisits(window.location.pathname + window.location.search)
}

/** Loads the container that counts visits, once. Only after consent, and on pages where the server admits it. */
export function countVisits(container: string): void {
  const src = `${SCRIPT}?id=${encodeURIComponent(container)}`
  if (isCounting() || !mayCountHere()) return
  push({ event: 'gtm.js', 'gtm.start': nowMs() })
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}
