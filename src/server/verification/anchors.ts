/**
 * A word about the audit chains and the seals outside the database: whoever sets the database back, rewrites its chains with new hashes
 * or takes seals away does not have it.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Anchor = {
  /** The digest of the chains' marks. */
  readonly chains: string
  /** The digest of how many seals there are; undefined in what older versions kept. */
  readonly seals?: string | undefined
  /** Which columns of which tables were sealed (`guardsDigest`). */
  readonly guards?: string | undefined
}

export type Anchors = {
  /** What was kept last, or undefined. */
  read(): Promise<Anchor | undefined>
  keep(anchor: Anchor): Promise<void>
}

/** Anchors in a file, replaced in one step. */
export function fileAnchors(path: string): Anchors {
  return {
    read: () =>
      readFile(path, 'utf8').then(
        text => {
          const [chains = '', seals, guards] = text.trim().split(' ')
          return chains ? { chains, seals, guards } : undefined
        },
        error => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
          throw error
        },
      ),
    keep: async ({ chains, seals, guards }) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.new`, `${[chains, seals, guards].join(' ')}\n`, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

/** Anchors that the process keeps, for tests. */
export function memoryAnchors(): Anchors {
  let kept: Anchor | undefined
  return {
    read: async () => kept,
    keep: async anchor => {
      kept = anchor
    },
  }
}
