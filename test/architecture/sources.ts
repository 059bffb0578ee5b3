/** The sources as text, for the tests that read rules off them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export type Source = {
  /** Path from the root of the package. */
  readonly path: string
  readonly text: string
  /** The text without comments. */
  readonly code: string
  readonly imports: readonly Import[]
}

export type Import = {
  /** A path from the root, or the name of a package. */
  readonly to: string
  /** Whether the statement brings in nothing but types. */
  readonly typeOnly: boolean
}

/** Every TypeScript file of ours below these folders, parsed as far as imports go. */
export function sourcesIn(...folders: readonly string[]): Source[] {
  return folders.flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => /\.tsx?$/.test(path) && !path.includes('node_modules'))
      .sort()
      .map(path => readSource(join(folder, path))),
  )
}

/** Whether a file is a test or serves tests alone. */
export function isTest(path: string): boolean {
  return /\.test(-data)?\.tsx?$/.test(path) || path.startsWith('test/') || path.startsWith('bench/')
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  return { path, text, code, imports: importsOf(path, code) }
}

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{},\s$]+?\s+from\s+)?'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'\s*\)/g

function importsOf(path: string, code: string): Import[] {
  return [...code.matchAll(STATEMENT)].map(match => ({
    to: resolve(path, match[2] ?? match[3] ?? ''),
    typeOnly: match[1] !== undefined,
  }))
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  if (/^#(db|messages|test)\//.test(specifier)) return specifier.slice(1)
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : specifier
}
