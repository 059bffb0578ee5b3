import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { readBody } from './request-body.ts'

const bodies: PassThrough[] = []
afterEach(() => {
  for (const body of bodies.splice(0)) body.destroy()
})

/** A body that a stranger began to send from an address, and does not end. */
function begun(ip: string): Promise<Buffer> {
  const raw = new PassThrough()
  bodies.push(raw)
  const request = { ip, raw, headers: {} } as unknown as FastifyRequest
  const read = readBody(request, { most_bytes: 100, patience_ms: 60_000, stranger: true })
  read.catch(() => {})
  return read
}

describe('unfinished bodies of strangers', () => {
  it('are counted by the network, of whose addresses one may have as many as they like', async () => {
    const address = (at: number) => `2001:db8:7:1::${at.toString(16)}`
    for (let at = 0; at < 64; at++) void begun(address(at))
    await expect(begun(address(64))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    void begun('2001:db8:7:2::1')
    const [first] = bodies
    first?.end('{}')
    await expect.poll(() => first?.readableEnded).toBe(true)
    const again = begun(address(65))
    bodies.at(-1)?.end('{}')
    expect(String(await again)).toBe('{}')
  })
})
