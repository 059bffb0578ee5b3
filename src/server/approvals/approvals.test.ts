/** What one operator may not do alone: asked, seen as it was asked, answered by another, done once. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actorOf, call, callAs, type Person, unlessCode } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { heavy } from '#test/harness/heavy.ts'
import { givenDuePayments, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { savePlatformLimit } from './index.ts'
import { codeOf, later, type TwoPeopleStage, twoPeopleStage } from './two-people.test-data.ts'

const ROUNDS = heavy(20, 100)

let stage: TwoPeopleStage
let world: World
let admin: Admin
let emeka: Person
let noor: Person
let ines: Person
let vera: Person
let domain: string

beforeAll(async () => {
  stage = await twoPeopleStage()
  ;({ world, admin, domain } = stage)
  ;({ emeka, noor, ines, vera } = stage.operators)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await stage.close()
})
beforeEach(() => stage.next())

describe('booking balances', () => {
  it('up to the limit takes one person, as ever', async () => {
    const { booked: made, waiting } = await stage.book(emeka, stage.wires(['9999.99'], ['0.01']))
    expect([made.length, waiting]).toEqual([2, undefined])
    expect(await stage.steps('waiting')).toEqual([])
  })

  it('above it books nothing and waits, once, whoever sends the same file', async () => {
    const file = stage.wires(['9999.99'], ['0.02'])
    const first = await stage.book(emeka, file)
    expect(first).toMatchObject({ booked: [], already_booked: [] })
    expect(first.waiting?.reason).toMatch(/\(10000\.00 USD\)\. Another operator must look/)
    expect(first.waiting?.expires_at).toEqual(new Date(later(24)))
    expect(await stage.book(emeka, file)).toEqual(first)
    const other = await stage.book(noor, file)
    expect(other.waiting?.step_uuid).toBe(first.waiting?.step_uuid)
    expect(other.waiting?.reason).toMatch(/Another operator asked for the same/)
    expect(await stage.booked()).toBe(0)
    expect(await stage.steps('waiting')).toMatchObject([
      {
        kind: 'book_funding',
        status: 'WAITING',
        title: file.file_name,
        lines: 2,
        totals: [{ currency: 'USD', minor: 1_000_001n }],
        asked_by: { name: 'Noor Haddad', is_me: false },
        allowed_actions: ['approve', 'reject'],
      },
    ])
    await stage.withdraw(emeka, first.waiting?.step_uuid ?? '')
  })

  it('is done by a second person, who sees every row, in the transaction of their yes', async () => {
    const file = stage.wires(['11000.00'], ['500.00', 'EUR'])
    const id = await stage.asked(emeka, file)
    const seen = await call(world, noor, 'getApprovalStep', { params: { id }, query: { limit: 1 } })
    expect(seen).toMatchObject({
      changed: false,
      items: [
        {
          employer_domain: domain,
          label: stage.reference(0),
          date: '2026-03-01',
          amount: { currency: 'USD', minor: 1_100_000n },
        },
      ],
    })
    const rest = await call(world, noor, 'getApprovalStep', {
      params: { id },
      query: { limit: 1, cursor: seen.next_cursor ?? '' },
    })
    expect(rest.items).toMatchObject([{ amount: { currency: 'EUR', minor: 50_000n } }])
    expect(rest.next_cursor).toBeNull()
    const done = await stage.approve(noor, id)
    expect(done).toMatchObject({
      status: 'APPROVED',
      answered: { is_me: true, name: 'Noor Haddad' },
      outcome: { execution_uuid: null, done: 2, refused: 0 },
      allowed_actions: [],
    })
    expect(await stage.booked()).toBe(2)
    // Again, with or without looking again: nothing more.
    expect(await stage.approve(noor, id)).toEqual(done)
    expect(await stage.book(emeka, file)).toEqual({
      booked: [],
      suspended: 0,
      already_booked: [stage.reference(0), stage.reference(1)],
    })
    const audit = await admin.rows<{ action: string; actor_sub: string }>(
      "select action, actor_sub from audit_entry where entity = 'approval_step' and entity_uuids = array[$1] order by seq",
      [id],
    )
    expect(audit).toEqual([
      { action: 'ask', actor_sub: emeka.sub },
      { action: 'approve', actor_sub: noor.sub },
    ])
  })

  it('is not answered by who asked, whichever session they use, nor by a role that could not ask', async () => {
    const id = await stage.asked()
    const again = { ...(await actorOf(world, emeka)), session_id: 'another device' }
    const [step] = await stage.steps('waiting', emeka)
    const digest = step?.digest ?? ''
    expect(step?.allowed_actions).toEqual(['withdraw'])
    const waits = async (who: Person) =>
      (await call(world, who, 'getWaiting')).counts['/operations/funds']
    expect([await waits(emeka), await waits(ines), await waits(vera)]).toEqual([
      undefined,
      1,
      undefined,
    ])
    expect(
      await codeOf(callAs(world, again, 'approveStep', { params: { id }, body: { digest } })),
    ).toBe('SECOND_PERSON_NEEDED')
    expect(await codeOf(stage.reject(emeka, id))).toBe('SECOND_PERSON_NEEDED')
    expect(await codeOf(stage.approve(vera, id))).toBe('FORBIDDEN')
    expect(await codeOf(stage.withdraw(noor, id))).toBe('FORBIDDEN')
    expect((await stage.steps('waiting', vera))[0]?.allowed_actions).toEqual([])
    expect(await stage.booked()).toBe(0)
    expect(await codeOf(stage.approve(ines, id))).toBe('done')
    expect(await stage.booked()).toBe(1)
  })

  it('ends with a no, a withdrawal or a day without an answer, and can be asked for again', async () => {
    const file = stage.wires(['12000.00'])
    const first = await stage.asked(emeka, file)
    expect(await stage.reject(noor, first)).toMatchObject({
      status: 'REJECTED',
      answered: { reason: 'Not our wire.' },
    })
    expect(await stage.reject(noor, first)).toMatchObject({ status: 'REJECTED' })
    expect(await codeOf(stage.approve(ines, first))).toBe('STEP_CLOSED')
    const second = await stage.asked(emeka, file)
    expect(second).not.toBe(first)
    expect(await stage.withdraw(emeka, second)).toMatchObject({ status: 'WITHDRAWN' })
    expect(await codeOf(stage.approve(noor, second))).toBe('STEP_CLOSED')
    const third = await stage.asked(emeka, file)
    world.clock.set(later(24))
    expect(await codeOf(stage.approve(noor, third))).toBe('STEP_CLOSED')
    expect(await codeOf(stage.reject(noor, third))).toBe('STEP_CLOSED')
    expect(await codeOf(stage.withdraw(emeka, third))).toBe('STEP_CLOSED')
    expect((await stage.steps('waiting')).map(step => step.step_uuid)).not.toContain(third)
    expect((await stage.steps('closed')).find(step => step.step_uuid === third)).toMatchObject({
      status: 'EXPIRED',
      answered: null,
      allowed_actions: [],
    })
    const fourth = await stage.asked(emeka, file)
    expect(fourth).not.toBe(third)
    expect(await codeOf(stage.approve(noor, fourth))).toBe('done')
    expect(await stage.booked()).toBe(1)
  })

  it('is a yes to what was seen, and to nothing that changed since', async () => {
    const id = await stage.asked(emeka, stage.wires(['12000.00'], ['20.00']))
    expect(await codeOf(stage.approve(noor, id, '0'.repeat(64)))).toBe('STEP_STALE')
    // Somebody else books one of its references with another sum meanwhile.
    const other = { ...stage.wires(['1.00'], ['30.00']), file_name: 'other.csv' }
    await stage.book(ines, other)
    const body = { digest: (await stage.steps('waiting'))[0]?.digest ?? '' }
    expect(await codeOf(call(world, noor, 'approveStep', { params: { id }, body }))).toBe(
      'FUNDING_FILE_NOT_VALID',
    )
    expect((await stage.steps('waiting')).map(step => step.step_uuid)).toEqual([id])
    expect(await codeOf(stage.reject(noor, id))).toBe('done')
  })

  it('is asked by nobody who could not do it any more', async () => {
    const id = await stage.asked()
    await admin.tamper('update person set suspended_at = now() where sub = $1', [emeka.sub])
    expect((await stage.steps('waiting'))[0]).toMatchObject({
      asker_may: false,
      allowed_actions: ['reject'],
    })
    expect(await codeOf(stage.approve(noor, id))).toBe('STEP_CLOSED')
    await admin.tamper('update person set suspended_at = null where sub = $1', [emeka.sub])
    expect(await codeOf(stage.approve(noor, id))).toBe('done')
  })

  it('of what has no known worth takes two', async () => {
    await admin.tamper("delete from fx_rate where to_currency = 'BRL'")
    expect((await stage.book(emeka, stage.wires(['1.00', 'BRL']))).waiting).toBeDefined()
  })

  it('takes one person everywhere where the platform has no limit', async () => {
    await stage.setLimit(null)
    expect((await stage.book(emeka, stage.wires(['999999999.00']))).booked).toHaveLength(1)
  })

  it('has a limit where none was set', async () => {
    await admin.rows("delete from setting where name = 'platform_limit'")
    expect((await stage.book(emeka, stage.wires(['100000.00']))).booked).toHaveLength(1)
    stage.newReceipts()
    expect((await stage.book(noor, stage.wires(['100000.01']))).waiting).toBeDefined()
  })
})

describe('a sum cut into pieces', () => {
  it('stays one sum for a day, for each person by themselves', async () => {
    expect((await stage.book(emeka, stage.wires(['6000.00']))).waiting).toBeUndefined()
    stage.newReceipts()
    const second = stage.wires(['6000.00'])
    expect((await stage.book(emeka, second)).waiting).toBeDefined()
    stage.newReceipts()
    expect((await stage.book(noor, stage.wires(['6000.00']))).waiting).toBeUndefined()
    world.clock.set(later(25))
    stage.newReceipts()
    expect((await stage.book(emeka, stage.wires(['6000.00']))).waiting).toBeUndefined()
  })

  it(`sent at once passes no more than the limit, ${ROUNDS} times`, {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await admin.tamper('delete from moved_alone')
      const files = Array.from({ length: 3 }, () => {
        stage.newReceipts()
        return stage.wires(['6000.00'])
      })
      const answers = await Promise.all(files.map(file => stage.book(emeka, file)))
      expect(answers.filter(({ waiting }) => !waiting)).toHaveLength(1)
    }
  })
})

describe('what the database itself refuses', () => {
  const asApp = (statement: string) =>
    world.unit(async ctx => {
      await sql.raw(statement).execute(ctx.tx)
    })

  it('a yes of who asked, a second answer, a late one, another content, a deletion', async () => {
    const id = await stage.asked()
    const at = `answered_at = '${later(1)}'`
    const where = `where step_uuid = '${id}'`
    const set = (values: string) =>
      asApp(`update approval_step set ${values} ${where}`).then(
        () => 'done',
        (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
      )
    expect(await set(`answer = 'APPROVED', answered_by = '${emeka.sub}', ${at}`)).toBe(
      'by_a_second_person',
    )
    expect(await set(`answer = 'WITHDRAWN', answered_by = '${noor.sub}', ${at}`)).toBe(
      'withdrawn_by_who_asked',
    )
    expect(
      await set(`answer = 'APPROVED', answered_by = '${noor.sub}', answered_at = '${later(24)}'`),
    ).toBe('in_time')
    expect(await set(`answer = 'APPROVED', ${at}`)).toBe('answered_whole')
    expect(await set(`content = '{}'`)).toMatch(/permission denied/)
    expect(await set(`asked_by = '${noor.sub}'`)).toMatch(/permission denied/)
    expect(await codeOf(asApp(`delete from approval_step ${where}`))).toBe('42501')
    expect(await set(`answer = 'REJECTED', answered_by = '${noor.sub}', ${at}`)).toBe('done')
    expect(await set(`answer = 'APPROVED', answered_by = '${noor.sub}', ${at}`)).toMatch(/once/)
  })
})

describe('executing payments', () => {
  it('counts what becomes payable while it is counted, and nothing that is refused', async () => {
    const own = await plainWorld(undefined, { fresh: true })
    const books = await adminOf(own)
    const { operator, payment_uuids } = await givenDuePayments(own)
    const execute = (pay_date = '2026-03-20') =>
      call(own, operator, 'bulkExecute', { body: { pay_date, payment_uuids } })
    const results = async (of: ReturnType<typeof execute>) =>
      (await of).results.map(({ result }) => result)
    const limitTo = (minor: bigint) => own.unit(ctx => savePlatformLimit(ctx.tx, minor, ctx.now))
    // Within the limit, and not due by the day that is named.
    await limitTo(100_000_000n)
    expect(await results(execute('2026-03-01'))).toEqual(['refused', 'refused'])
    expect(await books.rows('select * from moved_alone')).toEqual([])
    await limitTo(100n)
    await books.tamper("update payment set status = 'FAILED'")
    expect(await results(execute())).toEqual(['refused', 'refused'])
    // Somebody retries them: not yet done when they are to be executed, and done before they are.
    const retry = new pg.Client({ connectionString: own.databaseUrl })
    await retry.connect()
    await retry.query(
      "begin; set local session_replication_role = replica; update payment set status = 'SCHEDULED'",
    )
    const executed = execute()
    for (let waiting = 0; waiting === 0; ) {
      const [row] = await books.rows<{ n: number }>(
        "select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      waiting = row?.n ?? 0
    }
    await retry.query('commit')
    await retry.end()
    expect(await results(executed)).toEqual(['waiting', 'waiting'])
    expect(await own.broken()).toEqual([])
    await books.close()
    await own.close()
  })

  it('above the limit queues nothing, and is done by a second person as it was asked', async () => {
    const own = await plainWorld(undefined, { fresh: true })
    const books = await adminOf(own)
    const due = await givenDuePayments(own, 4)
    const second = await givenOperator(own, 'second@corridor.test')
    await own.unit(ctx => savePlatformLimit(ctx.tx, 1_000_000n, ctx.now))
    const body = { pay_date: '2026-03-20', payment_uuids: due.payment_uuids }
    const ask = () => call(own, due.operator, 'bulkExecute', { body })
    const first = await ask()
    expect(first).toMatchObject({ execution_uuid: null, queued: 0 })
    expect(first.results.map(({ result }) => result)).toEqual(
      body.payment_uuids.map(() => 'waiting'),
    )
    expect((await ask()).waiting).toEqual(first.waiting)
    const statuses = () =>
      books.rows<{ status: string; n: number }>(
        'select status, count(*)::int n from payment group by status',
      )
    expect(await statuses()).toEqual([{ status: 'SCHEDULED', n: 8 }])
    const id = first.waiting?.step_uuid ?? ''
    const seen = await call(own, second, 'getApprovalStep', {
      params: { id },
      query: { limit: 50 },
    })
    expect(seen.items).toHaveLength(8)
    expect(seen.step.totals).toEqual([{ currency: 'USD', minor: 1_360_000n }])
    // A payment that names another account meanwhile is not what was seen.
    const [changed] = due.payment_uuids
    await books.tamper(
      'update payment set destination_version = destination_version + 1 where payment_uuid = $1',
      [changed],
    )
    const yes = () =>
      call(own, second, 'approveStep', { params: { id }, body: { digest: seen.step.digest } })
    expect(await codeOf(yes())).toBe('STEP_STALE')
    const look = await call(own, second, 'getApprovalStep', { params: { id }, query: { limit: 1 } })
    expect(look.changed).toBe(true)
    await books.tamper(
      'update payment set destination_version = destination_version - 1 where payment_uuid = $1',
      [changed],
    )
    const done = await yes()
    expect(done.outcome).toMatchObject({ done: 8, refused: 0 })
    expect(await statuses()).toEqual([{ status: 'EXECUTING', n: 8 }])
    await own.execute(done.outcome?.execution_uuid ?? '')
    expect(await statuses()).toEqual([{ status: 'SENT', n: 8 }])
    // What is under way is no sum any more: asked again it answers as it stands.
    expect(await ask()).toMatchObject({ queued: 8, execution_uuid: done.outcome?.execution_uuid })
    expect(await own.broken()).toEqual([])
    await books.close()
    await own.close()
  })

  it('of nothing that is there is refused to one person as before', async () => {
    const body = { pay_date: '2026-03-20', payment_uuids: ['01890000-0000-7000-8000-000000000000'] }
    const answer = await call(world, emeka, 'bulkExecute', { body }).catch(
      unlessCode('EXECUTION_HALTED'),
    )
    expect(answer?.results).toMatchObject([{ result: 'refused' }])
  })
})
