/**
 * `npm run record-release`: on the commit that is released, keeps what its processes say to the database, read off while the tests
 * of the server run. `test/server/rolling-release.test.ts` holds the versions after it to that.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneTemplate, startTestServer } from '../test/harness/test-server.ts'
import { RELEASE_FILE, type Release, type Statement, unplanned } from '../test/rolling/release.ts'
import { runSteps } from './run-steps.ts'

const into = mkdtempSync(join(tmpdir(), 'corridor-release-'))
process.env.CORRIDOR_RECORD_STATEMENTS = into
await runSteps([['tests of the server', 'vitest', ['run', '--project', 'server']]])
const lines = readdirSync(into).flatMap(name =>
  readFileSync(join(into, name), 'utf8').trim().split('\n'),
)
rmSync(into, { recursive: true })
const said = [...new Set(lines)].sort().map(line => JSON.parse(line) as Statement)
const release: Release = {
  last_migration:
    readdirSync('db/migrations')
      .filter(name => name.endsWith('.sql'))
      .sort()
      .at(-1) ?? '',
  statements: await served(said),
}
writeFileSync(RELEASE_FILE, `${JSON.stringify(release, null, 2)}\n`)
console.log(`${release.statements.length} statements up to ${release.last_migration}`)

/** Without what tests send to see it refused, and what needs tables that they made themselves. */
async function served(statements: readonly Statement[]): Promise<Statement[]> {
  const server = await startTestServer()
  const { databaseUrl } = await cloneTemplate(server.url)
  const refused = new Set(
    (await unplanned(databaseUrl, statements)).map(({ login, text }) => `${login} ${text}`),
  )
  await server.stop()
  return statements.filter(({ login, text }) => !refused.has(`${login} ${text}`))
}
