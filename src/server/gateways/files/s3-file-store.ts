/** Files in any store that speaks S3. Loaded only where one is configured. */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
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
  const { bucket: Bucket, prefix } = settings
  const { attempts } = patience
  const client = clientOf(settings, patience)
  const keyOf = (file_uuid: string) => `${prefix}${file_uuid.slice(-2)}/${file_uuid}.bin`
  const at = (file_uuid: string) => ({ Bucket, Key: keyOf(file_uuid) })
  const blobs: Blobs = {
    write: (file_uuid, { size, pieces }) =>
      outside(() =>
        retried(attempts, async () => {
          const Body = Readable.from(pieces(), { objectMode: false })
          await client.send(new PutObjectCommand({ ...at(file_uuid), Body, ContentLength: size }))
        }),
      ),
    read: async function* (file_uuid) {
      const { Body } = await outside(() => client.send(new GetObjectCommand(at(file_uuid))))
      if (!(Body instanceof Readable)) return
      const pieces: AsyncIterator<Uint8Array> = Body[Symbol.asyncIterator]()
      try {
        for (;;) {
          const { done, value } = await outside(() => pieces.next())
          if (done) return
          yield value
        }
      } finally {
        Body.destroy()
      }
    },
    readHead: (file_uuid, bytes) =>
      outside(async () => {
        // A sealed file is longer than its fixed part, however short its content: the range is always there.
        const Range = `bytes=0-${bytes - 1}`
        const found = await client.send(new GetObjectCommand({ ...at(file_uuid), Range }))
        const head = Buffer.from((await found.Body?.transformToByteArray()) ?? [])
        const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength)
        return { head: head.subarray(0, bytes), size }
      }),
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

function clientOf(
  { region, endpoint, pathStyle }: S3Settings,
  { attempts, timeout_ms }: S3Patience,
): S3Client {
  return new S3Client({
    region,
    ...(endpoint && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: timeout_ms,
      requestTimeout: timeout_ms,
      // Of a body that stands still in its middle.
      socketTimeout: timeout_ms,
      throwOnRequestTimeout: true,
    },
    logger: SILENT,
    // Not every store knows the newer checksums; contents are sealed and prove themselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
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

/** A body that streams is gone once it was sent: the client asks a store once with it, and says so in its log. */
async function retried<T>(attempts: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (cause) {
      if (attempt >= attempts || !mayPass(cause)) throw cause
      await pause(PAUSE_MS * 2 ** attempt * Math.random())
    }
  }
}

const PAUSE_MS = 200
const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

/** Whether the same call may do later what it did not now. */
function mayPass(cause: unknown): boolean {
  const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined
  return status === undefined || status >= 500 || status === 429 || status === 408
}

const NAME = /^[0-9a-f]{2}\/([0-9a-f-]{36})\.bin$/

/** What is thrown of the store, in our words; what the same call may do later is retriable. */
async function outside<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof NoSuchKey) throw fileNotFound()
    const retriable = mayPass(cause)
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
