/**
 * `npm run platform-limit -- 250000.00`: sets the sum in US dollars above which operators book funding and execute payments two
 * by two; `none` takes the limit away. Without an argument it says what holds. Uses DATABASE_URL, else the database that a
 * running `npm start` wrote down.
 */
import { DEFAULT_PLATFORM_LIMIT, LIMIT_CURRENCY } from '#domain/approvals/platform-limit.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor, parseMinor } from '#domain/kernel/money.ts'
import { findPlatformLimit, savePlatformLimit } from '#server/approvals/index.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase, SYSTEM, transact } from '#server/kernel/db.ts'
import { runningDatabase } from '#server/kernel/embedded-or-given.ts'
import { told } from './told.ts'

const EXPONENT = exponentOf(LIMIT_CURRENCY)
const [given] = process.argv.slice(2)
const wanted = given && given !== 'none' ? parseMinor(given, EXPONENT) : null
if (wanted === undefined || (wanted !== null && wanted < 0n)) {
  console.error('Use: npm run platform-limit -- [AMOUNT | none], such as 250000.00')
  process.exit(2)
}
const { logins, stop } = await runningDatabase(readConfig('start', process.env)).catch(told)
const database = openDatabase(logins, { max: 1 })
const limit = await transact(database, SYSTEM, async tx => {
  if (given) await savePlatformLimit(tx, wanted, new Date())
  const stored = await findPlatformLimit(tx)
  return stored === undefined ? DEFAULT_PLATFORM_LIMIT : stored
})
console.log(
  limit === null
    ? 'One operator may book and execute any sum.'
    : `Above ${formatMinor(limit, EXPONENT)} ${LIMIT_CURRENCY} in a day an operator needs a second one.`,
)
await database.close()
await stop()
