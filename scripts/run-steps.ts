import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '../node_modules/.bin')

/** Runs commands of the project one after the other, naming each with its time; the first that fails ends the process. */
export async function runSteps(
  steps: readonly (readonly [name: string, command: string, args: readonly string[]])[],
): Promise<void> {
  for (const [name, command, args] of steps) {
    const start = Date.now()
    const { status } = spawnSync(join(BIN, command), args, {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    const seconds = ((Date.now() - start) / 1000).toFixed(1)
    console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
    if (status !== 0) process.exit(status ?? 1)
  }
}
