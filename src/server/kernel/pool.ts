/**
 * Pools of connections that never wait for ever. A database that is slow answers in the end; one that is silent (a network that
 * swallows packets, a process that was stopped) does not, and PostgreSQL's own time limits are kept by the one who is silent.
 */
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** How long a caller waits for a connection. */
const CONNECT_MS = 8000
/** How long a connection is kept that nobody needs: who reads a page for a while, and then asks, finds its plans made. */
const IDLE_MS = 120_000
const BEAT_MS = 1000
/** After so many beats without a byte of an answer the database is asked by another connection whether it is there. */
const QUIET_BEATS = 3
/** Asked twice: a process that was busy itself hears the first answer too late. */
const PROBES = 2
const PROBE_MS = 2000
/** Who was found to be slow and not silent is left alone for so many beats. */
const PATIENCE_BEATS = 5

/** Days of instants, and instants so many days later, are those of UTC: a server has the zone of its machine, whose clocks change. */
const UTC = '-c TimeZone=UTC'

/** Opens a pool on a database. Lost connections are replaced; all of them are cut within eight seconds of a silence. */
export function openPool(config: pg.PoolConfig & { readonly connectionString: string }): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    ...config,
    options: `${UTC} ${config.options ?? ''}`,
  })
  pool.on('error', () => {})
  // A connection that dies while a transaction has it fails that transaction; unheard, it would end the process.
  pool.on('connect', client => client.on('error', () => {}))
  watchPulse(pool, config.connectionString)
  return pool
}

/** What the driver knows of a connection, beyond its types: whether it has an answer to come, and its socket. */
export type Wire = {
  readonly readyForQuery: boolean
  readonly connection: { readonly stream: Socket }
}

function watchPulse(pool: pg.Pool, url: string): void {
  const wires = new Map<Wire, { bytes: number; quiet_beats: number }>()
  pool.on('connect', client => wires.set(client as unknown as Wire, { bytes: 0, quiet_beats: 0 }))
  pool.on('remove', client => wires.delete(client as unknown as Wire))
  const beat = async () => {
    for (const [wire, seen] of wires) {
      const bytes = wire.connection.stream.bytesRead
      const heard = wire.readyForQuery || bytes !== seen.bytes
      seen.quiet_beats = heard ? 0 : seen.quiet_beats + 1
      seen.bytes = bytes
    }
    const quiet = [...wires.values()].filter(({ quiet_beats }) => quiet_beats >= QUIET_BEATS)
    if (quiet.length === 0) return
    if (await answers(url)) for (const seen of quiet) seen.quiet_beats = -PATIENCE_BEATS
    else
      for (const wire of wires.keys())
        wire.connection.stream.destroy(new Error('Connection terminated: the database is silent'))
  }
  void (async () => {
    // Until the last connection is gone: one that ends waits for what was asked of it.
    while (!pool.ending || wires.size > 0) {
      await sleep(BEAT_MS, undefined, { ref: false })
      await beat()
    }
  })()
}

/** Whether the database says anything at all to a new connection, a refusal included. */
async function answers(url: string): Promise<boolean> {
  for (let probe = 0; probe < PROBES; probe++) {
    const why = await reasonAgainst(url, PROBE_MS)
    if (why === undefined || why instanceof pg.DatabaseError) return true
  }
  return false
}

/** Why no connection to a database can be had within a time; undefined where one can. */
export async function reasonAgainst(url: string, within_ms: number): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: within_ms })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return undefined
  } catch (error) {
    return error
  }
}
