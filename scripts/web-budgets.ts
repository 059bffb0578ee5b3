/** What the pages may load before they are drawn: what everyone waits for on a slow line and a slow processor (decision 0036). */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A group of `vite.config.ts`, by its name. */
const ROUTER = 'router'
const FRAME = 'src/web/shell/app-frame.tsx'
const HOME = 'src/web/dashboard/dashboard-page.tsx'

type Budget = {
  /** The modules that the page is made of, beside the entry. */
  readonly parts: readonly string[]
  /** Bytes of JavaScript after brotli, with everything that these import. */
  readonly script: number
}

function home(of: 'employer' | 'contractor' | 'operator', script: number): Budget {
  return { parts: [ROUTER, FRAME, HOME, `src/web/dashboard/${of}-home.tsx`], script }
}

/** Of each some 200 to 300 bytes are for luck: the names of files, which the entry holds, compress better or worse whenever anything changes. The log-in is the entry alone; its parts that come later (a second factor, a forgotten password) are none of its first screen. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  'the log-in': { parts: [], script: 101_000 },
  'the sign-up': { parts: [ROUTER, 'src/web/identity/sign-up-page.tsx'], script: 155_000 },
  "an employer's home": home('employer', 148_500),
  "a contractor's home": home('contractor', 155_700),
  "an operator's home": home('operator', 152_600),
}
const SCRIPT_OF_ANY_PAGE = 231_000

/** The log-in makes ten requests at most: these three are no files of the build's first page (two questions, and passkeys). */
const FILES_OF_LOG_IN = 10 - 3

type Chunk = {
  readonly name?: string
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/** Throws where a page of the build in `dist`, which is compressed already, is above its budget. */
export function checkBudgets(dist: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const pages = Object.keys(manifest).filter(key => key.endsWith('-page.tsx'))
  const others = pages.map((page): [string, Budget] => [
    page,
    { parts: [ROUTER, FRAME, page], script: SCRIPT_OF_ANY_PAGE },
  ])
  const found = [...Object.entries(BUDGETS), ...others].flatMap(([name, { parts, script }]) => {
    const bytes = scriptOf(dist, manifest, parts)
    return bytes > script ? [`${name} loads ${bytes} bytes of script; at most ${script}.`] : []
  })
  const files = filesOfLogIn(dist)
  if (files > FILES_OF_LOG_IN)
    found.push(`the log-in loads ${files} files; at most ${FILES_OF_LOG_IN}.`)
  if (found.length > 0) throw new Error(`Above the budgets of the web:\n${found.join('\n')}`)
}

/** The bytes of the entry, of the parts, and of all that these import, each once. */
function scriptOf(dist: string, manifest: Manifest, parts: readonly string[]): number {
  const chunks = chunksOf(manifest, ['index.html', ...parts])
  return chunks.reduce((sum, { file }) => sum + statSync(join(dist, `${file}.br`)).size, 0)
}

/** The chunks of modules and groups of a build, and all that these import, each once. Throws for one that is not of the build. */
export function chunksOf(manifest: Manifest, modules: readonly string[]): Chunk[] {
  const chunks = new Set<Chunk>()
  const visit = (key: string) => {
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
    if (!chunk) throw new Error(`The build has no ${key}.`)
    if (chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of modules) visit(key)
  return [...chunks]
}

/** The page itself, and every file that it names. */
function filesOfLogIn(dist: string): number {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  return 1 + new Set(page.match(/(?<=(?:href|src)=")[^"]+/g)).size
}
