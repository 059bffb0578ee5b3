/**
 * What somebody ticked or has read, kept in this tab so that a reload does not lose it. It decides nothing: it is shown again, and its
 * reader acts. It is named by who did it and what it is of, so that it never stands for another person, another pay or another text.
 */
import { useMe } from '#web/kernel/me.ts'

const PREFIX = 'corridor.tab '

/** The name of something of the signed-in person's. */
export function useTabName(of: string): string {
  return `${PREFIX}${useMe().sub} ${of}`
}

/** What was remembered under a name in this tab; undefined where nothing was. */
export function recall(name: string): string | undefined {
  return storage()?.getItem(name) ?? undefined
}

/** Remembers a text under a name, until the tab is closed. */
export function rememberInTab(name: string, text: string): void {
  try {
    storage()?.setItem(name, text)
  } catch {
    // A full or forbidden storage remembers nothing.
  }
}

/** The texts of a list that was remembered; none where that is not a list of texts. */
export function recallList(name: string): string[] {
  try {
    const found: unknown = JSON.parse(recall(name) ?? '[]')
    return Array.isArray(found) ? found.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}

function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
