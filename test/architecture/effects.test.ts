/** What a module of the web does by being loaded is left out of the build where nobody asks it for anything else (vite.config.ts). */
import { expect, it } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

/** Asks before anything else is evaluated; the build knows it by name. */
const KNOWN = 'src/web/main.tsx imports ./asked-first.ts'

it('no module is imported for what loading it does, but the one that the build keeps', () => {
  const found = sourcesIn('src/web', 'src/domain', 'src/contract')
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/^import '([^']+\.tsx?)'/gm)].map(([, to]) => `${path} imports ${to}`),
    )
  expect(found).toEqual([KNOWN])
})
