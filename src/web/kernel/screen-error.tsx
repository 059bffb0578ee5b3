import { useState } from 'react'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { FullScreenLoader } from '#web/ui/full-screen-loader.tsx'
import { isMissingScript, loadAnew } from './missing-script.ts'

/**
 * What stands in place of a screen that failed. One whose scripts are gone with the version before is loaded anew, once; without a
 * network it says so and waits for the person.
 */
export function ScreenError({ error }: { error: unknown }) {
  const [state] = useState(() => {
    if (!isMissingScript(error)) return 'broken'
    if (!navigator.onLine) return 'offline'
    return loadAnew() ? 'loading' : 'broken'
  })
  if (state === 'loading') return <FullScreenLoader />
  if (state === 'offline')
    return <ErrorFallback why="offline" onRestart={() => window.location.reload()} />
  return <ErrorFallback />
}
