/** What may be sent to, also where names and redirects lead inside. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWebhookSender, isPublic } from './webhook-sender.ts'

describe('an address', () => {
  it.each([
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['10.0.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.16.9.9', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['198.18.0.1', false],
    ['2606:4700::1111', true],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['2001:db8::1', false],
    ['nonsense', false],
  ])('%s is public: %s', (address, is) => expect(isPublic(address)).toBe(is))
})

describe('an address as it is written', () => {
  const sender = createWebhookSender({ loopback: false })
  it.each([
    ['https://hooks.example.com/x', true],
    ['https://hooks.example.com:8443/x?y=1', true],
    ['https://8.8.8.8/', true],
    ['http://hooks.example.com/', false],
    ['https://hooks.example.com:22/', false],
    ['https://user:pass@hooks.example.com/', false],
    ['https://localhost/', false],
    ['https://127.0.0.1/', false],
    ['https://[::1]/', false],
    ['https://[::ffff:a00:1]/', false],
    ['https://0x7f.1/', false],
    ['https://2130706433/', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['ftp://hooks.example.com/', false],
    ['not an address', false],
  ])('%s may be: %s', (url, may) => expect(sender.mayBe(url)).toBe(may))
})

describe('sending', () => {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    if (request.url === '/away') answer.writeHead(302, { location: '/here' }).end('elsewhere')
    else if (request.url === '/long') answer.end('x'.repeat(100_000))
    else if (request.url !== '/slow') answer.end('ok\u0000')
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const sender = createWebhookSender({ loopback: true, timeout_ms: 300 })

  it('answers what was answered, its beginning, and nothing that cannot be kept', async () => {
    expect(await sender.send(`${url}/`, {}, '{}')).toMatchObject({ status: 200, text: 'ok ' })
    const long = await sender.send(`${url}/long`, {}, '{}')
    expect([long.status, long.text.length]).toEqual([200, 500])
  })

  it('follows no redirect', async () => {
    expect(await sender.send(`${url}/away`, {}, '{}')).toMatchObject({ status: 302 })
    expect(asked).not.toContain('/here')
  })

  it('waits no longer than it may', async () => {
    const slow = await sender.send(`${url}/slow`, {}, '{}')
    expect(slow).toMatchObject({ status: null, text: 'no answer within 0.3 s' })
  })

  it('to a name that leads inside, or both ways, is refused, whatever was found before', async () => {
    const answers = [
      [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
      [{ address: '::ffff:127.0.0.1', family: 6 }],
      [],
    ]
    let at = 0
    const rebinding = createWebhookSender({
      loopback: false,
      timeout_ms: 300,
      lookup: async () => answers[at++] ?? [],
    })
    for (const _one of answers)
      expect(await rebinding.send('https://hooks.example.com/', {}, '{}')).toMatchObject({
        status: null,
        text: 'address not public',
      })
    expect(at).toBe(3)
  })

  it('waits no longer for a name either, whose nameserver answers nobody', async () => {
    const silent = createWebhookSender({
      loopback: false,
      timeout_ms: 300,
      lookup: () => new Promise(() => {}),
    })
    const { status, text } = await silent.send('https://hooks.example.com/', {}, '{}')
    expect([status, text]).toEqual([null, 'no answer within 0.3 s'])
  })

  it('connects to the address that was looked at', async () => {
    let lookups = 0
    const once = createWebhookSender({
      loopback: true,
      timeout_ms: 300,
      lookup: async () => {
        lookups++
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    // Nothing listens there: the machine itself said so, and the name was asked for once.
    const { text } = await once.send(`https://hooks.example.com:8443/`, {}, '{}')
    expect([lookups, text]).toEqual([1, expect.stringMatching(/ECONNREFUSED/)])
  })
})
