import { renderToStaticMarkup } from 'react-dom/server'
import { LEARNED } from '#web/words/learned.ts'
import { Words } from '#web/words/words.tsx'
import { FrameOf } from './auth-frame.tsx'
import { sceneNames } from './scenes.tsx'

/** The frame of the pages without a session as HTML, one for each picture: what a build puts into its log-in pages. */
export function framesAsHtml(): { scene: string; html: string }[] {
  return sceneNames.map(scene => ({
    scene,
    html: renderToStaticMarkup(
      <Words of={LEARNED}>
        <FrameOf scene={scene} />
      </Words>,
    ),
  }))
}
