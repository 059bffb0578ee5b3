import { useEffect } from 'react'

const FIELD = 'input, textarea'
const BOX = '[type="checkbox"], [type="radio"]'

/**
 * Pressing a button or a box, or the words beside it, while somebody types leaves the focus where it is until it is let go: a message that
 * comes when a field is left would otherwise move what is pressed away under the pointer, and the click would be lost.
 */
export function useSteadyPress(): void {
  useEffect(() => {
    const onPress = (event: MouseEvent) => {
      const { target } = event
      if (!(target instanceof Element) || !document.activeElement?.matches(FIELD)) return
      const box = target.closest('input') ?? target.closest('label')?.control
      if (target.closest('.btn') || box?.matches(BOX)) event.preventDefault()
    }
    document.addEventListener('mousedown', onPress)
    return () => document.removeEventListener('mousedown', onPress)
  }, [])
}
