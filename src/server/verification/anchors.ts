/**
 * A word about the audit chains outside the database: whoever sets the database back, or rewrites its chains with new hashes, does not
 * have it.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Anchors = {
  /** The digest of the chains' marks that was kept last, or undefined. */
  read(): Promise<string | undefined>
  keep(digest: string): Promise<void>
}

/** Anchors in a file, replaced in one step. */
export function fileAnchors(path: string): Anchors {
  return {
    read: () =>
      readFile(path, 'utf8').then(
        text => text.trim() || undefined,
        error => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
          throw error
        },
      ),
    keep: async digest => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.new`, `${digest}\n`, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

/** Anchors that the process keeps, for tests. */
export function memoryAnchors(): Anchors {
  let kept: string | undefined
  return {
    read: async () => kept,
    keep: async digest => {
      kept = digest
    },
  }
}
