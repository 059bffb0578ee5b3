/**
 * Who changes where pay goes, a day before it leaves, a minute less, while it is approved or while it is executed: nothing goes to an account
 * that is fresh, and nothing to one that nobody approved (design: Promises, 1; specification 9, 24 hours).
 */
import { beforeEach, expect, it } from 'vitest'
import { approvalOf, call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { heavy } from '#test/harness/heavy.ts'
import { outcome } from '#test/harness/races.ts'
import { seeded } from '#test/harness/random.ts'
import type { World } from '#test/harness/world.ts'
import {
  type ApprovedPay,
  changesIn,
  givenApproved,
  looksAt,
} from '../payroll/approved-pay.test-data.ts'

const PAYS = '2026-03-20T10:00:00Z'
const DAY_AND_AN_HOUR_BEFORE = '2026-03-19T09:00:00Z'
const A_MINUTE_LESS_THAN_A_DAY = '2026-03-19T10:01:00Z'

let world: World
let admin: Admin
let told: ApprovedPay
let on: ReturnType<typeof changesIn> & ReturnType<typeof looksAt>
eachInACopy(givenApproved, copy => {
  world = copy.world
  admin = copy.admin
  told = copy.told
  on = { ...changesIn(copy), ...looksAt(copy) }
})

/** What a round draws: how pay is sent elsewhere, and who comes a moment later than the other. */
type Draw = { readonly change: () => Promise<unknown>; readonly first: boolean }
let spare = ''

beforeEach(async () => {
  world.clock.set('2026-03-18T10:00:00Z')
  spare = await on.addAccount(told.first)
  await world.deliver()
})

function drawOf(round: number): Draw {
  const random = seeded(round + 1)
  const changes = [
    () => on.split(told.first, 10_000, 0, 0),
    () => on.split(told.first, 0, 4_000, 6_000),
    () => on.replace(told.first, 'bank', spare),
    () => on.addWallet(told.first).then(() => on.split(told.first, 2_000, 3_000, 1_000, 4_000)),
  ]
  const change = changes[Math.floor(random() * changes.length)] ?? execute
  return { change: () => outcome(change()), first: random() < 0.5 }
}

/** Approves what waits, as its employer reads it now; that nothing does is no error. */
async function approve(): Promise<void> {
  const body = { ...(await approvalOf(world, told.employer, told.id)), ahead_of_funding: true }
  await outcome(call(world, told.employer, 'approveCycle', { params: told.id, body }))
}

/** Executes what may leave by now; that nothing may is no error. */
async function execute(): Promise<void> {
  const pay_date = '2026-03-20'
  const { payment_uuids } = await call(world, told.operator, 'getChecklist', {
    query: { pay_date },
  })
  if (payment_uuids.length === 0) return
  const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
    body: { pay_date, payment_uuids },
  })
  if (execution_uuid) await world.execute(execution_uuid)
}

async function together({ change, first }: Draw, other: () => Promise<unknown>): Promise<void> {
  const works = first ? [change, other] : [other, change]
  await Promise.all(works.map(work => work()))
  await world.deliver()
}

/**
 * What was handed to a rail for an account that was fresh, or for another than was approved. A change of the same instant came after,
 * unless what left is of the account as it is since.
 */
async function wronglyLeft(): Promise<unknown[]> {
  return admin.rows(
    `select p.payment_uuid, d.label, d.usable_from, a.requested_at from payment_attempt a
       join payment p using (payment_uuid) join destination d using (destination_uuid)
       where a.outcome is distinct from 'FAILED' and (
         p.destination_version = d.version and d.usable_from > a.requested_at
         or d.changed_at < a.requested_at and (d.status = 'DEACTIVATED' or p.destination_version <> d.version))`,
  )
}

const left = () =>
  admin.rows<{ email: string }>(
    `select email from payment_attempt join payment using (payment_uuid) join person on sub = contractor_sub where outcome = 'SENT'`,
  )

const MOMENTS: Record<string, (draw: Draw) => Promise<void>> = {
  'a day and an hour before': async ({ change }) => {
    world.clock.set(DAY_AND_AN_HOUR_BEFORE)
    await change()
    await world.deliver()
    await approve()
  },
  'a minute less than a day before': async ({ change }) => {
    world.clock.set(A_MINUTE_LESS_THAN_A_DAY)
    await change()
    await world.deliver()
    await approve()
  },
  'while it is approved': async draw => {
    world.clock.set(A_MINUTE_LESS_THAN_A_DAY)
    await on.split(told.first, 5_000, 5_000, 0)
    await world.deliver()
    await together(draw, approve)
  },
  'while it is executed': async draw => {
    world.clock.set(PAYS)
    await together(draw, execute)
  },
}

it.each(
  Object.keys(MOMENTS).flatMap(moment =>
    Array.from({ length: heavy(3, 250) }, (_, n) => [moment, n] as const),
  ),
)('changed %s: nothing leaves to a fresh account (%i)', async (moment, round) => {
  await MOMENTS[moment]?.(drawOf(round))
  world.clock.set(PAYS)
  await world.release()
  await execute()
  await world.deliver()
  expect(await wronglyLeft()).toEqual([])
  const mails = (await left()).map(({ email }) => email)
  // Whose pay was left alone got it; whoever changed a day and an hour before did too.
  expect(mails).toContain(told.contractors[1]?.email)
  if (moment === 'a day and an hour before') expect(mails).toContain(told.first.email)
})
