import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EICAR, pdf } from './document-corpus.test-data.ts'
import { createDocumentScreen } from './document-screen.ts'
import { createClamdScanner, createSignatureScanner, type VirusScanner } from './virus-scanner.ts'

let dir = ''
const servers: Server[] = []
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'corridor-clamd-'))
})
afterAll(async () => {
  for (const server of servers) await new Promise(resolve => server.close(resolve))
  rmSync(dir, { recursive: true, force: true })
})

/** What clamd does with INSTREAM, as its manual says; `answer` of the bytes it was sent. */
function clamd(
  answer: (bytes: Buffer) => string | undefined,
  at: { path: string } | { host: string; port: number } = { host: '127.0.0.1', port: 0 },
): Promise<string> {
  const server = createServer(socket => {
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      const bytes = streamed(received)
      const said = bytes && answer(bytes)
      if (said !== undefined) socket.end(said && `${said}\0`)
    })
  })
  servers.push(server)
  return new Promise(resolve => {
    server.listen(at, () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      resolve('path' in at ? `unix:${at.path}` : `tcp://127.0.0.1:${port}`)
    })
  })
}

function streamed(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (!received.toString('latin1').startsWith(command)) return undefined
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

const judge = (bytes: Buffer) =>
  bytes.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'

const scanners: [string, () => Promise<VirusScanner>][] = [
  ['clamd over TCP', async () => createClamdScanner(await clamd(judge))],
  [
    'clamd over a socket',
    async () => createClamdScanner(await clamd(judge, { path: join(dir, 'clamd.ctl') })),
  ],
  ['the fake', async () => createSignatureScanner(EICAR, 'Eicar-Test-Signature')],
]

describe.each(scanners.filter(([name]) => process.platform !== 'win32' || !/socket/.test(name)))(
  'every scanner: %s',
  (_name, create) => {
    it('finds what it knows, wherever it stands, and lets the rest pass', async () => {
      const scanner = await create()
      expect(await scanner.scan(Buffer.from('a passport'))).toBeUndefined()
      expect(await scanner.scan(Buffer.alloc(0))).toBeUndefined()
      expect(await scanner.scan(Buffer.alloc(9_000_000, 'x'))).toBeUndefined()
      expect(await scanner.scan(Buffer.from(EICAR))).toBe('Eicar-Test-Signature')
      // Across the border of two parts.
      const behind = Buffer.concat([Buffer.alloc(64 * 1024 - 20), Buffer.from(EICAR)])
      expect(await scanner.scan(behind)).toBe('Eicar-Test-Signature')
    })
  },
)

describe('clamd', () => {
  it.each<[string, (bytes: Buffer) => string | undefined]>([
    ['takes no more', () => 'INSTREAM size limit exceeded. ERROR'],
    ['ends without a word', () => ''],
    ['says something else', () => 'UNKNOWN COMMAND'],
    ['never answers', () => undefined],
  ])('that %s is no answer, and may be asked again', async (_name, answer) => {
    const scanner = createClamdScanner(await clamd(answer), 200)
    await expect(scanner.scan(Buffer.from('x'))).rejects.toMatchObject({
      code: 'SCANNER_UNAVAILABLE',
      retriable: true,
    })
  })

  it('that is not there is no answer', async () => {
    for (const url of ['tcp://127.0.0.1:1', `unix:${join(dir, 'nobody')}`])
      await expect(createClamdScanner(url).scan(Buffer.from('x'))).rejects.toMatchObject({
        code: 'SCANNER_UNAVAILABLE',
      })
  })
})

describe('a screen with a scanner', () => {
  it('refuses what is infected; without one nothing changes', async () => {
    const infected = pdf({ objects: [`(${EICAR.replace(/[\\()]/g, '\\$&')})`, `% ${EICAR}`] })
    const scanner = createSignatureScanner(EICAR, 'Eicar')
    const [screen, without] = [createDocumentScreen({ scanner }), createDocumentScreen()]
    expect(await screen.refusalOf(infected, 'application/pdf')).toBe('INFECTED')
    expect(await screen.refusalOf(pdf(), 'application/pdf')).toBeUndefined()
    expect(await without.refusalOf(infected, 'application/pdf')).toBeUndefined()
    await Promise.all([screen.close(), without.close()])
  })
})
