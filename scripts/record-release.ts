/**
 * `npm run record-release`: on the commit that is released, keeps what its processes say to the database, read off while the tests
 * of the server and the journeys run, in their processes and in the servers and scripts that they start: what screens ask and no
 * test does is among it. `test/server/rolling-release.test.ts` holds the versions after it to that.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cloneTemplate, startTestServer } from '../test/harness/test-server.ts'
import { RELEASE_FILE, type Release, type Statement, unplanned } from '../test/rolling/release.ts'
import { buildWeb } from './build-web.ts'
import { runSteps } from './run-steps.ts'

const into = mkdtempSync(join(tmpdir(), 'corridor-release-'))
process.env.CORRIDOR_RECORD_STATEMENTS = into
process.env.NODE_OPTIONS = `--import ${pathToFileURL('test/rolling/record-statements.ts').href}`
await runSteps([['tests of the server', 'vitest', ['run', '--project', 'server']]])
await buildWeb()
await runSteps([['browser journeys', 'playwright', ['test']]])
// The processes from here on are not the release.
delete process.env.NODE_OPTIONS
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

/** Without what tests send to see it refused, and what needs tables that they made themselves; says what that is. */
async function served(statements: readonly Statement[]): Promise<Statement[]> {
  const server = await startTestServer()
  const { databaseUrl } = await cloneTemplate(server.url)
  const refused = new Map(
    (await unplanned(databaseUrl, statements)).map(one => [`${one.login} ${one.text}`, one]),
  )
  await server.stop()
  for (const { login, text, why } of refused.values())
    console.log(`left out, of ${login}: ${text.trim().slice(0, 160)} (${why})`)
  return statements.filter(({ login, text }) => !refused.has(`${login} ${text}`))
}
