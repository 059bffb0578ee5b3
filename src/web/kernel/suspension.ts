/** What the server said when it let somebody in no longer, kept for the log-in page on which they end: in this tab, until it is closed. */
import { recall, rememberInTab } from '#web/kernel/tab-memory.ts'

const NAME = 'corridor.suspended'

/** Keeps why who is signed in is let in no longer. */
export function keepSuspension(words: string): void {
  rememberInTab(NAME, words)
}

/** What was said last; undefined in a tab that heard nothing. */
export function suspensionSaid(): string | undefined {
  return recall(NAME)
}
