/**
 * A word about the audit chains and the seals outside the database: whoever sets the database back, rewrites its chains with new hashes
 * or takes seals away does not have it.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Anchor = {
  /** The digest of the chains' marks. */
  readonly chains: string
  /** The digest of all seals; undefined in what older versions kept, as what follows. */
  readonly seals?: string | undefined
  /** The digest of what the schema's laws say. */
  readonly laws?: string | undefined
  /** Which columns of which tables were sealed, under which laws (`guardsDigest`). */
  readonly guards?: string | undefined
}

export type Anchors = {
  /** What was kept last, nothing where nothing was; two where somebody died between keeping what comes next and what had come. */
  read(): Promise<readonly Anchor[]>
  /** Keeps these instead, in one step. */
  keep(anchors: readonly Anchor[]): Promise<void>
}

/** Anchors in a file, a line each, replaced in one step. */
export function fileAnchors(path: string): Anchors {
  return {
    read: () =>
      readFile(path, 'utf8').then(
        text => text.split('\n').filter(Boolean).map(anchorOf),
        error => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
          throw error
        },
      ),
    keep: async anchors => {
      const lines = anchors.map(({ chains, seals, laws, guards }) =>
        [chains, seals, laws, guards].filter(Boolean).join(' '),
      )
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.new`, `${lines.join('\n')}\n`, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

function anchorOf(line: string): Anchor {
  const [chains = '', seals, laws, guards] = line.split(' ')
  return { chains, seals, laws, guards }
}

/** Anchors that the process keeps, for tests. */
export function memoryAnchors(): Anchors {
  let kept: readonly Anchor[] = []
  return {
    read: async () => kept,
    keep: async anchors => {
      kept = anchors
    },
  }
}
