/** `npm run verify`: checks every invariant on a live database and names each violation. Exits with 1 when one does not hold. */
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase, SYSTEM, transact } from '#server/kernel/db.ts'
import { runningDatabase } from '#server/kernel/running.ts'
import { verifyInvariants } from '#server/verification/index.ts'

const { url, stop } = await runningDatabase(readConfig('start', process.env))
const database = openDatabase(url, { max: 1 })
const verdicts = await transact(database.db, SYSTEM, verifyInvariants, { readonly: true })
for (const { name, meaning, violations } of verdicts) {
  console.log(`${violations.length === 0 ? 'holds   ' : 'BROKEN  '} ${name}: ${meaning}`)
  for (const violation of violations) console.log(`           ${violation}`)
}
await database.close()
await stop()
process.exit(verdicts.some(verdict => verdict.violations.length > 0) ? 1 : 0)
