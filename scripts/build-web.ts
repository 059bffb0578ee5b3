/** Builds the web once per state of its sources, and compresses what is served (brotli 11), so that serving costs nothing. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { writePages } from './served-pages.ts'

const ROOT = join(import.meta.dirname, '..')
/** Where a build of the web lies. */
export const DIST = join(ROOT, 'dist/web')
// Inside the build: whatever empties that, empties this.
const MARK = join(ROOT, 'dist/web/.sources')
const SOURCES = [
  'src/web/**/*',
  'src/domain/**/*',
  'src/contract/**/*',
  'messages/**/*',
  'public/**/*',
  'index.html',
  'scripts/served-pages.ts',
  'scripts/words-plugin.ts',
  'vite.config.ts',
  'package-lock.json',
]
const COMPRESSED = /\.(js|css|html|svg|json|txt)$/

/** Builds when the sources are not those of the last build; answers whether it did. */
export async function buildWeb(): Promise<boolean> {
  const state = stateOfSources()
  if (
    existsSync(join(DIST, 'index.html')) &&
    existsSync(MARK) &&
    readFileSync(MARK, 'utf8') === state
  )
    return false
  console.log('Building the web: half a minute, after each change of its sources.')
  const { build } = await import('vite')
  await build({ root: ROOT, logLevel: 'error' })
  await writePages(DIST)
  compressBuild(DIST)
  writeFileSync(MARK, state)
  return true
}

/** Compresses what a build serves, beside it. */
export function compressBuild(dir: string): void {
  for (const file of globSync('**/*', { cwd: dir }))
    if (COMPRESSED.test(file)) compress(join(dir, file))
}

function stateOfSources(): string {
  const hash = createHash('sha256').update(process.env.CORRIDOR_WORDS ?? '')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).filter(
    entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name),
  )
  for (const path of files.map(entry => join(entry.parentPath, entry.name)).sort())
    hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}

function compress(path: string): void {
  const bytes = readFileSync(path)
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }))
}
