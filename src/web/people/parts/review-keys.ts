import { useEffect, useRef } from 'react'

/** What each key does; a key that does nothing now is left out. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

/** Keys of a page, pressed alone and outside fields: whoever types, or answers a dialog, is left in peace. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const at = event.target instanceof HTMLElement ? event.target : undefined
      if (at?.closest('input, textarea, select, [role=listbox], [role=dialog], [role=combobox]'))
        return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
