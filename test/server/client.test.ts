/** The client of `clients/typescript` and the examples of `/docs/api`, against a live server. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { KEY_SCOPES } from '#domain/integrations/api-key.ts'
import { tell } from '#server/integrations/index.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { CorridorError, corridor, readWebhook } from '../../clients/typescript/src/index.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'
import { answer } from './machines.ts'

const run = promisify(execFile)
const CLIENT = join(import.meta.dirname, '../../clients/typescript/src/index.ts')

let world: World
let http: HttpWorld
let operator: Person
let owner: Person & { readonly employer_uuid: string }
let url: string
let key: string
/** Of the sandbox, whose batches move nothing. */
let test_key: string

beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
  const body = { name: 'All', scopes: [...KEY_SCOPES], sandbox: false, days: 90, addresses: [] }
  key = (await call(world, owner, 'makeApiKey', { body })).secret
  const sandbox = { ...body, sandbox: true }
  test_key = (await call(world, owner, 'makeApiKey', { body: sandbox })).secret
  url = await http.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await http.close()
  await world.close()
})

/** A server that answers so, one answer after the other; answers what it was asked. */
async function answering(...answers: readonly RequestListener[]) {
  const asked: { method: string | undefined; key: string | string[] | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ method: request.method, key: request.headers['idempotency-key'] })
    answers[asked.length - 1]?.(request, response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() }
}
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(code, headers).end('{"code":"TOO_MANY_REQUESTS","detail":"Wait."}')
  }

describe('the client', () => {
  it('reads what its key may read, files as text', async () => {
    const { call: ask } = corridor({ url, key })
    expect((await ask('getEmployerBalances')).balances).toEqual([])
    const query = { from: '2026-01-01', to: '2026-01-31' }
    expect(await ask('getJournalCsv', { query })).toMatch(/^journal_no,date/)
  })

  it('goes through all events in order and on from where it was', async () => {
    const { events } = corridor({ url, key })
    const told = async (many: number) =>
      world.unit(ctx =>
        tell(
          ctx,
          { employer_uuid: owner.employer_uuid, sandbox: false },
          'contractor.answered',
          Array.from({ length: many }, answer),
        ),
      )
    await told(230)
    const sequences: number[] = []
    let kept: string | undefined
    for await (const { events: page, cursor } of events()) {
      sequences.push(...page.map(({ sequence }) => sequence))
      kept = cursor
    }
    await told(3)
    for await (const { events: page } of events({ ...(kept && { cursor: kept }) }))
      sequences.push(...page.map(({ sequence }) => sequence))
    expect(sequences).toEqual(Array.from({ length: 233 }, (_, at) => at + 1))
  })

  it('says how a call was refused', async () => {
    const { call: ask } = corridor({ url, key: 'cor_live_never' })
    const refused = await ask('getEmployerBalances').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CorridorError)
    expect(refused).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    const query = { from: 'yesterday', to: '2026-01-31' }
    const wrong = await corridor({ url, key })
      .call('getJournalCsv', { query })
      .catch((error: unknown) => error)
    expect(wrong).toMatchObject({ status: 422, fields: [{ loc: ['query', 'from'] }] })
  })

  it('sends again what may succeed then, as long as it was told to wait', async () => {
    const server = await answering(
      status(429, { 'retry-after': '7' }),
      (request, response) => request.socket.destroy() && response,
      status(503),
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"balances":[]}'),
    )
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const { call: ask } = corridor({ url: server.url, key, wait })
    expect(await ask('getEmployerBalances')).toEqual({ balances: [] })
    expect(waits).toEqual([7000, 1000, 2000])
    server.close()
  })

  it('gives up after its tries, and at once on what another try would not change', async () => {
    const busy = await answering(status(503), status(503), status(503))
    const wait = async () => {}
    const { call: ask } = corridor({ url: busy.url, key, wait, tries: 2 })
    await expect(ask('getEmployerBalances')).rejects.toMatchObject({ status: 503 })
    expect(busy.asked).toHaveLength(2)
    busy.close()
    const closed = await answering(status(403), status(200))
    await expect(
      corridor({ url: closed.url, key, wait }).call('getEmployerBalances'),
    ).rejects.toMatchObject({ status: 403 })
    expect(closed.asked).toHaveLength(1)
    closed.close()
  })

  it('believes a webhook that was signed for its secret, and no other', () => {
    const secret = `whsec_${Buffer.from('of a test that lives for a minute').toString('base64')}`
    const body = JSON.stringify({ type: 'contract.signed', event_uuid: newUuid() })
    const [id, at] = [newUuid(), new Date()]
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    }
    expect(readWebhook(secret, headers, body)).toMatchObject({ type: 'contract.signed' })
    expect(() => readWebhook(secret, headers, body.replace('signed', 'ended'))).toThrow()
  })
})

type Sample = { readonly lang: string; readonly source: string }
const document = JSON.parse(readFileSync('docs/api/machine-api.json', 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; 'x-codeSamples': Sample[] }>>
}
const samples = Object.values(document.paths)
  .flatMap(path => Object.values(path))
  .map(of => [of.operationId, of['x-codeSamples']] as const)
  // What is read of a batch was sent in before.
  .toSorted(([a], [b]) => Number(b === 'submitPaymentBatch') - Number(a === 'submitPaymentBatch'))

/** What the guide has somebody set who runs them. */
const envOf = (CORRIDOR_KEY: string) => ({
  CORRIDOR_URL: url,
  CORRIDOR_KEY,
  BATCH_UUID: newUuid(),
  PAY_DATE: '2026-03-03',
})
let batches: ReturnType<typeof envOf>
beforeAll(() => {
  batches = envOf(test_key)
})

describe('the examples of /docs/api', () => {
  it.each(samples)('of %s run', async (_operation, [shell, typescript]) => {
    const { status: answered } = await asCurl(shell?.source ?? '', batches)
    expect(answered).toBe(200)
    const dir = mkdtempSync(join(import.meta.dirname, '.example-'))
    try {
      const file = join(dir, 'example.ts')
      writeFileSync(file, (typescript?.source ?? '').replace('@corridor/client', CLIENT))
      const { stdout } = await run(process.execPath, [file], {
        env: { ...process.env, ...batches },
      })
      expect(stdout.trim()).not.toBe('')
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  it('of batches move nothing in the sandbox, and invite nobody', async () => {
    await world.deliver()
    const rows = await world.unit(async ({ tx }) => ({
      cycles: await tx.selectFrom('pay_cycle').select('cycle_uuid').execute(),
      invited: await tx.selectFrom('invitation').select('email').execute(),
      items: await tx.selectFrom('line_item').select('line_item_uuid').execute(),
    }))
    expect(rows).toEqual({ cycles: [], invited: [], items: [] })
    const query = { limit: 5, sandbox: 'true' } as const
    const { items } = await call(world, owner, 'listPaymentBatches', { query })
    expect(items).toMatchObject([{ state: 'APPROVING', by_machine: true, cycle: null, rows: 2 }])
    const live = { limit: 5, sandbox: 'false' } as const
    expect((await call(world, owner, 'listPaymentBatches', { query: live })).items).toEqual([])
  })

  it('run for the next company as well, and again under another id on another day', async () => {
    const other = await givenEmployer(world, operator, 'boss@rival.test')
    const body = {
      name: 'Try',
      scopes: [...KEY_SCOPES],
      sandbox: true,
      days: 90,
      addresses: [],
    }
    const { secret } = await call(world, other, 'makeApiKey', { body })
    for (const PAY_DATE of ['2026-04-10', '2026-04-11']) {
      const env = { ...envOf(secret), PAY_DATE }
      for (const [operation, [shell]] of samples) {
        const { status: answered } = await asCurl(shell?.source ?? '', env)
        expect([PAY_DATE, operation, answered]).toEqual([PAY_DATE, operation, 200])
      }
    }
  })

  it('are shown at /docs/api with scripts of this server alone', async () => {
    const moved = await http.app.inject('/docs/api')
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/docs/api/'])
    const page = await http.app.inject('/docs/api/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'[^;]* 'sha256-/)
    expect(page.headers['content-security-policy']).not.toContain('script-src-elem')
    expect(page.body).not.toMatch(/src="https?:/)
    for (const host of ['a b', '[']) {
      const odd = await http.app.inject({ url: '/docs/api/', headers: { host } })
      expect([host, odd.statusCode]).toEqual([host, 404])
    }
    const { body } = await http.app.inject('/docs/api/openapi.json')
    expect(Object.keys(JSON.parse(body).paths)).toEqual(Object.keys(document.paths))
  })
})

/** Asks what a line for curl would ask of a shell in which these are set; it knows what our examples use of both. */
async function asCurl(source: string, env: Readonly<Record<string, string>>): Promise<Response> {
  const filled = (text: string) =>
    text.replace(/\$([A-Z_]+)/g, (_, name: string) => env[name] ?? '')
  const pieces = /"([^"]*)"|'([^']*)'|([^\s"']+)/g
  const words = (source.replaceAll('\\\n', ' ').match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map(
    word =>
      [...word.matchAll(pieces)]
        .map(([, double, single, bare]) => single ?? filled(double ?? bare ?? ''))
        .join(''),
  )
  expect(words[0]).toBe('curl')
  const of = (flag: string) => words.filter((_, at) => words[at - 1] === flag)
  const address = words.find(word => word.startsWith(url)) ?? ''
  const headers = of('-H').map(line => line.split(': ') as [string, string])
  const [method = 'GET'] = of('-X')
  const [body] = of('-d')
  return fetch(address, { method, headers, ...(body ? { body } : {}) })
}
