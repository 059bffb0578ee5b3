import { useCallback, useSyncExternalStore } from 'react'

/** The mobile breakpoint (specification 9). */
const MOBILE = 900

/** Below this a table of payments has no room for its columns. */
export const CRAMPED = 700

/** Whether the screen is narrower than so many pixels, where lists of cards stand in for wide tables. */
export function useNarrow(below = MOBILE): boolean {
  const query = `(max-width: ${below - 1}px)`
  const watch = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    watch,
    () => matchMedia(query).matches,
    () => false,
  )
}
