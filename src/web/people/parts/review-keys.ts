import { useEffect, useRef } from 'react'

/** What each key does; a key that does nothing now is left out. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

const FIELDS = 'input, textarea, select, [role=listbox], [role=dialog], [role=combobox]'
const CLOSED_LIST = '[role=combobox][aria-expanded=false]'

/**
 * Keys of a page, pressed alone and outside fields: whoever types, or answers a dialog, is left in peace. `after` is the key of what follows
 * once something is chosen from a list, which acts from there as well.
 */
export function useKeys(keys: Keys, after?: string): void {
  const latest = useRef({ keys, after })
  latest.current = { keys, after }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const { keys, after } = latest.current
      const key = event.key.toLowerCase()
      const at = event.target instanceof HTMLElement ? event.target : undefined
      if (at?.closest(FIELDS) && !(key === after && at.matches(CLOSED_LIST))) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const act = keys[key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
