/** `npm run gen`: writes what is generated. `npm run gen -- --check` says what differs instead, and fails. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureLogins, loginsOf } from '#server/kernel/database-logins.ts'
import { openDatabase } from '#server/kernel/db.ts'
import { startEmbeddedPostgres } from '#server/kernel/embedded-postgres.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { readLaws } from '#server/verification/schema-laws.store.ts'
import { clientTypes } from './gen-client.ts'
import { machineApiDocument } from './gen-machine-api.ts'
import { machinesDoc } from './gen-machines.ts'
import { openApiDocument } from './gen-openapi.ts'
import { clientPaths } from './gen-paths.ts'
import { problemsDoc } from './gen-problems.ts'
import { databaseTypes } from './gen-types.ts'

const check = process.argv.includes('--check')

/** The generated files and their texts. The database's types need a database; `--check` leaves them to the tests. */
async function generated(): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    'docs/api/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    'docs/api/machine-api.json': `${JSON.stringify(machineApiDocument(), null, 2)}\n`,
    'clients/typescript/src/api.gen.ts': await clientTypes(),
    'docs/api/problems.md': problemsDoc(),
    'docs/machines/machines.md': machinesDoc(),
    'src/contract/paths.gen.ts': clientPaths('everybody'),
    'src/contract/operator-paths.gen.ts': clientPaths('operators'),
  }
  if (!check) Object.assign(files, await filesOfSchema())
  return files
}

async function filesOfSchema(): Promise<Record<string, string>> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-gen-'))
  const server = await startEmbeddedPostgres(join(dir, 'postgres'), { durable: false })
  try {
    await migrate(server.url)
    await ensureLogins(server.url, 'of a database that lives for a minute')
    const database = openDatabase(loginsOf(server.url, 'of a database that lives for a minute'), {
      max: 1,
    })
    const laws = (await readLaws(database.operations)).map(({ law }) => law)
    await database.close()
    return {
      'db/types.gen.ts': await databaseTypes(server.url),
      'db/laws.gen.json': `${JSON.stringify(laws, null, 2)}\n`,
    }
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const drifted: string[] = []
for (const [path, text] of Object.entries(await generated())) {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (before === text) continue
  drifted.push(path)
  if (check) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
if (drifted.length > 0)
  console.log(`${check ? 'out of date, run npm run gen' : 'written'}: ${drifted.join(', ')}`)
if (check && drifted.length > 0) process.exit(1)
