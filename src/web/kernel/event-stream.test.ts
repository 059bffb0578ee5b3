import { afterEach, expect, it, vi } from 'vitest'
import { fakeTabs, tokenOf } from './fake-server.test-data.ts'

afterEach(() => vi.unstubAllGlobals())

function streamOf(pieces: readonly string[]): ReadableStream {
  return new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece))
      stream.close()
    },
  })
}

/** What is heard of a stream that comes in these pieces. */
async function heardOf(...pieces: readonly string[]): Promise<unknown[]> {
  fakeTabs()
  const iat = Math.floor(Date.now() / 1000)
  const token = tokenOf({ sub: 'ana', iat, exp: iat + 900 })
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/auth/')
      ? Response.json({ token })
      : new Response(streamOf(pieces), {
          headers: { 'content-type': 'text/event-stream; charset=utf-8' },
        }),
  )
  vi.resetModules()
  const { hearEvents } = await import('./event-stream.ts')
  const heard: unknown[] = []
  const { signal } = new AbortController()
  await hearEvents('watchExecution', { params: { id: 'x' } }, data => heard.push(data), signal)
  return heard
}

it('hears each event once, wherever the stream is cut', async () => {
  expect(await heardOf('data: {"a":1}\n\ndata: {"a":2}\n\n')).toEqual([{ a: 1 }, { a: 2 }])
  expect(await heardOf('data: {"a"', ':1}\n', '\ndata: {"a":2}\n\n')).toEqual([{ a: 1 }, { a: 2 }])
})

it('hears nothing of an event that did not come whole, nor of what has no data', async () => {
  expect(await heardOf(': here\n\ndata: {"a":1}\n\ndata: {"a":2}')).toEqual([{ a: 1 }])
  expect(await heardOf()).toEqual([])
})
