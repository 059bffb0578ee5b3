/** What is kept of the release before: processes of it live on while the next one is rolled out. */
export const RELEASE_FILE = 'test/rolling/release.json'

export type Release = {
  /** The newest migration that it brought. Later ones only add. */
  readonly last_migration: string
  /** Every statement that its processes send, with the login that sends it. */
  readonly statements: readonly { readonly login: 'app' | 'operations'; readonly text: string }[]
}
