/** Each invariant finds what it is there for: somebody tampers with the database by hand, and exactly that is named. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { SYSTEM, transact } from '#server/kernel/db.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { fund, givenDuePayments, plainWorld, type World } from '#test/harness/world.ts'
import { TAMPERINGS } from './broken-laws.test-data.ts'
import { checkJob, verifyInvariants } from './index.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  due = await givenDuePayments(world, 2)
  const [settled = '', sent = '', scheduled = ''] = due.payment_uuids
  const body = { pay_date: '2026-03-20', payment_uuids: [settled, sent] }
  const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  await call(world, due.operator, 'bulkSettle', {
    body: { payment_uuids: [settled], reference: 'B' },
  })
  await fund(world, due, '100.00', 'WIRE-2')
  world.clock.set('2026-04-20T10:00:00Z')
  await world.byTheClock()
  expect(scheduled).not.toBe('')
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

/** Which invariants do not hold. */
const brokenNames = async () =>
  [...new Set((await world.broken()).map(text => text.split(':')[0]))].sort()

describe('a database that nobody tampered with', () => {
  it('holds every invariant, and says what each means', async () => {
    const verdicts = await transact(world.kernel.db, SYSTEM, verifyInvariants, { readonly: true })
    expect(verdicts.filter(({ violations }) => violations.length > 0)).toEqual([])
    expect(new Set(verdicts.map(({ name }) => name)).size).toBe(verdicts.length)
    const found = new Set(
      TAMPERINGS.flatMap(({ names }) => names.map(name => name.replace('?', ''))),
    )
    expect(verdicts.map(({ name }) => name).filter(name => !found.has(name))).toEqual([])
  })
})

describe('tampering by hand', () => {
  it.each(TAMPERINGS)('$what is named', async ({ statement, undo, names, says }) => {
    const [entry] = await admin.rows<{ actor_sub: string }>(
      "select actor_sub from audit_entry where seq = 3 and chain <> 'platform'",
    )
    await admin.tamper(statement)
    try {
      const violations = await world.broken()
      expect(
        violations.some(text => says.test(text)),
        violations.join('\n'),
      ).toBe(true)
      const found = await brokenNames()
      const must = names.filter(name => !name.endsWith('?'))
      expect(found).toEqual(expect.arrayContaining(must))
      expect(found.filter(name => !names.some(known => known.replace('?', '') === name))).toEqual(
        [],
      )
    } finally {
      await admin.tamper(undo.replace('UNDO', entry?.actor_sub ?? ''))
    }
    expect(await world.broken()).toEqual([])
  })

  it.each([
    [
      'deleted',
      'delete from audit_entry where chain = $1 and seq = 4',
      / 5: the hash does not follow/,
    ],
    [
      'deleted at the end',
      'delete from audit_entry where chain = $1 and seq = (select max(seq) from audit_entry where chain = $1)',
      /the head is \d+, the last entry \d+/,
    ],
    [
      'put in another order',
      'update audit_entry set seq = case seq when 4 then -5 when 5 then -4 end where chain = $1 and seq in (4, 5)',
      / (-?[45]): the hash does not follow/,
    ],
    [
      'added',
      "insert into audit_entry select chain, seq + 1, employer_uuid, created_at, actor_sub, actor_role, request_id, 'forged', entity, entity_uuids, before, after, hash from audit_entry where chain = $1 order by seq desc limit 1",
      /the head is|does not follow/,
    ],
    [
      'given another time',
      "update audit_entry set created_at = created_at + interval '1 microsecond' where chain = $1 and seq = 2",
      / 2: the hash does not follow/,
    ],
    [
      'given another subject',
      "update audit_entry set entity_uuids = entity_uuids || 'x'::text where chain = $1 and seq = 2",
      / 2: the hash does not follow/,
    ],
    [
      'told otherwise',
      "update audit_entry set after = '{}' where chain = $1 and seq = 2",
      / 2: the hash does not follow/,
    ],
  ] as const)('an audit entry that is %s is named', async (_how, statement, says) => {
    const chain = due.employer.employer_uuid
    await admin.rows('drop table if exists audit_kept')
    await admin.rows('create table audit_kept as select * from audit_entry')
    await admin.tamper(statement, [chain])
    const violations = await world.broken()
    expect(
      violations.some(text => says.test(text) && text.includes(chain)),
      violations.join('\n'),
    ).toBe(true)
    await admin.tamper('delete from audit_entry')
    await admin.tamper('insert into audit_entry select * from audit_kept')
    expect(await world.broken()).toEqual([])
  })
})

describe('the check of the invariants', () => {
  it('halts all payments on a breach, and lets them go on once everything holds', async () => {
    const context = { kernel: world.kernel, unit: world.unit }
    const [waiting = ''] = due.payment_uuids.slice(2)
    const execute = () =>
      call(world, due.operator, 'bulkExecute', {
        body: { pay_date: '2026-03-20', payment_uuids: [waiting] },
      })
    await admin.tamper(
      "update ledger_account set posted_in = posted_in + 1 where kind = 'available' and currency = 'USD'",
    )
    await checkJob(world.checking)({}, context)
    await expect(execute()).rejects.toMatchObject({ code: 'EXECUTION_HALTED' })
    await admin.tamper(
      "update ledger_account set posted_in = posted_in - 1 where kind = 'available' and currency = 'USD'",
    )
    await expect(execute()).rejects.toMatchObject({ code: 'EXECUTION_HALTED' })
    await checkJob(world.checking)({}, context)
    expect((await execute()).queued).toBe(1)
    expect(await world.broken()).toEqual([])
  })
})
