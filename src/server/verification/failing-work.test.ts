/** What fails behind the screens is seen by operators, tried again, and let go only where it writes to somebody. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { holding, outcome, waiting } from '#test/harness/races.ts'
import { givenDuePayments, plainWorld, type World } from '#test/harness/world.ts'
import { deliverEvents } from '../deliver-events.ts'
import { jobsOf } from '../jobs.ts'
import { newUuid } from '../kernel/ids.ts'
import { WORDED_JOBS } from './work-words.ts'

let world: World
let admin: Admin
let operator: Person

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  operator = (await givenDuePayments(world, 1)).operator
})
beforeEach(async () => {
  await admin.rows('delete from graphile_worker._private_jobs')
  await admin.rows('delete from outbox_event')
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

/** A job that failed as often, and says why in two lines. */
async function failed(task: string, tries: number): Promise<void> {
  await world.unit(ctx => ctx.enqueue(task, { of: newUuid() }))
  await admin.rows(
    `update graphile_worker._private_jobs j set attempts = $2, last_error = 'the mail server is away\nat send', run_at = now() + interval '1 hour'
       from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1 and j.last_error is null`,
    [task, tries],
  )
}

/** An event whose reaction was given up. */
async function dead(type: string, reaction: string, payload: object = {}): Promise<void> {
  await admin.rows(
    `insert into outbox_event (event_uuid, type, reaction, payload, created_at, attempts, last_error, dead)
       values ($1, $2, $3, $4, now(), 10, 'Error: no words', true)`,
    [newUuid(), type, reaction, JSON.stringify(payload)],
  )
}

const listed = async () => (await call(world, operator, 'listFailingWork', {})).items
const again = (kind: 'JOB' | 'EVENT', name: string) =>
  call(world, operator, 'tryWorkAgain', { body: { kind, name } })
const letGo = (kind: 'JOB' | 'EVENT', name: string, over: number) =>
  call(world, operator, 'letWorkGo', { body: { kind, name, over, reason: 'They were called.' } })

describe('work that fails', () => {
  it('is listed by its name once it failed three times, with what it said and when it is tried again', async () => {
    await failed('send_mail', 2)
    expect(await listed()).toEqual([])
    await failed('send_mail', 3)
    await failed('send_mail', 25)
    expect(await listed()).toEqual([
      {
        ...{ kind: 'JOB', name: 'send_mail', text: 'An email leaves.', count: 2, over: 1 },
        ...{ since: expect.any(Date), next_at: expect.any(Date) },
        ...{ reason: 'the mail server is away', allowed_actions: ['try_again', 'let_go'] },
      },
    ])
    expect((await call(world, operator, 'getChecks', {})).failing).toBe(2)
  })

  it('is tried again with all its tries, and no more than once', async () => {
    await failed('execute_payments', 25)
    expect(await again('JOB', 'execute_payments')).toEqual({ tried: 1 })
    expect(
      await admin.rows('select attempts, run_at <= now() due from graphile_worker._private_jobs'),
    ).toEqual([{ attempts: 0, due: true }])
    await expect(again('JOB', 'execute_payments')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await listed()).toEqual([])
  })

  it('is delivered where an event was given up', async () => {
    await dead('payroll.pay_late', 'mailLatePay', { item_uuids: [] })
    const [item] = await listed()
    expect(item).toMatchObject({
      ...{ kind: 'EVENT', name: 'payroll.pay_late mailLatePay', count: 1, over: 1, next_at: null },
      text: 'Emails about pay are written.',
    })
    expect(await again('EVENT', 'payroll.pay_late mailLatePay')).toEqual({ tried: 1 })
    await deliverEvents({ kernel: world.kernel, unit: world.unit }).catch(() => {})
    expect(await admin.rows('select dead, attempts from outbox_event')).toEqual([
      { dead: false, attempts: 1 },
    ])
    expect(
      await admin.rows('select task_identifier from graphile_worker.jobs where key is not null'),
    ).toContainEqual({ task_identifier: 'deliver_events' })
  })

  it('is let go where it writes to somebody and is tried no more, with its reason', async () => {
    await failed('send_mail', 25)
    await failed('send_mail', 4)
    await dead('people.contractor_invited', 'mailInvitation')
    expect(await letGo('JOB', 'send_mail', 1)).toEqual({ let_go: 1 })
    expect(await letGo('EVENT', 'people.contractor_invited mailInvitation', 1)).toEqual({
      let_go: 1,
    })
    expect((await listed()).map(({ name, over }) => ({ name, over }))).toEqual([
      { name: 'send_mail', over: 0 },
    ])
    const said = await admin.rows<{ after: object }>(
      "select after from audit_entry where entity = 'failing_work' and action = 'let_go'",
    )
    expect(said).toHaveLength(2)
    expect(said[0]?.after).toMatchObject({ reason: 'They were called.' })
  })

  it('is not let go where more has failed than was seen, where it is tried still, or where it does more', async () => {
    await failed('send_mail', 25)
    await failed('send_mail', 25)
    await failed('execute_payments', 25)
    await dead('payments.items_settled', 'chargeFees')
    await expect(letGo('JOB', 'send_mail', 1)).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const [kind, name] of [
      ['JOB', 'execute_payments'],
      ['EVENT', 'payments.items_settled chargeFees'],
    ] as const)
      await expect(letGo(kind, name, 1)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    await expect(letGo('JOB', 'send_mails', 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await listed()).reduce((sum, { count }) => sum + count, 0)).toBe(4)
  })

  it('is not let go where somebody has it tried again at that moment', async () => {
    await failed('send_mail', 25)
    const end = await holding(
      world,
      "set local app.role = 'operator'; select app.try_jobs_again('send_mail', 3)",
    )
    const going = outcome(letGo('JOB', 'send_mail', 1))
    await waiting(admin, 1, going)
    await end()
    expect(await going).toBe('CONFLICT')
    expect(await admin.rows('select attempts from graphile_worker._private_jobs')).toEqual([
      { attempts: 0 },
    ])
  })

  it('is none while it runs: it is tried at that moment, and may be done the next', async () => {
    await failed('send_mail', 25)
    const locked = (at: string) =>
      admin.rows(`update graphile_worker._private_jobs set locked_at = ${at}, locked_by = 'w'`)
    await locked('now()')
    expect(await listed()).toEqual([])
    for (const act of [again('JOB', 'send_mail'), letGo('JOB', 'send_mail', 1)])
      expect(await outcome(act)).toBe('NOT_FOUND')
    // As long as nobody runs anything: whoever ran it is gone.
    await locked("now() - interval '5 hours'")
    expect(await listed()).toHaveLength(1)
    expect(await again('JOB', 'send_mail')).toEqual({ tried: 1 })
  })

  it('has words for every job that there is', () => {
    const jobs = jobsOf({} as never)
    const names = Object.values(jobs).flatMap(of => Object.keys(of))
    expect([...WORDED_JOBS].sort()).toEqual(names.sort())
  })

  it('of a version that is not ours is named as such', async () => {
    await failed('dance', 25)
    await dead('weather.rained', 'openUmbrella')
    const texts = (await listed()).map(({ text }) => text)
    expect(texts).toEqual([
      'A job that this version does not know.',
      'What follows from something that this version does not know is done.',
    ])
  })
})
