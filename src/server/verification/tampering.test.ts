/**
 * Somebody with the database's own password changes it by hand, past triggers and policies, in every way that moves money, terms,
 * signatures, rates, dates or access: the check of the whole past names it, and names nothing once it is put back.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { call, inviteOperator, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { openWorld, type World } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import { cloneTemplate } from '#test/harness/test-server.ts'
import { fund, givenDuePayments, givenEmployer, givenOperator } from '#test/harness/world.ts'
import { savePlatformLimit } from '../approvals/index.ts'
import { atTheBank, confirmAccount } from '../reconciliation/bank.test-data.ts'
import { EURO_ACCOUNT } from '../reconciliation/statements.test-data.ts'
import { importFtm, invented } from '../screening/lists.test-data.ts'
import type { Anchor } from './anchors.ts'
import { check } from './check.ts'
import { TAMPERINGS } from './tamperings.test-data.ts'
import { type Undone, undoing } from './undone.test-data.ts'

type Copy = { readonly world: World; readonly hand: Admin; drop(): Promise<void> }

const START = '2026-02-20T10:00:00Z'
/** Each check looks at every rate: those that the story meets are as good as all. */
const RATES = { rate_days: 60, rates_of: ['USD', 'CAD'] } as const
let base: Awaited<ReturnType<typeof cloneTemplate>>
let anchored: readonly Anchor[] = []

/** A world in which everything has happened once, checked and then left alone: each way is tried in a copy of it, or taken back. */
beforeAll(async () => {
  base = await cloneTemplate(inject('server_url'))
  const world = await openWorld(base.databaseUrl, START, PLAIN_PAPER, RATES)
  const admin = await adminOf(world)
  const due = await givenDuePayments(world, 3)
  const items = await admin.rows<{ ids: string[] }>(
    'select array_agg(payment_uuid::text) ids from payment group by line_item_uuid order by 1',
  )
  const sent = items.slice(0, 2).flatMap(({ ids }) => ids)
  const body = { pay_date: '2026-03-20', payment_uuids: sent }
  const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  await call(world, due.operator, 'bulkSettle', {
    body: { payment_uuids: items[0]?.ids ?? [], reference: 'B' },
  })
  const rival = await givenEmployer(world, due.operator, 'boss@rival.test')
  await call(world, rival, 'putEmployerBanking', {
    body: {
      account_name: 'Rival Inc.',
      currency: 'CAD',
      account_number: '7654321',
      transit_number: '00011',
      institution_number: '003',
    },
  })
  await call(world, rival, 'putEmployerCryptoInfo', {
    body: { currency: 'USDC', blockchain: 'hedera', address: '0.0.48211' },
  })
  await world.unit(ctx => savePlatformLimit(ctx.tx, 10_000_00n, ctx.now))
  await fund(world, due, '100.00', 'WIRE-2')
  // Above the limit: it waits for a second operator.
  await fund(world, due, '20000.00', 'WIRE-9')
  const colleague = await givenOperator(world, 'emeka@corridor.test')
  const guest = { email: 'vera@corridor.test', role: 'verifier' } as const
  await inviteOperator(world, { inviter: due.operator, confirmer: colleague }, guest)
  await tellOfTheBank(world, due, colleague)
  await call(world, colleague, 'freezePayments', {
    body: { before: '2026-02-01', words: 'Nothing is due by then' },
  })
  // Both companies are called as one on a list.
  await importFtm(world, invented({ id: 'i', name: 'Company of Boss', schema: 'Company' }))
  world.clock.set('2026-04-20T10:00:00Z')
  await world.byTheClock()
  expect(await world.checked()).toEqual([])
  expect(await world.checked(true)).toEqual([])
  anchored = await world.checking.anchors.read()
  await admin.close()
  await world.close()
})
afterAll(() => base.drop())

/** A statement of an account of ours with an entry that two operators explained and one that they booked as a cost; and a rate that was promised. */
async function tellOfTheBank(
  world: World,
  { operator, employer }: Awaited<ReturnType<typeof givenDuePayments>>,
  colleague: Person,
) {
  const pair = { noor: operator, emeka: colleague }
  await confirmAccount(world, pair, EURO_ACCOUNT)
  const bank = atTheBank(world, { ...pair, employer })
  const lines = [700, -100].map(cents => ({ cents, at: `B${cents}`, words: 'no idea' }))
  await bank.read({ day: '2026-02-18', opening: 0, lines })
  for (const { subject, amount, kind } of await bank.differences()) {
    if (kind !== 'UNKNOWN') continue
    const { waiting } =
      amount.minor > 0n
        ? await bank.explain(subject, amount.minor)
        : await call(world, operator, 'bookBankEntry', {
            params: { id: subject.replace('entry:', '') },
            body: { booked_as: 'COST', words: 'A charge.' },
          })
    await bank.approve(waiting?.step_uuid)
  }
  const { domain } = await call(world, employer, 'getEmployer')
  await call(world, operator, 'askQuote', {
    params: { domain: domain ?? '' },
    body: {
      ...{ from_currency: 'USD', to_currency: 'CAD', fixed_side: 'from' },
      amount_in_smallest_unit: 100n,
    },
  })
}

async function copy(): Promise<Copy> {
  const { databaseUrl, drop } = await cloneTemplate(inject('server_url'), base.name)
  const world = await openWorld(databaseUrl, START, PLAIN_PAPER, { rate_days: 0 })
  await world.checking.anchors.keep(anchored)
  world.clock.set('2026-04-20T10:00:00Z')
  const hand = await adminOf(world)
  return {
    world,
    hand,
    drop: async () => {
      await hand.close()
      await world.close()
      await drop()
    },
  }
}

describe('somebody with the password of the database', () => {
  let undone: Undone
  let close: () => Promise<void>
  beforeAll(async () => {
    const { world, drop } = await copy()
    undone = await undoing(world)
    close = async () => {
      await undone.close()
      await drop()
    }
  })
  afterAll(() => close())
  const saidAfter = (statements: string) => undone.saidAfter(statements)

  it.each(TAMPERINGS)('is named after %s', async (_what, statements) => {
    expect(await saidAfter(statements)).not.toEqual([])
  })

  it('who rewrites a whole chain with new hashes is named', async () => {
    const said =
      await saidAfter(`update audit_entry set actor_sub = 'nobody' where chain = 'platform' and seq = 2;
      do $$ declare e audit_entry; previous bytea := ''; begin
        for e in select a.* from audit_entry a where chain = 'platform' order by seq loop
          previous := app.audit_hash(previous, e);
          update audit_entry set hash = previous where chain = e.chain and seq = e.seq;
        end loop;
        update audit_chain set head_hash = previous where chain = 'platform';
      end $$`)
    expect(said.join()).toContain('is not the entry that was there')
  })

  it('who changes nothing is not named', async () => {
    expect(await saidAfter('select 1')).toEqual([])
  })
})

describe('the check since it last held', () => {
  it('takes what is ours for ours, and goes on from there', async () => {
    const { world, drop } = await copy()
    const operator = { sub: 'sub-op@corridor.test', email: 'op@corridor.test' }
    const employer = await givenEmployer(world, operator, 'ottilie@third.test')
    expect(await world.checked()).toEqual([])
    await fund(world, { operator, employer }, '12.00', 'WIRE-3')
    expect(await world.checked()).toEqual([])
    expect(await world.checked(true)).toEqual([])
    await drop()
  })

  it.each([false, true])('takes who left a team for gone (everything: %s)', async all => {
    const { world, drop } = await copy()
    const operator = { sub: 'sub-op@corridor.test', email: 'op@corridor.test' }
    const employer = await givenEmployer(world, operator, 'ottilie@third.test')
    const newcomer = { email: 'kim@third.test', first_name: 'Kim', last_name: 'Mori' }
    const token = await inviteToTeam(world, employer, { email: newcomer.email, role: 'viewer' })
    const kim = await joinTeam(world, token, { ...newcomer, password: 'Blue-kettle-on-the-9th' })
    expect(await world.checked()).toEqual([])
    await call(world, employer, 'removeMember', { params: { sub: kim.sub } })
    expect(await world.checked(all)).toEqual([])
    expect(await world.checked(true)).toEqual([])
    await drop()
  })

  it('seals everything anew where other columns were sealed before, and then holds to it', async () => {
    const { world, hand, drop } = await copy()
    await world.checking.anchors.keep([{ chains: anchored[0]?.chains ?? '' }])
    await hand.tamper(`update row_seal set mac = 'of other columns' where table_name = 'payment';
      insert into row_seal select 'payment', n::text, key_id, mac, version from generate_series(1, 150) n, (select * from row_seal limit 1) s`)
    expect(await world.checked()).toEqual([])
    expect(await world.checked(true)).toEqual([])
    await hand.tamper('update payment set pay_date = pay_date + 1')
    expect((await world.checked(true)).join()).toContain('was changed without an audit entry')
    await drop()
  })

  it('goes on past an audit entry about what can be no row of ours', async () => {
    const { world, hand, drop } = await copy()
    await world.unit(async ctx =>
      ctx.audit({
        action: 'change',
        entity: 'destination',
        entity_uuids: ['sub-op@corridor.test'],
        employer_uuid: null,
      }),
    )
    expect(await world.checked()).toEqual([])
    await hand.tamper("update destination set changed_at = changed_at - interval '1 day'")
    expect((await world.checked()).join()).toContain('was changed without an audit entry')
    await drop()
  })

  it('remembers how far it came each time that it holds', async () => {
    const { world, hand, drop } = await copy()
    const operator = { sub: 'sub-op@corridor.test', email: 'op@corridor.test' }
    const employer = await givenEmployer(world, operator, 'ottilie@third.test')
    const marks = new Set<string>()
    for (const round of [1, 2, 3, 4]) {
      await fund(world, { operator, employer }, '12.00', `WIRE-A${round}`)
      expect(await world.checked()).toEqual([])
      const [mark] = await hand.rows<{ snapshot: string }>(
        'select snapshot::text snapshot from verification_mark',
      )
      marks.add(mark?.snapshot ?? '')
      const unsealed = await hand.rows(
        `select reference from funding where reference not in (select row_key from row_seal where table_name = 'funding')`,
      )
      expect(unsealed).toEqual([])
    }
    expect(marks.size).toBe(4)
    await drop()
  })

  it('does so, too, where the anchor went with the old columns', async () => {
    const { world, hand, drop } = await copy()
    await world.checking.anchors.keep([])
    await hand.tamper(
      "update row_seal set mac = 'of other columns'; update verification_mark set guards = null",
    )
    expect(await world.checked()).toEqual([])
    expect(await world.checked(true)).toEqual([])
    await drop()
  })

  it('goes on where somebody died or the disk was full between database and anchor', async () => {
    const { world, drop } = await copy()
    const { anchors } = world.checking
    const operator = { sub: 'sub-op@corridor.test', email: 'op@corridor.test' }
    const employer = await givenEmployer(world, operator, 'ottilie@third.test')
    const { keep } = anchors
    for (const dies of [1, 2]) {
      await fund(world, { operator, employer }, '12.00', `WIRE-D${dies}`)
      let calls = 0
      const dying: typeof keep = async kept => {
        if (++calls === dies) throw new Error('no space left on device')
        await keep(kept)
      }
      Object.assign(anchors, { keep: dying })
      await expect(world.checked()).rejects.toThrow('no space left')
      Object.assign(anchors, { keep })
      expect(await world.checked()).toEqual([])
      expect(await world.checked(true)).toEqual([])
    }
    await drop()
  })

  it('lets no check that was slow to write its anchor take the place of a later one', async () => {
    const { world, drop } = await copy()
    const { anchors } = world.checking
    const operator = { sub: 'sub-op@corridor.test', email: 'op@corridor.test' }
    const employer = await givenEmployer(world, operator, 'ottilie@third.test')
    const { read } = anchors
    let reads = 0
    // The second look is the one before a check writes that its anchor stands alone.
    const slow: typeof read = async () => {
      if (++reads === 2) {
        Object.assign(anchors, { read })
        await fund(world, { operator, employer }, '12.00', 'WIRE-S')
        expect(await world.checked()).toEqual([])
      }
      return read()
    }
    Object.assign(anchors, { read: slow })
    expect(await world.checked()).toEqual([])
    expect(reads).toBe(2)
    expect(await world.checked(true)).toEqual([])
    await drop()
  })

  it('looks at everything where the database was restored into another server', async () => {
    const { world, hand, drop } = await copy()
    const operator = { sub: 'sub-op@corridor.test', email: 'op@corridor.test' }
    const employer = await givenEmployer(world, operator, 'ottilie@third.test')
    await hand.tamper("update verification_mark set snapshot = '90000000:90000000:'")
    await fund(world, { operator, employer }, '12.00', 'WIRE-R')
    expect(await world.checked()).toEqual([])
    await drop()
  })

  it('makes seals anew under the key of now, so that an older one can go', async () => {
    const { world, hand, drop } = await copy()
    const newer = { id: 'newer', key: Buffer.alloc(32, 9) }
    const { keys, current } = world.checking.masterKeys
    const under = (masterKeys: typeof world.checking.masterKeys) =>
      check({ ...world.checking, masterKeys }, { all: true, keep: true })
    const both = { current: newer.id, keys: { ...keys, [newer.id]: newer.key } }
    for (const masterKeys of [both, { current: newer.id, keys: { [newer.id]: newer.key } }])
      expect((await under(masterKeys)).flatMap(one => one.violations)).toEqual([])
    expect(await hand.rows('select from row_seal where key_id = $1', [current])).toEqual([])
    await drop()
  })

  it('names a row that was put back with the seal that it had', async () => {
    const { world, hand, drop } = await copy()
    await hand.tamper(`create table kept as select * from row_seal where table_name = 'setting';
      create table was as select * from setting where name = 'platform_limit'`)
    await world.unit(ctx => savePlatformLimit(ctx.tx, 5_000_00n, ctx.now))
    expect(await world.checked()).toEqual([])
    await hand.tamper(`update setting s set value = w.value from was w where s.name = w.name;
      update row_seal s set mac = k.mac, key_id = k.key_id from kept k where s.table_name = k.table_name and s.row_key = k.row_key;
      drop table kept; drop table was`)
    expect((await world.checked()).join()).toContain('the seals are not those')
    await drop()
  })

  it('names a row that was changed by hand, again and again until it is put back', async () => {
    const { world, hand, drop } = await copy()
    await hand.tamper('update employer set approval_limit_minor = 5')
    for (const _ of [1, 2])
      expect((await world.checked()).join()).toContain('was changed without an audit entry')
    await hand.tamper('update employer set approval_limit_minor = null')
    expect(await world.checked()).toEqual([])
    await drop()
  })
})
