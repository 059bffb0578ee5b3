/** Files in any store that speaks S3. Loaded only where one is configured. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import type { MasterKeys } from '#server/kernel/master-keys.ts'
import { fileNotFound } from './file-id.ts'
import { type FileStore, putUntil } from './file-store.ts'
import { type Blobs, sealedFiles } from './sealed-files.ts'

/** Where the store is. Credentials come by the environment's own chain (AWS_ACCESS_KEY_ID, a profile, the role of a machine). */
export type S3Settings = {
  readonly bucket: string
  readonly region: string
  /** Of another store than Amazon's; undefined for that. */
  readonly endpoint: string | undefined
  /** The bucket in the path and not in the host, as most stores of one's own want it. */
  readonly pathStyle: boolean
  /** What every key begins with, such as `corridor/`; may be empty. */
  readonly prefix: string
}

/** How patient it is with the store: each attempt ends after `timeout_ms`, and there are so many at most. */
export type S3Patience = { readonly attempts: number; readonly timeout_ms: number }

const PATIENCE: S3Patience = { attempts: 3, timeout_ms: 15_000 }

/** Keeps files encrypted at `<prefix><2 hex>/<file_uuid>.bin`. Throws GatewayError at once when a master key is unusable. */
export function createS3FileStore({
  settings,
  masterKeys,
  patience = PATIENCE,
}: {
  settings: S3Settings
  masterKeys: MasterKeys
  patience?: S3Patience
}): FileStore {
  const { bucket: Bucket, region, endpoint, pathStyle, prefix } = settings
  const { attempts, timeout_ms } = patience
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: timeout_ms,
      requestTimeout: timeout_ms,
      throwOnRequestTimeout: true,
    },
    // Not every store knows the newer checksums; contents are sealed and prove themselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const keyOf = (file_uuid: string) => `${prefix}${file_uuid.slice(-2)}/${file_uuid}.bin`
  const read = (file_uuid: string, Range?: string): Promise<Buffer> =>
    outside(async () => {
      const Key = keyOf(file_uuid)
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }),
      )
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    })
  const blobs: Blobs = {
    write: (file_uuid, blob) =>
      outside(async () => {
        await client.send(new PutObjectCommand({ Bucket, Key: keyOf(file_uuid), Body: blob }))
      }),
    read: file_uuid => read(file_uuid),
    // A sealed file is longer than its head, however short its content: the range is always there.
    readHead: async (file_uuid, bytes) =>
      (await read(file_uuid, `bytes=0-${bytes - 1}`)).subarray(0, bytes),
    remove: file_uuid =>
      outside(async () => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(file_uuid) }))
      }),
    list: older_than_ms => listFiles(client, Bucket, prefix, putUntil(older_than_ms)),
    // An object is there whole or not at all.
    sweep: async () => 0,
  }
  return sealedFiles(blobs, masterKeys)
}

async function* listFiles(
  client: S3Client,
  Bucket: string,
  Prefix: string,
  last_ms: number,
): AsyncGenerator<string[]> {
  // By the last key, which every store understands, and not by a token of its own.
  let StartAfter: string | undefined
  do {
    const after = StartAfter
    const page = await outside(() =>
      client.send(
        new ListObjectsV2Command({ Bucket, Prefix, ...(after && { StartAfter: after }) }),
      ),
    )
    const objects = page.Contents ?? []
    yield objects.flatMap(({ Key = '', LastModified }) => {
      const [, file_uuid] = NAME.exec(Key.slice(Prefix.length)) ?? []
      return file_uuid && (LastModified?.getTime() ?? 0) <= last_ms ? [file_uuid] : []
    })
    StartAfter = page.IsTruncated ? objects.at(-1)?.Key : undefined
  } while (StartAfter)
}

const NAME = /^[0-9a-f]{2}\/([0-9a-f-]{36})\.bin$/

/** What is thrown of the store, in our words; what the same call may do later is retriable. */
async function outside<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof NoSuchKey) throw fileNotFound()
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined
    const retriable = status === undefined || status >= 500 || status === 429 || status === 408
    throw new GatewayError(
      'FILE_STORE_UNAVAILABLE',
      'The document store could not be read or written.',
      {
        retriable,
        cause,
      },
    )
  }
}
