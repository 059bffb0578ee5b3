/**
 * kill -9 of the real server, again and again while it pays on five networks: what each was told to pay arrives once, by the networks' own books, and they settle
 * it. Deaths at each single word of a rail are `src/server/payments/*-deaths.test.ts`; here the process dies with its signers, its queue and all that it holds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import * as algorandKey from '#server/gateways/algorand/signer.ts'
import * as bitcoinKey from '#server/gateways/bitcoin/signer.ts'
import * as ethereumKey from '#server/gateways/ethereum/signer.ts'
import * as solanaKey from '#server/gateways/solana/signer.ts'
import { freePort } from '#server/kernel/free-port.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { heavy, kills as killsOf } from '#test/harness/heavy.ts'
import { TEST_MASTER_KEY } from '#test/harness/open-world.ts'
import { seeded } from '#test/harness/random.ts'
import { TEST_AUTH_SECRET } from '#test/harness/test-server.ts'
import { givenApprovableCycle, givenDue, plainWorld, type World } from '#test/harness/world.ts'
import { type LocalNetworks, startLocalNetworks } from '../chains/networks.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { givenSignedUpOperator, signIn } from './signed-up-operator.ts'

const CONTRACTORS = heavy(1, 10)
const KILLS = killsOf('SERVER', 3, 250)
/** As long as an execution and a look at each network take where nothing is slow: a kill falls anywhere within. */
const MOST_MS = 2500
/** Without a kill, and a block of each network between: more than what is deepest takes until it is final. */
const BLOCKS = 120
/** What still waits after so many waits for no block. */
const STRETCH = 40
/** After that long an execution is put into the queue anew (payments/release-held.ts). */
const OVERDUE_MS = 31 * 60_000
const START = '2026-02-20T10:00:00Z'
const DUE = '2026-03-20T10:00:00Z'

type Wallets = {
  readonly currency: 'BTC' | 'USDC'
  readonly blockchain: Blockchain
  walletOf(n: number): string
  /** What an address was paid by the network's books. */
  paid(address: string): Promise<bigint>
}

const seedOf = (n: number) => new Uint8Array(32).fill(100 + n)

/** Whom each network pays, and what they have there; in bitcoin by blocks from one on. */
function walletsOn({ bitcoin, ...of }: LocalNetworks, from: number): Wallets[] {
  const usdc = 'USDC' as const
  return [
    {
      ...{ currency: 'BTC', blockchain: 'bitcoin' },
      walletOf: n => bitcoinKey.signerOf(seedOf(n)).address,
      paid: address => bitcoin.paid(address, from),
    },
    {
      ...{ currency: usdc, blockchain: 'solana' },
      walletOf: n => solanaKey.signerOf(seedOf(n)).address,
      paid: address => of.solana.tokensOf(address, usdc),
    },
    {
      ...{ currency: usdc, blockchain: 'ethereum' },
      walletOf: n => ethereumKey.signerOf(seedOf(n)).address,
      paid: address => of.ethereum.tokensOf(address, usdc),
    },
    {
      ...{ currency: usdc, blockchain: 'algo' },
      walletOf: n => algorandKey.signerOf(seedOf(n)).address,
      paid: async address => of.algorand.tokensOf(address, usdc),
    },
    {
      ...{ currency: usdc, blockchain: 'hedera' },
      walletOf: n => `0.0.${48_000 + n}`,
      paid: async address => of.hedera.tokensOf(address, usdc),
    },
  ]
}

let networks: LocalNetworks
let wallets: Wallets[]
let world: World
let admin: Admin
let dir: string
let port: number
let env: Record<string, string>
let server: ServerProcess | undefined

beforeEach(async () => {
  networks = await startLocalNetworks()
  wallets = walletsOn(networks, await networks.bitcoin.height())
  world = await plainWorld(START, { fresh: true })
  admin = await adminOf(world)
  dir = mkdtempSync(join(tmpdir(), 'corridor-chain-kill-'))
  port = await freePort()
  env = {
    DATABASE_URL: world.databaseUrl,
    CORRIDOR_DATA_DIR: dir,
    AUTH_SECRET: TEST_AUTH_SECRET,
    MASTER_KEY: TEST_MASTER_KEY,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CORRIDOR_NO_STORY: '1',
    ...(await networks.settings(dir)),
  }
})
afterEach(async () => {
  await server?.kill()
  await admin.close()
  await world.close()
  await networks.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** A pay that is due, a fifth of each person's on each network. */
async function givenPayOnEach() {
  const stage = await givenApprovableCycle(world, CONTRACTORS)
  for (const [n, contractor] of stage.contractors.entries()) {
    for (const { currency, blockchain, walletOf } of wallets)
      await call(world, contractor, 'putCryptoWallet', {
        body: { currency, blockchain, address: walletOf(n) },
      })
    const { destinations } = await call(world, contractor, 'getBanking')
    const newest = destinations.slice(-wallets.length)
    const body = destinations.map(of => ({
      identifier: of.destination_uuid,
      percentage: newest.includes(of) ? 10_000 / wallets.length : 0,
    }))
    await call(world, contractor, 'putSetupPercentages', { body })
  }
  world.clock.set('2026-03-19T10:00:00Z')
  return givenDue(world, stage)
}

/** What a dead server left: no part has two attempts that may both arrive, and nobody has more than they are owed. */
async function left(): Promise<unknown[]> {
  const twice = await admin.rows(
    "select payment_uuid from payment_attempt where outcome is distinct from 'FAILED' group by 1 having count(*) > 1",
  )
  return [...twice, ...(await wrong((has, owed) => has !== 0n && has !== owed))]
}

/** The payees of whom something is wrong, by the networks' own books beside the payments that were approved. */
async function wrong(is: (has: bigint, owed: bigint) => boolean) {
  const owed = await admin.rows<{ network: string; currency: string; n: number; minor: string }>(
    `select p.network, p.currency, dense_rank() over (order by person.created_at, person.sub)::int - 1 n, p.amount_minor::text minor
      from payment p join person on person.sub = p.contractor_sub`,
  )
  const found = await Promise.all(
    owed.map(async ({ network, n, minor }) => {
      const chain = wallets.find(of => of.blockchain === network)
      const has = (await chain?.paid(chain.walletOf(n))) ?? -1n
      return is(has, BigInt(minor)) ? [{ network, n, minor, has }] : []
    }),
  )
  return found.flat()
}

const statuses = async () =>
  (await admin.rows<{ status: string }>('select distinct status from payment order by 1')).map(
    ({ status }) => status,
  )

/** A block of each network, and a minute's work put into the queue. */
async function block(): Promise<void> {
  await networks.mine()
  await admin.rows("select graphile_worker.add_job('by_the_clock', job_key => 'by_the_clock')")
}

/** Ends the server wherever it is, and starts another, for which an execution that died too often is overdue, or whatever waits for a time to pass. */
async function killOnce({ later = false } = {}): Promise<void> {
  await server?.kill()
  await admin.rows(
    `update setting set value = to_jsonb(value::bigint + $1::bigint) where name = 'clock_offset_ms'
      and ($2 or exists (select from graphile_worker._private_jobs where attempts >= max_attempts))`,
    [OVERDUE_MS, later],
  )
  server = await startServer(port, env)
}

it(`a server that is killed ${KILLS} times pays on each network once`, {
  timeout: 7_200_000,
}, async () => {
  const random = seeded(20_261_129)
  const operator = await givenSignedUpOperator(admin, world.databaseUrl, {
    secret: TEST_AUTH_SECRET,
    publicUrl: env.PUBLIC_URL ?? '',
  })
  const { payment_uuids } = await givenPayOnEach()
  expect(payment_uuids).toHaveLength(CONTRACTORS * wallets.length)
  await admin.rows("insert into setting values ('clock_offset_ms', to_jsonb($1::bigint))", [
    Date.parse(DUE) - Date.now(),
  ])
  server = await startServer(port, env)
  const token = await signIn(server.url, operator.email)
  const answer = await fetch(`${server.url}/api/v1/operations/payments/bulk-execute`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': newUuid(),
    },
    body: JSON.stringify({ pay_date: DUE.slice(0, 10), payment_uuids }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { queued: payment_uuids.length },
  ])

  for (let killed = 1; killed <= KILLS; killed++) {
    await sleep(random() * MOST_MS)
    await killOnce()
    expect([killed, await left()]).toEqual([killed, []])
    await block()
  }
  for (let blocks = 0; blocks < BLOCKS && (await statuses()).join() !== 'SETTLED'; blocks++) {
    if (blocks > 0 && blocks % STRETCH === 0) await killOnce({ later: true })
    await block()
    await expect
      .poll(
        async () => {
          const jobs = await admin.rows(
            "select from graphile_worker.jobs where task_identifier in ('by_the_clock', 'follow_rails', 'execute_payments') and attempts < max_attempts",
          )
          return jobs.length
        },
        { timeout: 240_000 },
      )
      .toBe(0)
    expect(server.ended()).toBe(false)
  }
  const open = await admin.rows(
    `select p.network, p.currency, p.status, a.outcome, b.txid is not null on_bitcoin, t.confirmations, t.lost_since, t.made_at, t.ended_at, o.refused
      from payment p join payment_attempt a using (attempt_uuid) left join token_rail.payout o using (attempt_uuid)
        left join token_rail.transaction t on (t.network, t.txid) = (o.network, o.txid) left join bitcoin_rail.payout b using (attempt_uuid)
      where p.status <> 'SETTLED'`,
  )
  expect(open).toEqual([])
  expect(await wrong((has, owed) => has !== owed)).toEqual([])
  expect(await world.broken()).toEqual([])
})
