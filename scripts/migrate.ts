/**
 * `npm run migrate`: brings the database of DATABASE_URL, which names its owner, up to date and makes the logins that `serve` uses.
 * Takes the settings of `serve`; what serves then needs the address without user and password.
 */
import { ConfigError, readConfig } from '#server/kernel/config.ts'
import { namesOwner } from '#server/kernel/database-logins.ts'
import { databaseFor } from '#server/kernel/embedded-or-given.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { told } from './told.ts'

await migrated().catch(told)
console.log('The database is up to date.')

async function migrated(): Promise<void> {
  const config = readConfig('serve', process.env)
  const { url } = await databaseFor(config)
  if (!namesOwner(url))
    throw new ConfigError(
      'DATABASE_URL names nobody. Write it with the owner: postgres://owner:password@host/database',
    )
  await prepareDatabase(config, url)
}
