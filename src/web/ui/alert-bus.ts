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
}

/** One open alert. */
export interface OpenAlert {
  readonly id: number
  readonly message: string
  readonly beneath?: string | undefined
  readonly severity: Severity
  readonly duration_ms: number
  readonly dismissible: boolean
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
  }
  const same = (other: OpenAlert) => other.message === message && other.beneath === alert.beneath
  change([...open.filter(other => !same(other)), alert].slice(-3))
  return alert.id
}

/** Closes one alert, or all of them. */
export function closeAlert(id?: number): void {
  change(id === undefined ? [] : open.filter(alert => alert.id !== id))
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
