/** What of a request fails before any route: an address that cannot be decoded, and bytes that are no HTTP. */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { problems } from '#contract/kernel/problems.ts'
import type { ProblemCode } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import { say } from './words.ts'

/** No part of an address that we give out is longer, decoded. */
export const LONGEST_PART = 300

/** The address to find a route by: what cannot be decoded, or has a part that is too long, is one where nothing is. */
export function routedAddress({ url = '/' }: IncomingMessage): string {
  const [path = '/'] = url.split('?')
  if (isReadable(path)) return url
  return path.startsWith('/api/') ? '/api/not-there' : '/not-there'
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path)
      .split('/')
      .every(part => part.length <= LONGEST_PART)
  } catch {
    return false
  }
}

const UNREAD: Readonly<Record<string, readonly [ProblemCode, TextKey]>> = {
  HPE_HEADER_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'kernel.problems.headTooLarge'],
  ERR_HTTP_REQUEST_TIMEOUT: ['BODY_TOO_SLOW', 'kernel.problems.requestTooSlow'],
}

/** Answers what Node could not read as a request, as every refusal is answered, and ends the connection. */
export function answerUnread(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [code, text] = UNREAD[error.code ?? ''] ?? ['NOT_HTTP', 'kernel.problems.notHttp']
  const { status } = problems[code]
  const body = JSON.stringify({ code, detail: say(text), text })
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        `\r\n${body}`,
      ].join('\r\n'),
    )
  socket.destroy(error)
}
