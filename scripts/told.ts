import { ConfigError } from '#server/kernel/config.ts'

/** For a command's `catch`: what is wrong with the settings is told in its own words and ends the command with 2; all else is thrown. */
export function told(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(2)
}
