/** Requests that HTTP itself cannot read, and addresses that are none, are answered in the words and the shape of every other refusal. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainWorld, type World } from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'
import { rawClient } from './raw-client.ts'

let world: World
let http: HttpWorld

beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  await http.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await http.close()
  await world.close()
})

/** What comes back for these bytes, once the connection is over. */
async function answerTo(bytes: string) {
  const sender = await rawClient((http.app.server.address() as AddressInfo).port)
  await sender.send(bytes)
  const status = await sender.status()
  await sender.ended()
  const [head = '', body = ''] = sender.text().split('\r\n\r\n')
  return { status, head: head.toLowerCase(), body }
}
const ask = (method: string, path: string, more = '') =>
  answerTo(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`)

describe('an address that is none', () => {
  it.each([
    ['GET', '/api/v1/payrolls/%ff'],
    ['GET', '/api/v1/batch/%E0%A4%A'],
    ['POST', '/%ff'],
    ['GET', `/api/v1/employer/partner/batches/${'a'.repeat(400)}`],
    ['GET', `/api/v1/nowhere/${'a'.repeat(400)}`],
  ])('is not there: %s %s', async (method, path) => {
    const { status, head, body } = await ask(method, path)
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { code: 'NOT_FOUND', detail: expect.any(String), text: 'kernel.failures.notFound' },
    ])
    // What every answer has, this one has too.
    expect(head).toContain('x-request-id: ')
    expect(head).toContain('permissions-policy: ')
  })

  it('is none by its path alone: what stands behind its ? is judged by the call', async () => {
    const { status, body } = await ask('GET', '/api/v1/user/app-config?x=%ff')
    expect([status, JSON.parse(body).code]).toEqual([422, 'VALIDATION'])
  })
})

describe('a request that is no HTTP', () => {
  it.each([
    ['a method that nobody knows', 'FOO /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['no request at all', 'GARBAGE\r\n\r\n'],
    [
      'an encoding that is none',
      'GET / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: x\r\n\r\n',
    ],
    ['a length that is none', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n'],
  ])('is refused as such: %s', async (_, bytes) => {
    const { status, head, body } = await answerTo(bytes)
    expect([status, JSON.parse(body)]).toEqual([
      400,
      {
        code: 'NOT_HTTP',
        detail: 'The request is no HTTP that can be read.',
        text: 'kernel.problems.notHttp',
      },
    ])
    expect(head).toContain('connection: close')
  })

  it.each([
    ['its address', `/healthz?${'a'.repeat(20_000)}`, ''],
    ['a header', '/healthz', `x-big: ${'a'.repeat(20_000)}\r\n`],
  ])('is too large by %s', async (_, path, header) => {
    const { status, body } = await ask('GET', path, header)
    expect([status, JSON.parse(body)]).toEqual([
      413,
      {
        code: 'PAYLOAD_TOO_LARGE',
        detail: 'The address and the headers of the request are too large.',
        text: 'kernel.problems.headTooLarge',
      },
    ])
  })
})
