import { useEffect } from 'react'

const FIELD = 'input, textarea'

/**
 * Pressing a button or a box, or the words beside it, while somebody types leaves the focus where it is until it is let go: a message that
 * comes when a field is left would otherwise move what is pressed away under the pointer, and the click would be lost.
 */
export function useSteadyPress(): void {
  useEffect(() => {
    const onPress = (event: MouseEvent) => {
      const pressed =
        event.target instanceof Element && event.target.closest('.btn,.check,.rcard,.cb')
      if (pressed && document.activeElement?.matches(FIELD)) event.preventDefault()
    }
    document.addEventListener('mousedown', onPress)
    return () => document.removeEventListener('mousedown', onPress)
  }, [])
}
