/** What tests wait for comes when it comes: a machine that is busy, or slow, fails none of them. */
import { describe, expect, it } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

const tests = sourcesIn('src', 'db', 'test').filter(
  ({ path }) =>
    (isTest(path) || path.startsWith('test/')) && !path.startsWith('test/architecture/'),
)

/** `vi.waitFor` waits for a second; `waitFor` of the testing library, `expect.poll` and Playwright wait for as long as their set-up says. */
const WAIT = /\bvi\.wait(?:For|Until)\b|\btimeout: ([\d_]+)/
const LEAST_MS = 60_000

const REPEATED: Readonly<Record<string, string>> = {
  'test/e2e/identity.spec.ts': 'a press that is repeated, or that the browser may be first with',
  'test/e2e/funds.spec.ts': 'one look of several',
  'test/e2e/readme.spec.ts': 'a press that is repeated',
}

describe('a wait', () => {
  const short = tests.flatMap(({ path, code }) =>
    code
      .split('\n')
      .filter(line => {
        const wait = WAIT.exec(line)
        return wait && Number(wait[1]?.replaceAll('_', '') ?? 0) < LEAST_MS
      })
      .map(line => ({ path, line: line.trim() })),
  )

  it(`is never bounded by less than ${LEAST_MS / 1000} seconds`, () => {
    expect(short.filter(({ path }) => !(path in REPEATED))).toEqual([])
  })

  it('has no exceptions that are none any more', () => {
    const used = new Set(short.map(({ path }) => path))
    expect(Object.keys(REPEATED).filter(path => !used.has(path))).toEqual([])
  })
})

describe('whoever is logged in in tests of the web', () => {
  it('is one person: files of a worker share a page, which takes another for somebody who logged in meanwhile', () => {
    const others = tests.filter(
      ({ path, code }) => path.startsWith('src/web/') && /tokenOf\(\{\s*sub: '(?!ana')/.test(code),
    )
    expect(others.map(({ path }) => path)).toEqual([])
  })
})
