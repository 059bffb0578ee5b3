/** Bodies that attack: nothing of them is read before the sender may make the call, and what is read is bounded. */
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { BASE_PATH, bodyLimitOf, type Role } from '#contract/kernel/endpoint.ts'
import { call, type Person } from '#db/seed/cast.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  testWorld,
  type World,
} from '#test/harness/world.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'
import { headOf, type RawClient, rawClient } from './raw-client.ts'

const MB = 1024 * 1024
/** So short that nobody waits for it; what a busy machine may keep waiting is sent to who has the usual patience. */
const IMPATIENT_MS = 400
const SLOW_MS = 3000
/** More than this of an unwanted body never leaves the kernel's buffers: what one connection of Node takes in ahead. */
const MOST_READ = 512 * 1024
const DOCUMENTS = `${BASE_PATH}/contractor/personal-documents`

type Served = { readonly port: number; readonly bearer: { readonly authorization: string } }

let world: World
let http: HttpWorld
let port: number
let impatient: Served
let slow: Served
let employer: Person
let domain: string
const others: HttpWorld[] = []
const tokens = new Map<Role, string>()
const sockets: Socket[] = []
const clients: RawClient[] = []

beforeAll(async () => {
  world = await testWorld()
  http = await httpWorld(world)
  const operator = await givenOperator(world)
  tokens.set('operator', await http.tokenOf(operator))
  employer = await givenEmployer(world, operator)
  domain = (await call(world, employer, 'getEmployer')).domain ?? ''
  tokens.set('employer', await http.tokenOf(employer))
  const contractor = await givenContractor(world, operator, 'amara@okafor.test')
  tokens.set('contractor', await http.tokenOf(contractor))
  http.app.server.on('connection', socket => sockets.push(socket))
  port = await listen(http)
  impatient = await servedTo(contractor, IMPATIENT_MS)
  slow = await servedTo(contractor, SLOW_MS)
})
afterAll(async () => {
  for (const one of [http, ...others]) await one.close()
  await world.close()
})
beforeEach(() => {
  sockets.length = 0
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
  vi.restoreAllMocks()
})

async function listen({ app }: HttpWorld): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Another server of the same world, with a patience of its own. */
async function servedTo(person: Person, patienceMs: number): Promise<Served> {
  const one = await httpWorld(world, { patienceMs })
  others.push(one)
  const authorization = `Bearer ${await one.tokenOf(person)}`
  return { port: await listen(one), bearer: { authorization } }
}

const client = async (of = port) => {
  const made = await rawClient(of)
  clients.push(made)
  return made
}
const CSV = (at: number) =>
  `employer_domain,currency,amount,reference,received_on\n${domain},USD,1.00,TWO-${at},2026-03-01\n`
const pathOf = (path: string) => BASE_PATH + path.replace(/:\w+/g, 'x')
const bearer = (role: Role) => ({ authorization: `Bearer ${tokens.get(role)}` })
const parsed = () => vi.spyOn(JSON, 'parse')
const longest = (parse: ReturnType<typeof parsed>) =>
  Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))
const withBody = entries.filter(([, { body, upload }]) => body ?? upload)

describe('a stranger', () => {
  it('who sends 57 MB of brackets is refused unread, while others are served', async () => {
    const parse = parsed()
    const brackets = Buffer.alloc(57 * MB, '[')
    const attackers = await Promise.all(
      [57 * MB, 'chunked' as const].flatMap(length =>
        Array.from({ length: 4 }, async () => {
          const attacker = await client()
          await attacker.send(headOf('PUT', DOCUMENTS, length))
          if (length === 'chunked') await attacker.send(`${(57 * MB).toString(16)}\r\n`)
          return { attacker, sent: attacker.send(brackets) }
        }),
      ),
    )
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    for (const { attacker, sent } of attackers) {
      expect(await attacker.status()).toBe(401)
      expect(attacker.text()).toContain('UNAUTHENTICATED')
      await attacker.ended()
      expect(await sent).toBe(false)
    }
    expect(longest(parse)).toBeLessThan(1000)
    expect(sockets.filter(({ bytesRead }) => bytesRead > MOST_READ)).toEqual([])
  })

  const closed = withBody.filter(([, { access }]) => access !== 'public')
  it.each(closed)('is refused by %s before the body', async (_name, entry) => {
    const attacker = await client()
    // The body never comes: whoever answers did not wait for it.
    await attacker.send(headOf(entry.method, pathOf(entry.path), bodyLimitOf(entry)))
    expect(await attacker.status()).toBe(401)
    attacker.close()
  })

  it('who is refused before a short body came is served on over the same connection', async () => {
    const browser = await client()
    await browser.send(headOf('PUT', DOCUMENTS, 20))
    expect(await browser.status()).toBe(401)
    await browser.send('x'.repeat(20))
    // Longer than a connection lingers whose body nobody wants.
    for (let n = 0; n < 3; n++) {
      await sleep(600)
      await browser.send('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
    }
    await expect.poll(() => browser.text().match(/HTTP\/1.1 200/g)?.length).toBe(3)
  })

  it.each(closed)('with the token of another role is refused by %s likewise', async (_n, entry) => {
    if (typeof entry.access === 'string') return
    const { access } = entry
    const role = (['contractor', 'employer', 'operator'] as const).find(r => !access.includes(r))
    // What everybody may do of their own nobody is refused by their role.
    if (!role) return
    const attacker = await client()
    const head = headOf(entry.method, pathOf(entry.path), bodyLimitOf(entry), bearer(role))
    await attacker.send(head)
    expect(await attacker.status()).toBe(403)
    attacker.close()
  })

  const open = [
    ...entries
      .filter(([, entry]) => entry.access === 'public' && entry.body)
      .map(([, { method, path }]) => [method, pathOf(path)] as const),
    ['POST', '/api/auth/sign-in/email'] as const,
  ]

  // Each waits for its connection to end, so all do at once.
  it('may send little to a call that is open to all, and is told at once', async () => {
    const lengths = [17 * 1024, 57 * MB, 'chunked'] as const
    const asked = open.flatMap(call => lengths.map(length => [...call, length] as const))
    const told = asked.map(async ([method, path, length]) => {
      const attacker = await client()
      await attacker.send(headOf(method, path, length))
      if (length === 'chunked')
        await attacker.send(`${(17 * 1024).toString(16)}\r\n${'['.repeat(17 * 1024)}`)
      const status = await attacker.status()
      await attacker.ended()
      return [path, length, status]
    })
    expect(await Promise.all(told)).toEqual(asked.map(([, path, length]) => [path, length, 413]))
  })

  it('who sends one of them and stops is cut off', async () => {
    const told = open.map(async ([method, path]) => {
      const attacker = await client(impatient.port)
      await attacker.send(headOf(method, path, 100))
      await attacker.send('{"email":')
      const status = await attacker.status()
      await attacker.ended()
      return [path, status]
    })
    expect(await Promise.all(told)).toEqual(open.map(([, path]) => [path, 408]))
  })

  it('who never ends the head of a request is cut off', async () => {
    const attacker = await client(impatient.port)
    await attacker.send('GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
    expect(await attacker.status()).toBe(408)
    await attacker.ended()
  })

  it('has few bodies unfinished at once', async () => {
    const [method, path] = open[0] ?? ['POST', '']
    const attackers = await Promise.all(Array.from({ length: 80 }, () => client()))
    const refused: number[] = []
    for (const attacker of attackers) {
      await attacker.send(`${headOf(method, path, 100)}{`)
      void attacker.status().then(
        status => refused.push(status),
        () => {},
      )
    }
    await expect.poll(() => refused.length).toBe(16)
    expect(new Set(refused)).toEqual(new Set([429]))
    // They count no more once they ended.
    for (const attacker of attackers) attacker.close()
    await expect.poll(whoComesLater).toBe(422)
    async function whoComesLater() {
      const later = await client()
      await later.send(`${headOf(method, path, 2)}{}`)
      return later.status()
    }
  })

  it('is not asked for JSON by the identity provider alone', async () => {
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'email=a'],
      ['application/json', '['.repeat(16_000)],
    ] as const) {
      const attacker = await client()
      const head = headOf('POST', '/api/auth/sign-in/email', body.length)
      await attacker.send(head.replace('application/json', type) + body)
      expect(await attacker.status()).toBe(422)
    }
  })
})

describe('somebody signed in', () => {
  it('who stops half-way is cut off', async () => {
    const attacker = await client(impatient.port)
    await attacker.send(headOf('PUT', DOCUMENTS, 5 * MB, impatient.bearer))
    await attacker.send(Buffer.alloc(1000, '['))
    expect(await attacker.status()).toBe(408)
    expect(attacker.text()).toContain('BODY_TOO_SLOW')
    await attacker.ended()
  })

  it('may be slow, as long as it goes on', async () => {
    const phone = await client(slow.port)
    const body = Buffer.from(JSON.stringify({ padding: 'x'.repeat(600_000) }))
    await phone.send(headOf('PUT', DOCUMENTS, body.length, slow.bearer))
    const parts = 12
    for (let part = 0; part < parts; part++) {
      const size = Math.ceil(body.length / parts)
      await phone.send(body.subarray(part * size, (part + 1) * size))
      await sleep(SLOW_MS / 8)
    }
    expect(await phone.status()).toBe(422)
    expect(phone.text()).toContain('padding')
  })

  const before: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['a read', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['two reads', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(2)],
    ['a short body', `${headOf('POST', '/api/auth/sign-in/email', 2)}{}`],
  ]
  it.each(before)(
    'has a long body read that comes after its head, on a connection of %s before',
    async (_n, sent) => {
      const phone = await client()
      const answers = () => phone.text().match(/HTTP\/1\.1 \d+/g) ?? []
      for (const request of sent.split(/(?<=\r\n\r\n)(?=GET)/).filter(Boolean)) {
        const came = answers().length
        await phone.send(request)
        await expect.poll(() => answers().length).toBe(came + 1)
      }
      const came = answers().length
      const body = JSON.stringify({ padding: 'x'.repeat(40_000) })
      await phone.send(headOf('PUT', DOCUMENTS, body.length, bearer('contractor')))
      await sleep(200)
      await phone.send(body)
      await expect.poll(() => answers().length).toBe(came + 1)
      expect(answers().at(-1)).toBe('HTTP/1.1 422')
    },
  )

  const sayable = withBody.filter(([, { access }]) => access !== 'public')
  it.each(sayable)('sends %s no more than its entry says', async (_name, entry) => {
    const role = typeof entry.access === 'string' ? 'employer' : entry.access[0]
    const attacker = await client()
    const length = bodyLimitOf(entry) + 1
    const head = headOf(entry.method, pathOf(entry.path), length, bearer(role ?? 'employer'))
    await attacker.send(head)
    expect(await attacker.status()).toBe(413)
    attacker.close()
  })

  it('has three documents under way, and is told when to send the next', async () => {
    const body = `{"padding":"${'x'.repeat(5 * MB)}"}`
    const head = headOf('PUT', DOCUMENTS, body.length, bearer('contractor'))
    const four = await Promise.all([client(), client(), client(), client()])
    for (const one of four) await one.send(`${head}{`)
    // Whichever of the four comes in last.
    const refused = () => four.map(one => one.text()).filter(text => text !== '')
    await expect.poll(refused).toHaveLength(1)
    expect(refused()[0]).toMatch(/^HTTP\/1.1 429[\s\S]*retry-after: 5/i)
    for (const one of four) one.close()
    const later = async () => {
      const one = await client()
      return (await one.send(head + body)) && one.status()
    }
    await expect.poll(later).toBe(422)
  })

  const costly: readonly (readonly [string, string])[] = [
    ['brackets', '['.repeat(7 * MB) + ']'.repeat(7 * MB)],
    ['braces', '{"a":'.repeat(200_000)],
    ['fields', `{${Array.from({ length: 500_000 }, (_, n) => `"k${n}":0`).join()}}`],
    ['values', `[${'0,'.repeat(5 * MB)}0]`],
    ['lists', `[${'[],'.repeat(4 * MB)}0]`],
  ]
  it.each(costly)('who sends 14 MB of %s has nothing parsed', async (_name, text) => {
    const parse = parsed()
    const answer = await fetch(`http://127.0.0.1:${port}${DOCUMENTS}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...bearer('contractor') },
      body: text,
    })
    const said = await answer.text()
    expect([answer.status, said.includes('nested too deep')]).toEqual([422, true])
    expect(longest(parse.mockClear())).toBeLessThan(1000)
  })

  it('writes brackets and quotes in texts as they like', async () => {
    const text = `${'['.repeat(300)}\\" \\\\" {{{,,,${'"'.repeat(50)}`
    const answer = await http.ask(api.putEmployerName, {
      token: tokens.get('employer'),
      body: { corporation_name: 'Northwind', business_name: text.slice(0, 200) },
    })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['two files', ['funding_csv', 'funding_csv']],
    ['a second file of another name', ['funding_csv', 'other']],
    ['a file of another name', ['other']],
    ['no file', []],
  ])(
    'who sends %s has nothing booked: which one counts nobody could say',
    async (_name, fields) => {
      const form = new FormData()
      for (const [at, field] of fields.entries())
        form.append(field, new File([CSV(at)], `wires-${at}.csv`, { type: 'text/csv' }))
      const answer = await fetch(`http://127.0.0.1:${port}${BASE_PATH}/operations/balances`, {
        method: 'PUT',
        headers: bearer('operator'),
        body: form,
      })
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining('funding_csv'),
      ])
      const { balances } = await call(world, employer, 'getEmployerBalances')
      expect(balances).toEqual([])
    },
  )

  it('whose JSON was lost on the way is told so: of a call that takes none for everything nothing is done', async () => {
    const unknown = '01a20000-0000-7000-8000-000000000000'
    const archive = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}${BASE_PATH}/payrolls/${unknown}/${unknown}/archive`, {
        method: 'PUT',
        headers: { ...bearer('employer'), ...headers },
      })
    const lost = await archive({ 'content-type': 'application/json' })
    expect([lost.status, await lost.text()]).toEqual([422, expect.stringContaining('is empty')])
    // Without a word of JSON it is the whole cycle, which is not there.
    expect((await archive({})).status).toBe(404)
  })

  it('may send what nobody reads to a call that takes no body', async () => {
    for (const body of ['{}', '', '{"more":', undefined]) {
      const answer = await fetch(
        `http://127.0.0.1:${port}${BASE_PATH}/employer/contractors/nobody/resend-invite`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...bearer('employer') },
          ...(body !== undefined && { body }),
        },
      )
      expect([body, answer.status]).toEqual([body, 404])
    }
  })

  it('is told of 100 things at most', async () => {
    const answer = await http.ask(api.bulkExecute, {
      token: tokens.get('operator'),
      body: { pay_date: '2026-03-20', payment_uuids: Array.from({ length: 5000 }, () => 0) },
    })
    expect(answer.status).toBe(422)
    expect((answer.body as { detail: unknown[] }).detail).toHaveLength(100)
  })
})
