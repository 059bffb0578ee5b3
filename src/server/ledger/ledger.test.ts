/** The ledger: once by id, never overdrawn, append-only, and equal to its replay whatever dies in the middle. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUuid } from '#server/kernel/ids.ts'
import { seeded } from '#test/harness/random.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { accounts, postTransfers, readBalances, resolveTransfer, type Transfer } from './index.ts'

let world: World
let employer_uuid: string
let admin: pg.Client

beforeAll(async () => {
  world = await plainWorld()
  const operator = await givenOperator(world)
  const employer = await givenEmployer(world, operator)
  employer_uuid = employer.employer_uuid
  admin = new pg.Client({ connectionString: world.databaseUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await world.close()
})

// Each test has an employer's accounts of its own by taking a currency of its own.
let currency = 'AAA'
beforeEach(() => {
  const next = Number.parseInt(currency, 36) + 1
  currency = next.toString(36).toUpperCase()
})

const usd = (minor: bigint) => ({ currency, minor })
const transfer = (minor: bigint, change: Partial<Transfer> = {}): Transfer => ({
  transfer_uuid: newUuid(),
  from: accounts.available(employer_uuid, currency),
  to: accounts.reserved(employer_uuid, currency),
  amount: usd(minor),
  code: 'fee_taken',
  subject_uuid: null,
  ...change,
})
const funding = (minor: bigint): Transfer =>
  transfer(minor, {
    from: accounts.outsideWorld(currency),
    to: accounts.available(employer_uuid, currency),
  })
const post = (...transfers: Transfer[]) => world.unit(ctx => postTransfers(ctx, transfers))
const balance = async () => {
  const rows = await world.unit(ctx => readBalances(ctx.tx, employer_uuid))
  const { available, reserved, in_flight } = rows.find(row => row.currency === currency) ?? {}
  return { available, reserved, in_flight }
}
const holds = async () => {
  const broken = (await world.broken()).filter(text => /ledger|balances|overdraft/.test(text))
  // Nothing here has payments, so what is reserved has nobody to whom it is promised.
  expect(broken.filter(text => !text.startsWith('reserved-equals-promised'))).toEqual([])
}

describe('posting', () => {
  it('moves an amount from one account to the other', async () => {
    expect(await post(funding(1000n), transfer(300n))).toBe(2)
    expect(await balance()).toEqual({ available: 700n, reserved: 300n, in_flight: 0n })
    await holds()
  })

  it('passes over what stands already, also within one batch', async () => {
    const first = funding(1000n)
    expect(await post(first)).toBe(1)
    expect(await post(first)).toBe(0)
    expect(await post(first, transfer(100n), first)).toBe(1)
    expect(await balance()).toEqual({ available: 900n, reserved: 100n, in_flight: 0n })
    await holds()
  })

  it('refuses an id with another content, and the whole batch with it', async () => {
    const first = funding(1000n)
    await post(first)
    const others: Partial<Transfer>[] = [
      { amount: usd(1001n) },
      { to: accounts.reserved(employer_uuid, currency) },
      { code: 'converted' },
      { subject_uuid: newUuid() },
      { pending: true },
    ]
    for (const change of others)
      await expect(post(transfer(1n), { ...first, ...change })).rejects.toMatchObject({
        code: 'TRANSFER_REUSED',
      })
    const twice = transfer(5n)
    await expect(post(twice, { ...twice, amount: usd(6n) })).rejects.toMatchObject({
      code: expect.stringMatching(/TRANSFER_REUSED|21000/),
    })
    expect(await balance()).toEqual({ available: 1000n, reserved: 0n, in_flight: 0n })
    await holds()
  })

  it('has one effect when 30 post the same at once', async () => {
    const same = funding(500n)
    const made = await Promise.all(Array.from({ length: 30 }, () => post(same)))
    expect(made.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect(await balance()).toMatchObject({ available: 500n })
  })

  it('refuses nothing, a debt, and two currencies', async () => {
    await post(funding(10n))
    await expect(post(transfer(0n))).rejects.toThrow()
    await expect(post(transfer(-5n))).rejects.toThrow()
    const mixed = { ...transfer(1n), to: accounts.reserved(employer_uuid, 'XXX') }
    await expect(post(mixed)).rejects.toThrow(/holds the currency/)
    await expect(
      post(transfer(1n, { to: accounts.available(employer_uuid, currency) })),
    ).rejects.toThrow()
    await holds()
  })

  it('holds amounts up to what the wire can carry', async () => {
    await post(funding(9_007_199_254_740_991n))
    await post(transfer(9_007_199_254_740_991n))
    expect(await balance()).toMatchObject({ available: 0n, reserved: 9_007_199_254_740_991n })
    await holds()
  })
})

describe('a pending transfer', () => {
  const resolve = (of_uuid: string, as: 'POST' | 'VOID', more: object = {}) =>
    world.unit(ctx =>
      resolveTransfer(ctx, { transfer_uuid: newUuid(), of_uuid, as, code: 'fee_taken', ...more }),
    )

  it('holds its amount until it is posted, once', async () => {
    const hold = transfer(400n, { pending: true })
    await post(funding(1000n), hold)
    expect(await balance()).toMatchObject({ available: 600n, reserved: 0n })
    const id = newUuid()
    await resolve(hold.transfer_uuid, 'POST', { transfer_uuid: id })
    await resolve(hold.transfer_uuid, 'POST', { transfer_uuid: id })
    expect(await balance()).toMatchObject({ available: 600n, reserved: 400n })
    await expect(resolve(hold.transfer_uuid, 'POST')).rejects.toMatchObject({
      code: 'TRANSFER_REUSED',
    })
    await expect(resolve(hold.transfer_uuid, 'VOID')).rejects.toMatchObject({
      code: 'TRANSFER_REUSED',
    })
    await holds()
  })

  it('gives everything back when it is voided, and the rest when it is posted in part', async () => {
    const [whole, part] = [transfer(400n, { pending: true }), transfer(300n, { pending: true })]
    await post(funding(1000n), whole, part)
    await resolve(whole.transfer_uuid, 'VOID')
    await resolve(part.transfer_uuid, 'POST', { amount_minor: 100n })
    expect(await balance()).toMatchObject({ available: 900n, reserved: 100n })
    await holds()
  })

  it('is posted up to its amount, and only where it is one', async () => {
    const hold = transfer(100n, { pending: true })
    const posted = transfer(1n)
    await post(funding(1000n), hold, posted)
    await expect(resolve(hold.transfer_uuid, 'POST', { amount_minor: 101n })).rejects.toMatchObject(
      { code: 'TRANSITION_NOT_ALLOWED' },
    )
    await expect(resolve(posted.transfer_uuid, 'POST')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(resolve(newUuid(), 'VOID')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await holds()
  })

  it('is resolved once by 20 who try at once', async () => {
    const hold = transfer(100n, { pending: true })
    await post(funding(100n), hold)
    const tries = Array.from({ length: 20 }, (_, n) =>
      resolve(hold.transfer_uuid, n % 2 ? 'POST' : 'VOID').then(
        () => 1,
        () => 0,
      ),
    )
    expect((await Promise.all(tries)).reduce<number>((sum, n) => sum + n, 0)).toBe(1)
    await holds()
  })

  it('cannot be spent by another while it holds', async () => {
    await post(funding(100n), transfer(80n, { pending: true }))
    await expect(post(transfer(30n))).rejects.toMatchObject({ code: 'FUNDS_SHORT' })
    expect(await post(transfer(20n))).toBe(1)
    await holds()
  })
})

describe('spenders', () => {
  it('as many succeed of 40 at once as the balance allows', async () => {
    await post(funding(1000n))
    const spend = () =>
      post(transfer(70n)).then(
        () => 'spent',
        error => error.code,
      )
    const outcomes = await Promise.all(Array.from({ length: 40 }, spend))
    expect(outcomes.filter(outcome => outcome === 'spent')).toHaveLength(14)
    expect(outcomes.filter(outcome => outcome === 'FUNDS_SHORT')).toHaveLength(26)
    expect(await balance()).toMatchObject({ available: 20n, reserved: 980n })
    await holds()
  })

  it('in both directions do not wait for each other in a circle', async () => {
    await post(funding(10_000n), transfer(5000n))
    const back = () =>
      transfer(1n, {
        from: accounts.reserved(employer_uuid, currency),
        to: accounts.available(employer_uuid, currency),
      })
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        post(...(n % 2 ? [transfer(1n), back()] : [back(), transfer(1n)])),
      ),
    )
    expect(await balance()).toMatchObject({ available: 5000n, reserved: 5000n })
    await holds()
  })
})

describe('any sequence', () => {
  it('sums to zero and equals its replay, checked after every 50', async () => {
    const random = seeded(20_260_302)
    const kinds = [
      accounts.available,
      accounts.reserved,
      accounts.inFlight,
      accounts.heldForContractors,
    ]
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
    const open: string[] = []
    let refused = 0
    await post(funding(50_000n))
    for (let n = 1; n <= 300; n++) {
      const step = async () => {
        const of_uuid = pick(open)
        if (of_uuid && random() < 0.4) {
          open.splice(open.indexOf(of_uuid), 1)
          const as = random() < 0.5 ? ('POST' as const) : ('VOID' as const)
          const resolution = { transfer_uuid: newUuid(), of_uuid, as, code: 'fee_taken' as const }
          return world.unit(ctx => resolveTransfer(ctx, resolution))
        }
        const batch = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
          const pending = random() < 0.3
          const [from, to] = [pick(kinds), pick(kinds)]
          const made = transfer(BigInt(1 + Math.floor(random() * 9000)), {
            from: from(employer_uuid, currency),
            to: to === from ? accounts.outsideWorld(currency) : to(employer_uuid, currency),
            pending,
          })
          return made
        })
        await post(...batch)
        open.push(...batch.filter(made => made.pending).map(made => made.transfer_uuid))
        if (random() < 0.2) await post(funding(BigInt(1 + Math.floor(random() * 20_000))))
      }
      await step().catch(error => {
        expect(error).toMatchObject({ code: 'FUNDS_SHORT' })
        refused++
      })
      if (n % 50 === 0) await holds()
    }
    // Both outcomes are worth something only when both happen.
    expect(refused).toBeGreaterThan(20)
    expect(refused).toBeLessThan(280)
  })
})

describe('history', () => {
  it('is not changed by anyone who does not drop the trigger', async () => {
    await post(funding(5n))
    for (const statement of [
      'update ledger_transfer set amount_minor = 1',
      'delete from ledger_transfer',
      'truncate ledger_transfer cascade',
      'update funding set amount_minor = 1',
      'delete from funding',
      "update audit_entry set actor_sub = 'x'",
      'delete from audit_entry',
    ])
      await expect(admin.query(statement)).rejects.toThrow(/append-only/)
  })

  it('is not written by the application but through its functions', async () => {
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    await client.query("set role corridor_operations; set app.role = 'system'")
    for (const statement of [
      "insert into ledger_account (owner, kind, currency, may_go_negative) values ('x', 'x', 'USD', true)",
      'update ledger_account set posted_in = posted_in + 1',
      'delete from ledger_account',
      'insert into ledger_transfer (transfer_uuid) values (gen_random_uuid())',
      'update ledger_transfer set amount_minor = 1',
      'delete from ledger_transfer',
      'truncate ledger_transfer',
      'insert into audit_entry select * from audit_entry',
      'update audit_chain set head_seq = 0',
      'delete from audit_entry',
      'update agreement set version = version',
      'delete from approval',
      'alter table ledger_transfer disable trigger all',
      'drop policy tenant on ledger_account',
    ])
      await expect(client.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner|append-only/,
      )
    await client.end()
  })
})

describe('a killed connection', () => {
  /** Posts a batch by single statements in a transaction, with the server told to end it after the one given. */
  async function batchKilledAfter(step: number): Promise<boolean> {
    const client = new pg.Client({ connectionString: world.databaseUrl })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
    const account = (kind: string) =>
      `(app.open_accounts(array['employer:${employer_uuid}'], array['${employer_uuid}'::uuid], array['${kind}'], array['${currency}'], array[false]))[1]`
    const request = (from: string, to: string, minor: number) =>
      `select app.post_transfers(array[row('${newUuid()}', ${account(from)}, ${account(to)}, ${minor}, 'POSTED', null, 'test', null, '${employer_uuid}')::app.transfer_request], now())`
    const statements = [
      "begin; set local role corridor_operations; set local app.role = 'system'",
      request('available', 'reserved', 100),
      request('reserved', 'in_flight', 100),
      request('in_flight', 'held', 100),
      'commit',
    ]
    try {
      for (const [at, statement] of statements.entries()) {
        await client.query(statement)
        if (at === step) await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      }
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  it('leaves all of a batch or nothing, wherever it dies', async () => {
    await post(funding(1000n))
    for (const step of [0, 1, 2, 3]) {
      expect(await batchKilledAfter(step)).toBe(false)
      expect(await balance()).toEqual({ available: 1000n, reserved: 0n, in_flight: 0n })
      await holds()
    }
    expect(await batchKilledAfter(9)).toBe(true)
    expect(await balance()).toMatchObject({ available: 900n })
    await holds()
  })

  it('frees the accounts that it held: others go on at once', async () => {
    await post(funding(1000n))
    const client = new pg.Client({ connectionString: world.databaseUrl })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin; select 1 from ledger_account for update')
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
    const waiting = post(transfer(10n))
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    expect(await waiting).toBe(1)
    await client.end().catch(() => {})
    await holds()
  })

  it('in the middle of many units of work loses none that was answered', async () => {
    await post(funding(100_000n))
    const answered: string[] = []
    const work = Array.from({ length: 80 }, async () => {
      const one = transfer(10n)
      await post(one)
        .then(() => answered.push(one.transfer_uuid))
        .catch(() => {})
    })
    for (let kill = 0; kill < 6; kill++)
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1",
      )
    await Promise.all(work)
    const { rows } = await admin.query(
      'select count(*)::int n from ledger_transfer where transfer_uuid = any($1)',
      [answered],
    )
    expect(rows[0].n).toBe(answered.length)
    expect(answered.length).toBeGreaterThan(40)
    await holds()
  })
})
