/** A server and other tabs for tests of the client: what it was asked, and answers in the order given. */
import { vi } from 'vitest'

/** A token as providers sign them, with these claims; nobody in a browser verifies it. */
export function tokenOf(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: unknown) =>
    btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  return `${part({ alg: 'ES256' })}.${part(claims)}.c2lnbmF0dXJl`
}

/** One call that the client made. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string | undefined
}

type Answer = {
  readonly status?: number
  readonly body?: unknown
  /** A file of this kind, whose text the body is. */
  readonly file?: string
  readonly cut?: Cut | undefined
}

/** How an answer breaks off whose head came: with its connection, or as one that seems to be whole. */
export type Cut = 'connection' | 'half' | 'empty'

function bodyOf(text: string, cut: Cut | undefined): BodyInit {
  if (!cut) return text
  const half = new TextEncoder().encode(cut === 'empty' ? '' : text.slice(0, text.length / 2))
  return new ReadableStream({
    start: stream => {
      stream.enqueue(half)
      if (cut === 'connection') stream.error(new TypeError('network error'))
      else stream.close()
    },
  })
}
type Answers = (asked: Asked) => Answer | Promise<Answer>

/** Stands in for `fetch`; answers what `answers` says and remembers what was asked. */
export function fakeServer(answers: Answers) {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init
    const call = {
      method,
      path,
      headers: new Headers(headers),
      body: typeof body === 'string' ? body : undefined,
    }
    asked.push(call)
    const { status = 200, body: answer = {}, file, cut } = await answers(call)
    return new Response(bodyOf(file ? String(answer) : JSON.stringify(answer), cut), {
      status,
      headers: { 'content-type': file ?? 'application/json' },
    })
  })
  return { asked, times: (path: string) => asked.filter(call => call.path === path).length }
}

/** Stands in for BroadcastChannel: what one tab says is heard at once by the others that are open. */
export function fakeTabs(): void {
  const open: FakeChannel[] = []
  type FakeChannel = {
    readonly name: string
    onmessage: ((event: { data: unknown }) => void) | null
    postMessage(data: unknown): void
    close(): void
  }
  vi.stubGlobal('BroadcastChannel', function channel(this: unknown, name: string) {
    const own: FakeChannel = {
      name,
      onmessage: null,
      postMessage: data => {
        for (const other of open)
          if (other !== own && other.name === name) other.onmessage?.({ data })
      },
      close: () => void open.splice(open.indexOf(own), 1),
    }
    open.push(own)
    return own
  })
}
