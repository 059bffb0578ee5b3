import { useEffect } from 'react'

const FIELD = 'input, textarea'

/**
 * Pressing a button while somebody types leaves the focus where it is until the button is let go: a message that comes when a field is left
 * would otherwise move the button away under the pointer, and the click would be lost.
 */
export function useSteadyPress(): void {
  useEffect(() => {
    const onPress = (event: MouseEvent) => {
      const button = event.target instanceof Element && event.target.closest('.btn')
      if (button && document.activeElement?.matches(FIELD)) event.preventDefault()
    }
    document.addEventListener('mousedown', onPress)
    return () => document.removeEventListener('mousedown', onPress)
  }, [])
}
