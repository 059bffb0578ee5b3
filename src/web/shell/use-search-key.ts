import { useEffect, useState } from 'react'

/** Whether the search stands open: Ctrl K or ⌘ K opens it where no dialog is open, and closes it again. The first of the two keys has it loaded: what is typed behind them is not lost. */
export function useSearchKey(load: () => unknown) {
  const [searching, setSearching] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') load()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      setSearching(open => !open && !document.querySelector('[role$=dialog]'))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [load])
  return [searching, setSearching] as const
}
