/**
 * `npm run verify`: checks on a live database everything that must always be true, from where the running server last held; `-- --all`
 * checks the whole past. Names each violation and exits with 1 when one does not hold. Changes nothing.
 */
import { join } from 'node:path'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/db.ts'
import { runningDatabase } from '#server/kernel/embedded-or-given.ts'
import { say } from '#server/kernel/words.ts'
import { railBooks } from '#server/rail-books.ts'
import { check, fileAnchors } from '#server/verification/index.ts'
import { told } from './told.ts'

const config = readConfig('start', process.env)
const { logins, stop } = await runningDatabase(config).catch(told)
const database = openDatabase(logins, { max: 2 })
const checked = {
  db: database,
  masterKeys: config.masterKeys,
  anchors: fileAnchors(join(config.dataDir, 'audit-anchor')),
  rails: railBooks(config, database),
}
const verdicts = await check(checked, { all: process.argv.includes('--all'), keep: false })
for (const { name, violations } of verdicts) {
  const meaning = say(`verification.laws.${name}`)
  console.log(`${violations.length === 0 ? 'holds   ' : 'BROKEN  '} ${name}: ${meaning}`)
  for (const violation of violations) console.log(`           ${violation}`)
}
await database.close()
await stop()
process.exit(verdicts.some(verdict => verdict.violations.length > 0) ? 1 : 0)
