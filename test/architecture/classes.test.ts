/** A class that no style knows does nothing, and whoever wrote it thinks that it does: `mb8` where there is `mb12`, `caption` where there is `cap`. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

const ROOT = join(import.meta.dirname, '../..')

const styles = globSync('src/web/**/*.css', { cwd: ROOT }).map(path =>
  readFileSync(join(ROOT, path), 'utf8'),
)
const known = new Set(
  styles.flatMap(style => [...style.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name)),
)

/** What is compared with, or a field. */
const NO_CLASS = /[=!]== '[^']*'|\['[^']*'\]/g

/** The words of every class that is written out, by itself or as a part of several. */
function classesIn(code: string): string[] {
  return [
    ...[...code.matchAll(/className="([^"]*)"/g)].map(([, words = '']) => words),
    ...[...code.matchAll(/className=\{cx\(([^{}]*)\)\}/g)].flatMap(([, given = '']) =>
      [...given.replaceAll(NO_CLASS, '').matchAll(/'([^']*)'/g)].map(([, words = '']) => words),
    ),
  ].flatMap(words => words.split(/\s+/).filter(Boolean))
}

describe('a class that is written on an element', () => {
  it('is read where it stands alone and where it is one of several', () => {
    const code = `<p className="meta t2" /> <li className={cx('grid', density !== 'tall' && 'low', on && className)} />`
    expect(classesIn(code)).toEqual(['meta', 't2', 'grid', 'low'])
  })

  it('has a style', () => {
    const pages = sourcesIn('src/web').filter(
      ({ path }) => path.endsWith('.tsx') && !isTest(path) && !path.startsWith('src/web/gallery/'),
    )
    const found = pages.flatMap(({ path, code }) =>
      classesIn(code).map(name => ({ name, at: `${name} in ${path}` })),
    )
    expect(found.length).toBeGreaterThan(2000)
    expect(found.filter(({ name }) => !known.has(name)).map(({ at }) => at)).toEqual([])
  })
})
