/** Where the folders of databases that tests make are kept. */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 6 * 1024 ** 3

/** Where memory is a folder, and there is plenty: of a database's thousand files most are never read, and a disk takes long to name them. */
export function roomForDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    const free = Math.min(bavail * bsize, process.availableMemory())
    return free > ENOUGH_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
