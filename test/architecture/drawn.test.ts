/** What is drawn before all of it is there: what the server draws of a home (decision 0139) has its styles with the page, as those of a part that comes later come too late; and a page has a name. */
import { expect, it } from 'vitest'
import { type Source, sourcesIn } from './sources.ts'

const HOME = 'src/web/dashboard/employer-home.tsx'
const FRAME = 'src/web/shell/shell.tsx'
/** Not drawn by the server: of who waits for a first pay, and of answers that come later. */
const LATER = ['first-pay-way.tsx', 'pay-by-month.tsx'].map(of => `src/web/dashboard/parts/${of}`)

const sources = new Map(sourcesIn('src/web').map(source => [source.path, source]))
const laterOf = ({ code }: Source) =>
  [...code.matchAll(/import\('([^']+)'\)/g)].map(([, to = '']) => to.replace(/^\.\//, ''))

/** The style sheets that come with a source, without those of what it loads later. */
function stylesOf(path: string, seen = new Set<string>()): Set<string> {
  const source = sources.get(path)
  if (!source || seen.has(path)) return new Set()
  seen.add(path)
  const later = laterOf(source)
  const now = source.imports.filter(({ to }) => !later.some(one => to.endsWith(one)))
  const styles = now.flatMap(({ to }) => (to.endsWith('.css') ? [to] : [...stylesOf(to, seen)]))
  return new Set(styles)
}

it('brings the styles of its parts', () => {
  const home = sources.get(HOME)
  if (!home) throw new Error('there is no home')
  const parts = laterOf(home)
    .map(to => `src/web/dashboard/${to}`)
    .filter(path => !LATER.includes(path))
  expect(parts).toHaveLength(1)
  const styles = new Set([...stylesOf(HOME), ...stylesOf(FRAME)])
  for (const part of parts) expect([...stylesOf(part)].filter(css => !styles.has(css))).toEqual([])
})

it('names a page before the answer is there that it stands on', () => {
  const nameless = [...sources.values()].flatMap(({ path, code }) =>
    [...code.matchAll(/<Page\b[^>]*>\s*<QueryView\b([\s\S]{0,200})/g)].flatMap(([, props = '']) =>
      props.includes('title=') ? [] : [path],
    ),
  )
  expect(nameless).toEqual([])
})
