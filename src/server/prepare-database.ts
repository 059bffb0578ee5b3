/** What is done to a database as its owner, before anything is served; whoever serves then knows its logins alone. */

import { indexAccounts } from './destinations/index.ts'
import { ensureInbox } from './dev/index.ts'
import { ensureIdentityTables } from './gateways/identity-provider/embedded/better-auth.ts'
import { type Config, ConfigError } from './kernel/config.ts'
import { ensureLogins, type Logins, loginsOf, namesOwner } from './kernel/database-logins.ts'
import { type Database, openDatabase, SYSTEM, transact } from './kernel/db.ts'
import { openFieldCipher } from './kernel/field-cipher.ts'
import { inTurn } from './kernel/in-turn.ts'
import { migrate, migrationsApplied } from './kernel/migrate.ts'
import { sealRows } from './kernel/seal-rows.ts'
import { indexNumbers } from './people/index.ts'

/**
 * The logins of a database that is up to date. Where the address names its owner, the owner brings it up to date first: schema,
 * logins, values that an older version or master key left. Safe to run again, from several processes at once. ConfigError where
 * no owner is named and migrations are missing.
 */
export async function prepareDatabase(config: Config, databaseUrl: string): Promise<Logins> {
  const logins = loginsOf(databaseUrl, config.authSecret)
  if (namesOwner(databaseUrl))
    await inTurn(databaseUrl, () => bringUpToDate(config, databaseUrl, logins))
  else await expectUpToDate(logins)
  return logins
}

async function bringUpToDate(config: Config, ownerUrl: string, logins: Logins): Promise<void> {
  await migrate(ownerUrl)
  await ensureIdentityTables(ownerUrl)
  if (config.mode !== 'serve') await ensureInbox(ownerUrl)
  await ensureLogins(ownerUrl, config.authSecret)
  await using(logins, database => sealClearValues(config, ownerUrl, database))
}

async function expectUpToDate(logins: Logins): Promise<void> {
  if (!(await using(logins, database => migrationsApplied(database.operations))))
    throw new ConfigError(
      'Corridor does not start: the database is of an older version. Run `npm run migrate` with the address of its owner first.',
    )
}

async function using<T>(logins: Logins, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(logins, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Seals what is from before it was sealed, or under an older master key. */
async function sealClearValues(config: Config, ownerUrl: string, database: Database) {
  const fields = await openFieldCipher(database, config.masterKeys)
  await sealRows(ownerUrl, fields)
  for (const index of [indexAccounts, indexNumbers]) {
    let last: string | undefined
    do last = await transact(database, SYSTEM, tx => index({ tx, fields }, last, 500))
    while (last)
  }
}
