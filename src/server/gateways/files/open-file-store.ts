import { join } from 'node:path'
import type { MasterKeys } from '#server/kernel/master-keys.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'
import type { S3Settings } from './s3-file-store.ts'

/** The store of an installation: its data folder, or S3 where a bucket is configured; what speaks S3 is loaded only then. */
export async function openFileStore({
  dataDir,
  s3,
  masterKeys,
}: {
  readonly dataDir: string
  readonly s3: S3Settings | undefined
  readonly masterKeys: MasterKeys
}): Promise<FileStore> {
  if (!s3) return createDiskFileStore({ dir: join(dataDir, 'files'), masterKeys })
  const { createS3FileStore } = await import('./s3-file-store.ts')
  return createS3FileStore({ settings: s3, masterKeys })
}
