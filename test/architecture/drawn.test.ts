/** What is drawn before all of it is there: what the server draws of a home (decision 0139) comes with its script, as a part that comes later has no styles yet and leaves its place to a skeleton; and a page has a name. */
import { expect, it } from 'vitest'
import { type Source, sourcesIn } from './sources.ts'

const HOME = 'src/web/dashboard/employer-home.tsx'
/** Not drawn by the server: of who waits for a first pay, and of answers that come later. */
const LATER = ['first-pay-way.tsx', 'pay-by-month.tsx'].map(of => `src/web/dashboard/parts/${of}`)

const sources = new Map(sourcesIn('src/web').map(source => [source.path, source]))
const laterOf = ({ code }: Source) =>
  [...code.matchAll(/import\('([^']+)'\)/g)].map(([, to = '']) => to.replace(/^\.\//, ''))

it('brings all that the server draws of a home', () => {
  const home = sources.get(HOME)
  if (!home) throw new Error('there is no home')
  const later = laterOf(home).map(to => `src/web/dashboard/${to}`)
  expect(later.toSorted()).toEqual(LATER)
})

it('names a page before the answer is there that it stands on', () => {
  const nameless = [...sources.values()].flatMap(({ path, code }) =>
    [...code.matchAll(/<Page\b[^>]*>\s*<QueryView\b([\s\S]{0,200})/g)].flatMap(([, props = '']) =>
      props.includes('title=') ? [] : [path],
    ),
  )
  expect(nameless).toEqual([])
})
