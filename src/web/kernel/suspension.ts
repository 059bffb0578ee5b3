/** What the server said when it let somebody in no longer, kept for the log-in page on which they end: in this tab, until it is closed. */
const NAME = 'corridor.suspended'

/** Keeps why who is signed in is let in no longer; a storage that is forbidden keeps nothing. */
export function keepSuspension(words: string): void {
  try {
    sessionStorage.setItem(NAME, words)
  } catch {}
}

/** What was said last; null in a tab that heard nothing. */
export function suspensionSaid(): string | null {
  try {
    return sessionStorage.getItem(NAME)
  } catch {
    return null
  }
}
