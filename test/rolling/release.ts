/** What is kept of the release before: processes of it live on while the next one is rolled out. */
import pg from 'pg'
import { testLogins } from '#test/harness/test-server.ts'

export const RELEASE_FILE = 'test/rolling/release.json'

/** A statement that a process sends, and the login that sends it. */
export type Statement = { readonly login: 'app' | 'operations' | 'services'; readonly text: string }

export type Release = {
  /** The newest migration that it brought. Later ones only add. */
  readonly last_migration: string
  readonly statements: readonly Statement[]
}

/** The statements that a database does not plan, or not with the rights of their login, each with why. Nothing is executed. */
export async function unplanned(
  databaseUrl: string,
  statements: readonly Statement[],
): Promise<(Statement & { readonly why: string })[]> {
  const found: (Statement & { readonly why: string })[] = []
  const logins = testLogins(databaseUrl)
  for (const login of ['app', 'operations', 'services'] as const) {
    const client = new pg.Client({ connectionString: logins[login] })
    await client.connect()
    for (const statement of statements.filter(of => of.login === login))
      await client
        .query(`explain (generic_plan) ${statement.text}`)
        .catch((error: Error) => found.push({ ...statement, why: error.message }))
    await client.end()
  }
  return found
}
