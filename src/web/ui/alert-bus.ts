/** How an alert is meant. */
export type Severity = 'success' | 'info' | 'error' | 'warning'

/** What an alert may be told besides its message. */
export interface AlertOptions {
  /** A sentence under the message. */
  readonly beneath?: string | undefined
  readonly severity?: Severity | undefined
  /** Milliseconds until it goes by itself; 0 keeps it. Default 10000 (specification 9). */
  readonly duration_ms?: number | undefined
  readonly dismissible?: boolean | undefined
  /** What was tried: trying it again closes what was said of the last time. */
  readonly about?: string | undefined
}

/** One open alert. */
export interface OpenAlert {
  readonly id: number
  readonly message: string
  readonly beneath?: string | undefined
  readonly severity: Severity
  readonly duration_ms: number
  readonly dismissible: boolean
  readonly about?: string | undefined
  /** Whether the page on which it was opened was left, by what it tells of. */
  readonly crossed?: boolean
}

/** The default time an alert stays, in milliseconds. */
export const alertMs = 10_000

let open: readonly OpenAlert[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly OpenAlert[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** Opens an alert from anywhere and returns its number. The same message is not stacked twice: the newer one stays. */
export function openAlert(message: string, options: AlertOptions = {}): number {
  last += 1
  const alert: OpenAlert = {
    id: last,
    message,
    beneath: options.beneath,
    severity: options.severity ?? 'info',
    duration_ms: options.duration_ms ?? alertMs,
    dismissible: options.dismissible ?? true,
    about: options.about,
  }
  const same = (other: OpenAlert) => other.message === message && other.beneath === alert.beneath
  change([...open.filter(other => !same(other)), alert].slice(-3))
  return alert.id
}

/** Closes one alert, or all of them. */
export function closeAlert(id?: number): void {
  change(id === undefined ? [] : open.filter(alert => alert.id !== id))
}

/** Closes what was said of the last time that something was tried. */
export function closeAbout(about: string): void {
  if (open.some(alert => alert.about === about)) change(open.filter(of => of.about !== about))
}

/** Another page is there: what was said on the way to it stays until the next one, and what was said before is over. */
export function crossPage(): void {
  if (open.length > 0) change(open.filter(of => !of.crossed).map(of => ({ ...of, crossed: true })))
}

/** The alerts that are open now; the array changes only when they do. */
export function openAlerts(): readonly OpenAlert[] {
  return open
}

/** Calls back after every change until the returned function is called. */
export function onAlertsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
