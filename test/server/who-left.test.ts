/** What somebody did for a company stays in their name once they left its team: every call reads as before, for who is left and who is paid. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '#contract/kernel/endpoint.ts'
import { approvalOf, call, type Person } from '#db/seed/cast.ts'
import { added } from '#server/identity/team.test-data.ts'
import { type Scope, transact } from '#server/kernel/db.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { timeActs } from '#server/payroll/time-acts.test-data.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'
import { connectMachines, sendBatch } from './machines.ts'
import { readsOf } from './reads.ts'
import type { Ids } from './sample.ts'

let world: World
let admin: Admin
let http: HttpWorld
let stage: CycleStage
/** Who leaves: they signed and invited nobody, so that nothing else shows who they are. */
let priya: Person
let ids: Ids

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  http = await httpWorld(world)
  stage = await givenApprovableCycle(world, 3)
  await fund(world, stage, '20000.00')
  priya = await added(world, stage.employer, 'priya@northwind.test', 'admin')
  ids = await actsOf(priya)
})
afterAll(async () => {
  await http.close()
  await admin.close()
  await world.close()
})

/** Everything that somebody of a company puts their name to, and the ids by which it is read. */
async function actsOf(who: Person): Promise<Ids> {
  const { employer, contractors } = stage
  await call(world, employer, 'putApprovalBands', {
    body: {
      bands: [{ above: { currency: 'USD', minor: 0n }, approvers: 2, among: 'ANYONE', named: [] }],
    },
  })
  await call(world, who, 'approveCycle', {
    params: stage.id,
    body: await approvalOf(world, who, stage.id),
  })
  const look = () => call(world, who, 'getCycle', { params: stage.id, query: { limit: 10 } })
  const of = async (person: Person | undefined) => {
    const found = (await look()).items.find(item => item.contractor_sub === person?.sub)
    return found?.line_item_uuid ?? ''
  }
  const line_item_uuid = await of(contractors[0])
  const params = { ...stage.id, line_item_uuid }
  const time = timeActs(() => ({ world, stage, admin }))
  await time.report()
  await time.correct(7000, { who })
  for (const kind of ['BONUS', 'DEDUCTION'] as const)
    await call(world, who, 'addEntry', {
      params: { ...params, entry_uuid: newUuid() },
      body: { kind, amount_in_smallest_unit: 100n, words: 'A test' },
    })
  // Another corrected the second one's time; who leaves writes what was reported after all.
  const { timesheet } = await time.report({ who: contractors[1] as Person })
  const second = { ...stage.id, line_item_uuid: await of(contractors[1]) }
  await call(world, employer, 'correctTimesheet', {
    params: second,
    body: { hours: 7000, reason: 'A test', version: timesheet.version },
  })
  await call(world, who, 'editLineItem', { params: second, body: { hours: 7750 } })
  const machines = { ...who, employer_uuid: employer.employer_uuid }
  await connectMachines(world, machines)
  await sendBatch(world, who)
  await call(world, who, 'putEmployerCryptoInfo', {
    body: { currency: 'USDC', blockchain: 'hedera', address: '0.0.48211' },
  })
  await admin.rows(
    `insert into funding_notice (notice_uuid, employer_uuid, currency, amount_minor, sent_on, announced_by, announced_at)
      values (gen_random_uuid(), $1, 'USD', 1, '2026-03-02', $2, now())`,
    [employer.employer_uuid, who.sub],
  )
  const [contract] = await admin.rows<{ contract_uuid: string }>(
    'select contract_uuid from contract where contractor_sub = $1',
    [contractors[0]?.sub],
  )
  await call(world, who, 'shareContract', {
    params: { id: contract?.contract_uuid ?? '' },
    body: { viewer_emails: 'ada@bank.test' },
  })
  const [batch] = await admin.rows<{ batch_uuid: string }>(
    'select batch_uuid from payment_batch where submitted_by = $1',
    [who.sub],
  )
  return {
    ...{ ...stage.id, line_item_uuid, id: contract?.contract_uuid ?? '' },
    ...{ policy: stage.id.policy_uuid, cycle: stage.id.cycle_uuid },
    batch_uuid: batch?.batch_uuid ?? '',
  }
}

/** Each read of a person that answers, with how often it names who left. */
function readsOfWho(person: Person, role: Role) {
  const asked = [ids.id, ids.policy_uuid, stage.contractors[0]?.sub, employerOf()]
  return readsOf(http, person, { role, ids, asked, name: 'Priya Raman' })
}
const employerOf = () => stage.employer.employer_uuid

it('reads the same for everybody once who did it has left', async () => {
  const [first, second] = stage.contractors as [Person, Person]
  const read = async () => ({
    owner: await readsOfWho(stage.employer, 'employer'),
    first: await readsOfWho(first, 'contractor'),
    second: await readsOfWho(second, 'contractor'),
    operator: await readsOfWho(stage.operator, 'operator'),
  })
  const before = await read()
  expect(before.owner).toMatchObject({ 'listApiKeys ': '200, named 1 times' })
  expect(before.first).toMatchObject({
    'listDeductions ': '200, named 1 times',
    'listTimesheets ': '200, named 1 times',
  })
  expect(before.second).toMatchObject({ 'listTimesheets ': '200, named 1 times' })
  await call(world, stage.employer, 'removeMember', { params: { sub: priya.sub } })
  expect(await read()).toEqual(before)
})

it('is asked of one’s own row first, and of who left last', async () => {
  const [{ sub }] = stage.contractors as [Person]
  const scope: Scope = { role: 'contractor', sub, employer_uuid: null }
  const plan = await transact(world.kernel.db, scope, async tx => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select from person`.execute(tx)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/^.*\n {2}Filter: \(\(sub = \(InitPlan/)
})

it('lets who is left and who is paid go on with what was begun', async () => {
  const [first] = stage.contractors as [Person]
  const { employer } = stage
  const { preview } = await call(world, employer, 'getCycle', {
    params: stage.id,
    query: { limit: 1 },
  })
  const step_uuid = preview.approver?.first_yes?.step_uuid ?? ''
  const { keys } = await call(world, employer, 'listApiKeys')
  const { notices } = await call(world, employer, 'getWaysToFund')
  const deductions = await call(world, first, 'listDeductions')
  const id = (of: string | undefined) => ({ params: { id: of ?? '' } })
  await call(world, employer, 'takeBackYes', {
    params: { ...stage.id, step_uuid },
    body: { reason: 'They left.' },
  })
  await call(world, employer, 'revokeApiKey', id(keys[0]?.key_uuid))
  await call(world, employer, 'withdrawFundingNotice', id(notices[0]?.notice_uuid))
  await call(world, first, 'answerDeduction', {
    params: { deduction_uuid: deductions[0]?.deduction_uuid ?? '' },
    body: { agrees: true },
  })
  const params = { batch_uuid: ids.batch_uuid ?? '' }
  await call(world, employer, 'cancelPaymentBatch', { params })
  await world.deliver()
  expect(await world.broken()).toEqual([])
})
