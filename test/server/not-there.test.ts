/** What is not there is said at once, by whatever method it is asked, and nothing of a body is waited for. */
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { plainWorld, type World } from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'
import { headOf, type RawClient, rawClient } from './raw-client.ts'

let world: World
let http: HttpWorld
const clients: RawClient[] = []

beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  await http.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const one of clients.splice(0)) one.close()
})
afterAll(async () => {
  await http.close()
  await world.close()
})

async function client(): Promise<RawClient> {
  const made = await rawClient((http.app.server.address() as AddressInfo).port)
  clients.push(made)
  return made
}

describe('what is not there', () => {
  it.each([
    ['POST', '/nowhere'],
    ['PUT', '/api/v1/nowhere'],
    ['POST', '/healthz'],
    ['DELETE', '/dashboard'],
  ])('is refused before a body that never ends: %s %s', async (method, path) => {
    const sender = await client()
    await sender.send(`${headOf(method, path, 50_000)}{"a":`)
    expect(await sender.status()).toBe(404)
    await sender.ended()
  })

  it.each([
    ['QUERY', '/nowhere'],
    ['QUERY', '/api/v1/user/app-config'],
    ['QUERY', '/api/auth/token'],
    ['TRACE', '/api/auth/token'],
    ['TRACE', '/api/v1/user/app-config'],
    ['PATCH', '/api/auth/sign-in/email'],
    ['OPTIONS', '*'],
    ['PROPFIND', '/'],
  ])('is no fault of ours: %s %s', async (method, path) => {
    const sender = await client()
    await sender.send(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    expect(await sender.status()).toBe(404)
  })
})
