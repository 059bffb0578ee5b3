/**
 * What an operator did stays in their name once they are suspended or have another role, and colleagues go on with what they had begun. Half of
 * what takes two is no half any more: nobody confirms it, and it is asked for anew.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Role } from '#contract/kernel/endpoint.ts'
import { call, type Person } from '#db/seed/cast.ts'
import type { OperatorRole } from '#domain/identity/team.ts'
import { savePlatformLimit } from '#server/approvals/index.ts'
import { codeOf } from '#server/approvals/two-people.test-data.ts'
import { makeOperator } from '#server/identity/index.ts'
import { SWIFT } from '#server/payments/bank-files.test-data.ts'
import {
  decide,
  importFtm,
  invented,
  screenAll,
  waitingHits,
} from '#server/screening/lists.test-data.ts'
import {
  type CycleStage,
  givenDuePayments,
  givenEmployer,
  givenOperator,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'
import { readsOf } from './reads.ts'
import { type Ids, sampleOf } from './sample.ts'

let world: World
let http: HttpWorld
let stage: CycleStage & { payment_uuids: string[] }
let noor: Person
let samuel: Person
const priya = person('priya@corridor.test')
let other: Person & { employer_uuid: string }
let domain: string
let ids: Ids

beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  stage = await givenDuePayments(world, 2)
  noor = stage.operator
  samuel = await givenOperator(world, 'samuel@corridor.test')
  const { proposals } = await call(world, noor, 'proposeFundingAccount', { body: DOLLARS })
  await call(world, samuel, 'confirmFundingAccount', {
    params: { id: proposals[0]?.account_uuid ?? '' },
  })
  other = await givenEmployer(world, noor, 'boss@rival.test')
  domain = (await call(world, stage.employer, 'getEmployer')).domain ?? ''
  const names = { first_name: 'Priya', last_name: 'Raman' }
  await world.unit(ctx =>
    makeOperator(ctx, { ...priya, ...names, role: 'admin', created_at: ctx.now }),
  )
  await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000_000n, ctx.now))
  ids = await actsOf(priya)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await http.close()
  await world.close()
})

const wires = (amount: string, reference: string) => ({
  file_name: `${reference}.csv`,
  bytes: Buffer.from(
    `employer_domain,currency,amount,reference,received_on\n${domain},USD,${amount},${reference},2026-03-01\n`,
  ),
})
const EUROS = {
  ...{ currency: 'EUR', account_name: 'Corridor', bank_name: 'Bank of the Tests' },
  ...{ bank_address: '', account_number: '', routing_number: '', swift_code: '' },
  iban: 'DE89 3704 0044 0532 0130 00',
}
const DOLLARS = { ...EUROS, currency: 'USD', iban: '', account_number: '8820' }
const ask = (who: Person) =>
  call(world, who, 'requestFunds', {
    params: { domain },
    body: {
      ...{ currency: 'USD', amount_in_smallest_unit: 10_000n },
      ...{ needed_on: '2026-04-18', words: 'For April.' },
    },
  })
const approve = async (who: Person, id: string) => {
  const { step } = await call(world, who, 'getApprovalStep', {
    params: { id },
    query: { limit: 50 },
  })
  return call(world, who, 'approveStep', { params: { id }, body: { digest: step.digest } })
}
const give = (role: OperatorRole) =>
  call(world, noor, 'changeOperatorRole', { params: { sub: priya.sub }, body: { role } })
const set = (operation: 'suspend' | 'reinstate') =>
  call(world, noor, 'changeOperatorStanding', { params: { sub: priya.sub, operation } })

/** What an operator puts their name to, done and half done, and the ids by which it is read. */
async function actsOf(who: Person): Promise<Ids> {
  const [first, second] = stage.contractors as [Person, Person]
  await call(world, who, 'putBalances', { body: wires('12.00', 'WIRE-OF-PRIYA') })
  const done = await call(world, noor, 'putBalances', { body: wires('20000.00', 'WIRE-OF-TWO') })
  await approve(who, done.waiting?.step_uuid ?? '')
  const waits = await call(world, who, 'putBalances', {
    body: wires('30000.00', 'WIRE-THAT-WAITS'),
  })
  await ask(who)
  await call(world, who, 'sendMessage', {
    params: { sub: first.sub },
    body: { subject: 'Your papers', full_text: 'Please look.' },
  })
  await call(world, who, 'changeStanding', {
    params: { userTypes: 'employers', sub: other.employer_uuid, operation: 'suspend' },
    body: { reason: 'They do not answer.', told: 'Please call us.' },
  })
  const { freeze_uuid } = await call(world, who, 'freezePayments', {
    body: { before: '2026-04-01', words: 'A doubt.', contractor_sub: second.sub },
  })
  const { proposals } = await call(world, who, 'proposeFundingAccount', { body: EUROS })
  const channels = await call(world, who, 'proposeBankChannel', { body: SWIFT })
  const { execution_uuid } = await call(world, who, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids: stage.payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  await importFtm(world, invented({ id: 'x-1', name: 'Amara Okafor amara1' }))
  await screenAll(world)
  const [hit] = await waitingHits(world, who)
  if (!hit) throw new Error('somebody is like an entry')
  await decide(world, who, hit, 'claim')
  const invite = { email: 'guest@corridor.test', role: 'treasurer' as const }
  const { invitation_uuid } = await call(world, who, 'inviteOperator', { body: invite })
  return {
    ...{ ...stage.id, sub: first.sub, id: stage.id.policy_uuid, domain, freeze: freeze_uuid },
    ...{
      policy: stage.id.policy_uuid,
      cycle: stage.id.cycle_uuid,
      step: waits.waiting?.step_uuid ?? '',
    },
    ...{ account: proposals[0]?.account_uuid ?? '', invitation: invitation_uuid },
    ...{ channel: channels.proposals[0]?.channel_uuid ?? '', hit: hit.hit_uuid },
    execution: execution_uuid ?? '',
  }
}

async function readAll() {
  const [first] = stage.contractors as [Person]
  const asked = [ids.step, ids.execution, ids.hit, first.sub, domain, stage.employer.employer_uuid]
  const reads = (who: Person, role: Role) =>
    readsOf(http, who, { role, ids, asked, name: 'Priya Raman' })
  return {
    noor: await reads(noor, 'operator'),
    employer: await reads(stage.employer, 'employer'),
    contractor: await reads(first, 'contractor'),
  }
}

it('reads the same for everybody once who did it has another role, or is suspended', async () => {
  const before = await readAll()
  const named = Object.entries(before.noor).filter(([, told]) => !told.endsWith('named 0 times'))
  expect([...new Set(named.map(([call]) => call.split(' ')[0]))]).toEqual([
    ...['listOperators', 'listMessagesTo', 'listFreezes', 'listBankChannels'],
    ...['listFundingAccounts', 'listFundingRequests', 'listApprovalSteps', 'getApprovalStep'],
    'listHits',
  ])
  await give('verifier')
  expect(await readAll()).toEqual(before)
  await give('admin')
  await set('suspend')
  expect(await readAll()).toEqual(before)
})

it('lets nobody in by who is suspended: no call of theirs answers, and none of their links', async () => {
  const token = await http.tokenOf(priya)
  const answers = new Set<string>()
  for (const [, entry] of entries)
    if (entry.access !== 'public') {
      const params = sampleOf(entry.params ?? z.object({}), ids) as Record<string, string>
      const { status, body } = await http.ask(entry, { token, params })
      answers.add(`${status} ${(body as { code?: string }).code}`)
    }
  expect([...answers]).toEqual(['403 SUSPENDED'])
  const id = ids.invitation ?? ''
  expect(await codeOf(call(world, noor, 'confirmOperatorInvitation', { params: { id } }))).toBe(
    'TRANSITION_NOT_ALLOWED',
  )
})

it('is ended by colleagues where it holds something: a freeze, a suspension, a match, a request', async () => {
  await call(world, noor, 'liftFreeze', {
    params: { id: ids.freeze ?? '' },
    body: { words: 'No doubt any more.' },
  })
  await call(world, noor, 'changeStanding', {
    params: { userTypes: 'employers', sub: other.employer_uuid, operation: 'reinstate' },
    body: {},
  })
  const [request] = (await call(world, stage.employer, 'getWaysToFund')).requests
  await call(world, noor, 'withdrawFundingRequest', {
    params: { id: request?.request_uuid ?? '' },
  })
  const [hit] = await waitingHits(world, noor)
  if (!hit) throw new Error('the match waits')
  await decide(world, noor, hit, 'refuse')
  await world.deliver()
})

it('is half of nothing: nobody confirms what they asked for, and the same is asked for anew', async () => {
  const half = (id: string | undefined) => ({ params: { id: id ?? '' } })
  // Money.
  expect(await codeOf(approve(noor, ids.step ?? ''))).toBe('STEP_CLOSED')
  await call(world, noor, 'rejectStep', { ...half(ids.step), body: { reason: 'They left.' } })
  const again = await call(world, noor, 'putBalances', {
    body: wires('30000.00', 'WIRE-THAT-WAITS'),
  })
  expect(await approve(samuel, again.waiting?.step_uuid ?? '')).toMatchObject({
    status: 'APPROVED',
  })
  // Where money is paid in, and by which files it leaves.
  const confirms = [
    call(world, noor, 'confirmFundingAccount', half(ids.account)),
    call(world, noor, 'confirmBankChannel', half(ids.channel)),
  ]
  expect(await Promise.all(confirms.map(codeOf))).toEqual([
    'TRANSITION_NOT_ALLOWED',
    'TRANSITION_NOT_ALLOWED',
  ])
  await call(world, noor, 'withdrawFundingAccount', half(ids.account))
  await call(world, noor, 'closeBankChannel', half(ids.channel))
  const accounts = await call(world, noor, 'proposeFundingAccount', { body: EUROS })
  await call(world, samuel, 'confirmFundingAccount', half(accounts.proposals[0]?.account_uuid))
  const channels = await call(world, noor, 'proposeBankChannel', { body: SWIFT })
  await call(world, samuel, 'confirmBankChannel', half(channels.proposals[0]?.channel_uuid))
  // Who comes in.
  await call(world, noor, 'withdrawOperatorInvitation', half(ids.invitation))
  const body = { email: 'guest@corridor.test', role: 'treasurer' as const }
  const { invitation_uuid } = await call(world, noor, 'inviteOperator', { body })
  await call(world, samuel, 'confirmOperatorInvitation', half(invitation_uuid))
})
