import { renderToStaticMarkup } from 'react-dom/server'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { LEARNED } from '#web/words/learned.ts'
import { Words } from '#web/words/words.tsx'

/** What every page of a build brings along as HTML, for where its first script does not come. */
export function unloadedAsHtml(): string {
  return renderToStaticMarkup(
    <Words of={LEARNED}>
      <ErrorFallback why="unloaded" />
    </Words>,
  )
}
