import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 899px)'

function watch(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the screen is below the mobile breakpoint (specification 9), where lists of cards stand in for wide tables. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(NARROW).matches)
}
