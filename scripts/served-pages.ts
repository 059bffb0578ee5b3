/**
 * The pages that are served (decision 0036): `index.html` as it is built; `app.html`, which fetches the scripts of signed-in pages
 * beside those of the entry; and a log-in for each picture, whose frame shows before any script has come.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { filesOf, type Manifest } from './web-budgets.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const FIRST = '<script src="/first.js"'
const SIGNED_IN = [
  'src/web/router.tsx',
  'src/web/shell/app-frame.tsx',
  'src/web/dashboard/dashboard-page.tsx',
]

/** Writes them beside the `index.html` of the build in `dist`. */
export async function writePages(dist: string): Promise<void> {
  const index = readFileSync(join(dist, 'index.html'), 'utf8')
  writeFileSync(join(dist, 'app.html'), appPage(index, dist))
  for (const [at, { scene, html }] of (await frames()).entries())
    writeFileSync(join(dist, `log-in-${at + 1}.html`), logInPage(index, scene, html))
}

function appPage(index: string, dist: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const entry = filesOf(manifest, ['index.html'])
  const links = [...filesOf(manifest, SIGNED_IN)]
    .filter(file => !entry.has(file))
    .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return replaced(index, '</head>', `${links.join('')}</head>`)
}

/** The frame is painted first: `first.js` begins with the entry after that. */
function logInPage(index: string, scene: string, html: string): string {
  const [script = '', entry = ''] = ENTRY.exec(index) ?? []
  return [
    ['<html ', `<html data-scene="${scene}" `],
    [FIRST, `${FIRST} data-entry="${entry}"`],
    [script, `<link rel="modulepreload" crossorigin href="${entry}">`],
    ['<div id="root"></div>', `<div id="root">${html}</div>`],
  ].reduce((page, [part = '', by = '']) => replaced(page, part, by), index)
}

function replaced(page: string, part: string, by: string): string {
  if (part === '' || !page.includes(part)) throw new Error(`The page of the build has no ${part}.`)
  return page.replace(part, () => by)
}

/** What `src/web/auth-frame/frame-as-html.tsx` draws. */
async function frames(): Promise<readonly { scene: string; html: string }[]> {
  const vite = await createServer({
    root: ROOT,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    // Its messages are compiled by our plugin: what formats those is set in for it.
    ssr: { noExternal: ['use-intl'] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const drawing = await vite.ssrLoadModule('/src/web/auth-frame/frame-as-html.tsx')
    return drawing.framesAsHtml()
  } finally {
    await vite.close()
  }
}
