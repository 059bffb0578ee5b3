/** What is done to a database as its owner, before anything is served; whoever serves then knows its logins alone. */
import { ensureInbox } from './dev/index.ts'
import { ensureIdentityTables } from './gateways/identity-provider/embedded/better-auth.ts'
import { type Config, ConfigError } from './kernel/config.ts'
import { ensureLogins, type Logins, loginsOf, namesOwner } from './kernel/database-logins.ts'
import { type Database, openDatabase, SYSTEM, transact } from './kernel/db.ts'
import { openFieldCipher } from './kernel/field-cipher.ts'
import { migrate, migrationsApplied } from './kernel/migrate.ts'
import { sealRows } from './kernel/seal-rows.ts'
import { indexAccounts } from './payments/index.ts'

/**
 * The logins of a database that is up to date. Where the address names its owner, the owner brings it up to date first: schema,
 * logins, values that an older version or master key left. Safe to run again, from several processes at once. ConfigError where
 * no owner is named and migrations are missing.
 */
export async function prepareDatabase(config: Config, databaseUrl: string): Promise<Logins> {
  const logins = loginsOf(databaseUrl, config.authSecret)
  const isOwner = namesOwner(databaseUrl)
  if (isOwner) {
    await migrate(databaseUrl)
    await ensureIdentityTables(databaseUrl)
    if (config.mode !== 'serve') await ensureInbox(databaseUrl)
    await ensureLogins(databaseUrl, config.authSecret)
  }
  const database = openDatabase(logins, { max: 1 })
  try {
    if (isOwner) await sealClearValues(config, databaseUrl, database)
    else if (!(await migrationsApplied(database.operations)))
      throw new ConfigError(
        'Corridor does not start: the database is of an older version. Run `npm run migrate` with the address of its owner first.',
      )
  } finally {
    await database.close()
  }
  return logins
}

/** Seals what is from before it was sealed, or under an older master key. */
async function sealClearValues(config: Config, ownerUrl: string, database: Database) {
  const fields = await openFieldCipher(database, config.masterKeys)
  await sealRows(ownerUrl, fields)
  while ((await transact(database, SYSTEM, tx => indexAccounts({ tx, fields }, 500))) > 0);
}
