/**
 * `npm run record-release`: on the commit that is released, keeps what its processes say to the database, read off while the tests
 * of the server run. `test/server/rolling-release.test.ts` holds the versions after it to that.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RELEASE_FILE, type Release } from '../test/rolling/release.ts'
import { runSteps } from './run-steps.ts'

const into = mkdtempSync(join(tmpdir(), 'corridor-release-'))
process.env.CORRIDOR_RECORD_STATEMENTS = into
await runSteps([['tests of the server', 'vitest', ['run', '--project', 'server']]])
const lines = readdirSync(into).flatMap(name =>
  readFileSync(join(into, name), 'utf8').trim().split('\n'),
)
rmSync(into, { recursive: true })
const release: Release = {
  last_migration:
    readdirSync('db/migrations')
      .filter(name => name.endsWith('.sql'))
      .sort()
      .at(-1) ?? '',
  statements: [...new Set(lines)].sort().map(line => JSON.parse(line)),
}
writeFileSync(RELEASE_FILE, `${JSON.stringify(release, null, 1)}\n`)
console.log(`${release.statements.length} statements up to ${release.last_migration}`)
