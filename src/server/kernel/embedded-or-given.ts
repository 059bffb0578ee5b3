import { join } from 'node:path'
import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

/** The database to use: the one of DATABASE_URL, or the embedded one in the data folder. */
export async function databaseFor(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres(join(config.dataDir, 'postgres'))
}
