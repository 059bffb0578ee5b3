import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { sealSmall } from './envelope.ts'
import { startCounting, startS3 } from './s3.test-data.ts'
import { createS3FileStore } from './s3-file-store.ts'

const masterKeys = { current: 'k1', keys: { k1: randomBytes(32) } }
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A store in front of one that answers as it is told. */
async function inFrontOf(answer: Parameters<typeof startCounting>[0], timeout_ms = 10_000) {
  const server = await startCounting(answer)
  stops.push(server.stop)
  const { settings } = server
  const store = createS3FileStore({ settings, masterKeys, patience: { attempts: 3, timeout_ms } })
  return { store, asked: server.asked }
}

describe('a store that speaks S3', () => {
  it('lists everything under its own prefix alone', async () => {
    const s3 = await startS3()
    stops.push(s3.stop)
    const ours = createS3FileStore({ settings: s3.settings, masterKeys })
    const others = createS3FileStore({ settings: { ...s3.settings, prefix: 'else/' }, masterKeys })
    const put = Array.from({ length: 60 }, () => randomUUID())
    await Promise.all(put.map(id => ours.put(id, Buffer.from('x'), id)))
    await others.put(randomUUID(), Buffer.from('x'), 'c')
    expect((await Array.fromAsync(ours.list(0))).flat().sort()).toEqual(put.sort())
    expect((await Array.fromAsync(ours.list(60_000))).flat()).toEqual([])
  }, 60_000)

  it('lists page after page, each after the last key of the one before', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const keys = ids.map(id => `corridor/${id.slice(-2)}/${id}.bin`)
    const asked: (string | null)[] = []
    const { store } = await inFrontOf(response => {
      const url = new URL(response.req.url ?? '', 'http://s3')
      const after = url.searchParams.get('start-after')
      asked.push(after)
      const at = after === null ? 0 : keys.indexOf(after) + 1
      const more = at < keys.length - 1
      response.setHeader('content-type', 'application/xml')
      response.end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated><Contents><Key>${keys[at]}</Key>
          <LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`,
      )
    })
    expect((await Array.fromAsync(store.list(0))).flat()).toEqual(ids)
    expect(asked).toEqual([null, keys[0], keys[1]])
  })

  it('is asked again where it is busy, and no more than three times', async () => {
    const busy = await inFrontOf((response, nth) => {
      response.statusCode = nth < 2 ? 503 : 200
      response.end()
    })
    await busy.store.put(randomUUID(), Buffer.from('x'), 'c')
    expect(busy.asked()).toBe(3)
    const down = await inFrontOf(response => {
      response.statusCode = 503
      response.end()
    })
    await expect(down.store.get(randomUUID(), 'c')).rejects.toMatchObject({
      name: 'GatewayError',
      code: 'FILE_STORE_UNAVAILABLE',
      retriable: true,
    })
    expect(down.asked()).toBe(3)
  })

  it('is asked once where it says no, and what it says reaches nobody', async () => {
    const { store, asked } = await inFrontOf(response => {
      response.statusCode = 403
      response.end('<Error><Code>AccessDenied</Code><Message>secret bucket</Message></Error>')
    })
    await expect(store.put(randomUUID(), Buffer.from('x'), 'c')).rejects.toMatchObject({
      code: 'FILE_STORE_UNAVAILABLE',
      retriable: false,
      message: 'The document store could not be read or written.',
    })
    expect(asked()).toBe(1)
  })

  it('is not waited for where it never answers', async () => {
    const { store, asked } = await inFrontOf(() => {}, 100)
    await expect(store.get(randomUUID(), 'c')).rejects.toMatchObject({
      code: 'FILE_STORE_UNAVAILABLE',
      retriable: true,
    })
    expect(asked()).toBe(3)
  }, 60_000)

  it('that ends, or stands still, in the middle of a file gives no whole one', async () => {
    const id = randomUUID()
    const sealed = sealSmall(masterKeys, randomBytes(200_000), `${id}\0${id}`)
    for (const how of ['ends', 'stands still'] as const) {
      const { store } = await inFrontOf(response => {
        response.setHeader('content-length', sealed.length)
        response.write(sealed.subarray(0, 1000), () => how === 'ends' && response.destroy())
      }, 200)
      await expect(store.get(id, 'c'), how).rejects.toMatchObject({
        code: 'FILE_STORE_UNAVAILABLE',
        retriable: true,
      })
    }
  }, 60_000)

  it('keeps nothing in clear', async () => {
    const seen: Buffer[] = []
    const { store } = await inFrontOf(response => {
      response.req.on('data', (chunk: Buffer) => seen.push(chunk))
      response.end()
    })
    await store.put(randomUUID(), Buffer.from('canary-in-the-passport'), 'canary-owner')
    expect(Buffer.concat(seen).includes('canary')).toBe(false)
  })
})
