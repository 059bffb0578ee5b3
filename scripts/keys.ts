/**
 * `npm run keys -- status` counts what needs which master key; `npm run keys -- rotate` wraps everything by the current one, the first of
 * MASTER_KEY, without encrypting contents again. It may be stopped and run again, beside servers that were restarted with both keys.
 * Ends with 1 while an older key is still needed. Takes the settings of `serve`, and the address of the database's owner.
 */
import { join } from 'node:path'
import { openFileStore } from '#server/gateways/files/open-file-store.ts'
import { ConfigError, readConfig } from '#server/kernel/config.ts'
import { loginsOf, namesOwner } from '#server/kernel/database-logins.ts'
import { openDatabase } from '#server/kernel/db.ts'
import { databaseFor } from '#server/kernel/embedded-or-given.ts'
import { runningUrl } from '#server/kernel/running.ts'
import { railBooks } from '#server/rail-books.ts'
import {
  countKeys,
  type KeyDeps,
  type KeyUse,
  neededBesides,
  rotateKeys,
  WRAPPED,
} from '#server/rotate-keys.ts'
import { fileAnchors } from '#server/verification/index.ts'
import { told } from './told.ts'

const [verb] = process.argv.slice(2)
if (verb !== 'status' && verb !== 'rotate') {
  console.error('Use: npm run keys -- status, or npm run keys -- rotate')
  process.exit(2)
}
const config = readConfig('start', process.env)
const { current } = config.masterKeys
process.exitCode = await run(verb).catch(told)

async function run(wanted: 'status' | 'rotate'): Promise<number> {
  const running = config.databaseUrl ? undefined : runningUrl(config)
  const { url, stop } = running ? { url: running, stop: async () => {} } : await databaseFor(config)
  if (!namesOwner(url))
    throw new ConfigError(
      'DATABASE_URL names nobody. Write it with the owner: postgres://owner:password@host/database',
    )
  const db = openDatabase(loginsOf(url, config.authSecret), { max: 2 })
  const checked = {
    db,
    masterKeys: config.masterKeys,
    anchors: fileAnchors(join(config.dataDir, 'audit-anchor')),
    rails: railBooks(config, db),
  }
  const deps = { config, ownerUrl: url, files: await openFileStore(config), checked }
  try {
    return wanted === 'status' ? say(await countKeys(deps)) : await rotate(deps)
  } finally {
    await db.close()
    await stop()
  }
}

async function rotate(deps: KeyDeps): Promise<number> {
  const { use, unreadable, broken } = await rotateKeys(deps)
  for (const file_uuid of unreadable) console.error(`The document ${file_uuid} does not open.`)
  if (broken.length > 0)
    console.error(`The seals of rows stay: ${broken.join(', ')} do not hold. See npm run verify.`)
  return say(use)
}

function say(use: KeyUse): number {
  for (const kind of WRAPPED)
    for (const [key, n] of Object.entries(use[kind]))
      console.log(`${kind.padEnd(10)} ${key.padEnd(20)} ${n}${key === current ? '' : '  (older)'}`)
  const needed = Object.entries(neededBesides(use, current))
  if (needed.length === 0) {
    console.log(`Everything is under ${current}: older keys can be taken out of MASTER_KEY.`)
    return 0
  }
  for (const [key, n] of needed) console.log(`${key} is still needed, by ${n}.`)
  return 1
}
