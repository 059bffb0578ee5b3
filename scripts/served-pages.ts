/**
 * The pages that are served (decision 0036): `index.html` as it is built, with what it says where its first script does not come; `app.html`, which fetches the scripts of signed-in pages
 * beside those of the entry; a log-in for each picture, whose frame shows before any script has come; and what draws a home on the server.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, createServer } from 'vite'
import { chunksOf, type Manifest } from './web-budgets.ts'
import { wordsPlugin } from './words-plugin.ts'

const SOURCES = join(import.meta.dirname, '..')
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const FIRST = '<script src="/first.js"'
const ROOT = '<div id="root"></div>'
const ROLES = ['employer', 'contractor', 'operator']
const SIGNED_IN = ['router', 'src/web/shell/app-frame.tsx', 'src/web/dashboard/dashboard-page.tsx']

type Drawn = {
  readonly frames: readonly { scene: string; html: string }[]
  readonly asks: Readonly<Record<string, unknown>>
  readonly unloaded: string
}

/** Writes them beside the `index.html` of the build in `dist`. */
export async function writePages(dist: string): Promise<void> {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const { frames, asks, unloaded } = await drawn()
  const built = readFileSync(join(dist, 'index.html'), 'utf8')
  const index = replaced(built, ROOT, `${ROOT}<template id="unloaded">${unloaded}</template>`)
  writeFileSync(join(dist, 'index.html'), index)
  const app = appPage(index, manifest)
  // It begins while the server still works out what the page asks first (decision 0049); a home, after what the server drew of it (0139).
  const begun = replaced(app, '<script type="module"', '<script type="module" async')
  writeFileSync(join(dist, 'app.html'), begun)
  writeFileSync(join(dist, 'home.html'), afterPaint(app))
  await buildDrawing(join(dist, '.drawn'))
  const homes = Object.fromEntries(ROLES.map(of => [of, homeLinks(manifest, of)]))
  writeFileSync(join(dist, '.app.json'), JSON.stringify({ asks, homes }))
  for (const [at, { scene, html }] of frames.entries())
    writeFileSync(join(dist, `log-in-${at + 1}.html`), logInPage(index, scene, html))
}

/** What draws a home as HTML (decision 0139), with all that it stands on: the server loads it from the build, and no source of the web. */
async function buildDrawing(outDir: string): Promise<void> {
  await build({
    root: SOURCES,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), wordsPlugin()],
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: 'src/web/shell/home-as-html.tsx', outDir, target: 'node22' },
  })
}

function appPage(index: string, manifest: Manifest): string {
  return replaced(index, '</head>', `${linksTo(manifest, SIGNED_IN, ['index.html'])}</head>`)
}

/** What fetches the home of a type of person, once the server knows who it is. */
function homeLinks(manifest: Manifest, of: string): string {
  const home = `src/web/dashboard/${of}-home.tsx`
  return linksTo(manifest, [home], ['index.html', ...SIGNED_IN])
}

/** Scripts and styles of `parts` that are not there with `others` already. */
function linksTo(manifest: Manifest, parts: readonly string[], others: readonly string[]): string {
  const there = chunksOf(manifest, others)
  const chunks = chunksOf(manifest, parts).filter(chunk => !there.includes(chunk))
  const styles = new Set(chunks.flatMap(({ css = [] }) => css))
  return [
    ...[...styles].map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')
}

function logInPage(index: string, scene: string, html: string): string {
  const scened = replaced(afterPaint(index), '<html ', `<html data-scene="${scene}" `)
  return replaced(scened, ROOT, `<div id="root">${html}</div>`)
}

/** What stands in the page is painted first: `first.js` begins with the entry after that. */
function afterPaint(page: string): string {
  const [script = '', entry = ''] = ENTRY.exec(page) ?? []
  const begun = replaced(page, FIRST, `${FIRST} data-entry="${entry}"`)
  return replaced(begun, script, `<link rel="modulepreload" crossorigin href="${entry}">`)
}

function replaced(page: string, part: string, by: string): string {
  if (part === '' || !page.includes(part)) throw new Error(`The page of the build has no ${part}.`)
  return page.replace(part, () => by)
}

/** What the sources of the web say of their pages: the frames of the log-in, and what is asked first (`src/web/routes.ts`), and what stands for a page that did not load. */
async function drawn(): Promise<Drawn> {
  const vite = await createServer({
    root: SOURCES,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    // Its messages are compiled by our plugin: what formats those is set in for it.
    ssr: { noExternal: ['use-intl'] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const drawing = await vite.ssrLoadModule('/src/web/auth-frame/frame-as-html.tsx')
    const asking = await vite.ssrLoadModule('/src/web/routes.ts')
    const failing = await vite.ssrLoadModule('/src/web/shell/unloaded-as-html.tsx')
    return {
      frames: drawing.framesAsHtml(),
      asks: asking.firstAsks(),
      unloaded: failing.unloadedAsHtml(),
    }
  } finally {
    await vite.close()
  }
}
