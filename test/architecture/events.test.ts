/** An event is announced by the context whose it is. That somebody hears it, the type of `reactions` demands. */
import { describe, expect, it } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

/** The matches of a pattern below a folder, each with the context of its file: `src/<layer>/<context>/...`. */
function matchesIn(folder: string, pattern: RegExp): string[] {
  const found = sourcesIn(folder)
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(pattern)].map(([, name]) => `${path.split('/')[2]}: ${name}`),
    )
  return [...new Set(found)].sort()
}

/** Events that moved to another context and kept their names: what waits in the outbox, and old processes, know no other. */
const KEPT_NAMES = ['destinations: payments.destination_changed']

describe('events', () => {
  it('each stands in the map of its context, and is announced there and nowhere else', () => {
    const mapped = matchesIn('src/domain', /^ {2}'(\w+\.\w+)':/gm)
    expect(mapped.length).toBeGreaterThan(10)
    expect(mapped.filter(name => !/^(\w+): \1\./.test(name))).toEqual(KEPT_NAMES)
    expect(matchesIn('src/server', /\bannounce\(\s*'(\w+\.\w+)'/g)).toEqual(mapped)
  })
})
