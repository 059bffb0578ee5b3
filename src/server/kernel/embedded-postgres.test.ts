import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { roomForDatabases } from '#test/harness/room.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

async function peerOf(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select host(inet_client_addr()) address')
  await client.end()
  return rows[0].address
}

it.runIf(process.platform !== 'win32')(
  'is asked by a socket of its own folder, and by its port where a socket’s path would be too long',
  async () => {
    const room = mkdtempSync(join(roomForDatabases(), 'corridor-socket-'))
    const [near, far] = [join(room, 'near'), join(room, 'f'.repeat(100), 'far')]
    const short = await startEmbeddedPostgres(near, { durable: false })
    const long = await startEmbeddedPostgres(far, { durable: false })
    try {
      const byPort = new URL(short.url)
      expect(byPort.searchParams.get('host')).toBe(near)
      byPort.searchParams.delete('host')
      expect([await peerOf(short.url), await peerOf(byPort.href)]).toEqual([null, '127.0.0.1'])
      expect(await peerOf(long.url)).toBe('127.0.0.1')
    } finally {
      await short.stop()
      await long.stop()
      rmSync(room, { recursive: true })
    }
  },
)
