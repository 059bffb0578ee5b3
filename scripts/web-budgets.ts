/** How much script the first pages may load: what everyone waits for on a slow line, before anything else. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of JavaScript after brotli, for a page with everything that it loads to be drawn. */
const MOST_BYTES = 999_000
const PAGES = ['src/web/identity/sign-up-page.tsx']

type Chunk = { readonly file: string; readonly imports?: readonly string[] }

/** Throws when a page of the build in `dist`, which is compressed already, is above its budget. */
export function checkBudgets(dist: string): void {
  for (const page of PAGES) {
    const bytes = scriptOf(dist, page)
    if (bytes > MOST_BYTES)
      throw new Error(`${page} loads ${bytes} bytes of script; at most ${MOST_BYTES} are allowed.`)
  }
}

/** The bytes of a page's own chunk, of the entry, and of all that these import, each once. */
export function scriptOf(dist: string, page: string): number {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit('index.html')
  visit(page)
  return [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0)
}
