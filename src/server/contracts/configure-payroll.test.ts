/** Terms of agreements that were signed elsewhere, and revisions by configuring a payroll, against PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf, call, type Person } from '#db/seed/cast.ts'
import { samplePdf } from '#db/seed/sample-pdf.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { added, outcome, outcomes } from '../identity/team.test-data.ts'

const START = '2026-03-02T10:00:00Z'
let world: World
let admin: Admin
let stage: CycleStage
let boss: Person
let rival: Person
let amara: Person
let roles = 0

beforeAll(async () => {
  world = await plainWorld(START)
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 1)
  boss = stage.employer
  amara = stage.contractors[0] as Person
  rival = await givenEmployer(world, stage.operator, 'boss@rival.test')
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

type Body = Parameters<typeof bodyOf>[0]
const bodyOf = (more: {
  role?: string
  rate?: bigint
  start_date?: string
  end_date?: string | null
  signed_elsewhere?: boolean
  agreement?: { file_name: string; mime_type: 'application/pdf'; content: string }
}) => {
  const { rate = 9000n, ...rest } = more
  return {
    pay_policy_uuid: stage.id.policy_uuid,
    start_date: '2026-03-02',
    end_date: null,
    hourly_rate: { currency: 'USD', minor: rate },
    currency: 'USD',
    scheduled_hours: 1000,
    role: `Role ${roles}`,
    ...rest,
  }
}
const configure = (more: Body = {}, by: Person = boss) =>
  call(world, by, 'configurePayroll', { params: { id: amara.sub }, body: bodyOf(more) })
const get = (id: string, by: Person = boss) => call(world, by, 'getContract', { params: { id } })
const confirm = async (id: string) => {
  const { pdf_sha256 } = await get(id, amara)
  const { blocked } = await call(world, amara, 'getContractText', { params: { id } })
  if (blocked) await call(world, amara, 'getAgreement', { params: { id } })
  const { name } = await actorOf(world, amara)
  return call(world, amara, 'signContract', {
    params: { id },
    body: { name, pdf_sha256: pdf_sha256 ?? '' },
  })
}
const agreement = (text = 'What both signed on paper') => ({
  file_name: 'signed on paper.pdf',
  mime_type: 'application/pdf' as const,
  content: samplePdf(text).toString('base64'),
})
const paid = async (role: string) =>
  (await admin.rows(`select 1 from line_item where role = '${role}'`)).length
const newRole = () => `Role ${++roles}`

describe('terms of an agreement signed elsewhere', () => {
  it('wait for the contractor, pay nothing before, and run by one confirmation that is recorded like a signature', async () => {
    const role = newRole()
    const stated = await configure({ role, agreement: agreement() })
    const id = stated.contract_uuid
    expect(stated).toMatchObject({
      kind: 'OUTSIDE',
      status: 'AWAITING_SIGNATURE',
      revision: 1,
      agreement: { file_name: 'signed on paper.pdf' },
      signatures: [{ party: 'employer' }],
      allowed_actions: ['discard', 'share'],
    })
    await world.byTheClock()
    expect(await paid(role)).toBe(0)
    // Who confirms compared the terms with the agreement: of its very file, which they opened.
    const { blocked } = await call(world, amara, 'getContractText', { params: { id } })
    expect(blocked?.said.text).toBe('contracts.problems.openAgreementFirst')
    await expect(
      call(world, amara, 'signContract', {
        params: { id },
        body: { name: (await actorOf(world, amara)).name, pdf_sha256: stated.pdf_sha256 ?? '' },
      }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    const file = await call(world, amara, 'getAgreement', { params: { id } })
    expect((await wholeFile(file)).equals(samplePdf('What both signed on paper'))).toBe(true)
    const { text } = await call(world, amara, 'getContractText', { params: { id } })
    expect(text?.heading).toBe('Terms of an agreement signed elsewhere')
    expect(JSON.stringify(text)).toContain(stated.agreement?.sha256)
    const done = await confirm(id)
    expect(done).toMatchObject({
      status: 'ACTIVE',
      signatures: [{ party: 'employer' }, { party: 'contractor', pdf_sha256: stated.pdf_sha256 }],
    })
    expect(text?.certificate).toBeNull()
    const after = await call(world, amara, 'getContractText', { params: { id } })
    const steps = after.text?.certificate?.steps ?? []
    expect(steps.at(-1)?.what).toBe('Confirmed by the Contractor')
    const opened = steps.find(({ what }) => what.includes('opened by the Contractor'))
    expect(JSON.stringify(opened)).toContain(stated.agreement?.sha256)
    // Both sides see who opened the file as it stands, and the agreement beside it.
    await call(world, boss, 'getContractPdf', { params: { id } })
    world.clock.set('2026-03-02T11:00:00Z')
    const seen = async (by: Person) =>
      (await call(world, by, 'getContractText', { params: { id } })).reads.map(
        ({ document, reader_role, purpose, times, read_at }) =>
          `${reader_role} ${document} ${purpose} ${times} ${read_at.length}`,
      )
    expect((await seen(boss)).toSorted()).toEqual([
      'contractor agreement contract 1 1',
      'contractor contract contract 1 1',
      'employer contract contract 2 2',
    ])
    expect((await seen(amara)).toSorted()).toEqual([
      'contractor agreement contract 1 1',
      'contractor contract contract 2 2',
      'employer contract contract 2 2',
    ])
    world.clock.set(START)
    expect(await world.broken()).toEqual([])
  })

  it('are the same when sent again, and others take the place of those that wait', async () => {
    const role = newRole()
    const first = await configure({ role })
    expect((await configure({ role })).contract_uuid).toBe(first.contract_uuid)
    const second = await configure({ role, rate: 9500n })
    expect(second.contract_uuid).not.toBe(first.contract_uuid)
    expect((await get(first.contract_uuid)).status).toBe('DISCARDED')
    const third = await configure({ role, rate: 9500n, agreement: agreement() })
    expect((await get(second.contract_uuid)).status).toBe('DISCARDED')
    expect(third.agreement?.file_name).toBe('signed on paper.pdf')
    await expect(confirm(second.contract_uuid)).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
  })

  it('of two stated at once one waits; of stating and confirming at once one holds', async () => {
    const role = newRole()
    await Promise.all([configure({ role, rate: 8000n }), configure({ role, rate: 8100n })])
    const waiting = await admin.rows<{ id: string }>(
      `select contract_uuid id from contract where role = '${role}' and status = 'AWAITING_SIGNATURE'`,
    )
    expect(waiting).toHaveLength(1)
    const id = waiting[0]?.id ?? ''
    const [confirmed, restated] = await Promise.all([
      outcome(confirm(id)),
      outcome(configure({ role, rate: 8200n })),
    ])
    const after = await admin.rows<{ status: string }>(
      `select status from contract where role = '${role}' and status in ('ACTIVE', 'AWAITING_SIGNATURE') order by status`,
    )
    expect(restated).toBe('ok')
    expect(after.map(({ status }) => status)).toEqual(
      confirmed === 'ok' ? ['ACTIVE', 'AWAITING_SIGNATURE'] : ['AWAITING_SIGNATURE'],
    )
    expect(await world.broken()).toEqual([])
  })

  it('replace terms that run from their first day, as a revision', async () => {
    const role = newRole()
    await confirm((await configure({ role })).contract_uuid)
    const next = await configure({ role, rate: 9900n, start_date: '2026-03-16' })
    expect(next).toMatchObject({ kind: 'OUTSIDE', revision: 2, status: 'AWAITING_SIGNATURE' })
    await confirm(next.contract_uuid)
    const rows = await admin.rows<{ earns: string }>(
      `select earns::text from contract where role = '${role}' order by revision`,
    )
    expect(rows.map(row => row.earns)).toEqual(['[2026-03-02,2026-03-16)', '[2026-03-16,)'])
  })

  it('are refused with a file that is no PDF, with another company’s policy, and of a stranger', async () => {
    const role = newRole()
    const image = { ...agreement(), content: Buffer.from('no pdf').toString('base64') }
    await expect(configure({ role, agreement: image })).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_READABLE',
    })
    await expect(configure({ role }, rival)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(configure({ role, rate: 0n })).rejects.toMatchObject({ code: 'VALIDATION' })
    const backwards = configure({ role, start_date: '2026-03-02', end_date: '2026-03-01' })
    await expect(backwards).rejects.toMatchObject({
      fields: [{ loc: ['body', 'end_date'], text: 'contracts.terms.endsBeforeStart' }],
    })
    const never = configure({ role, start_date: '2026-02-30', end_date: '2026-02-31' })
    await expect(never).rejects.toMatchObject({
      fields: [{ loc: ['body', 'start_date'] }, { loc: ['body', 'end_date'] }],
    })
    expect(await admin.rows(`select 1 from contract where role = '${role}'`)).toEqual([])
  })

  it('can be declined with words', async () => {
    const role = newRole()
    const { contract_uuid: id } = await configure({ role })
    const body = { reason: 'The rate is not what we agreed.' }
    expect(await call(world, amara, 'declineContract', { params: { id }, body })).toMatchObject({
      status: 'REJECTED',
    })
    expect((await configure({ role })).contract_uuid).not.toBe(id)
  })
})

describe('a contract that was drawn up here', () => {
  const running = async (role: string) => {
    const id = crypto.randomUUID()
    await call(world, boss, 'putContract', {
      params: { id },
      body: {
        contractor_sub: amara.sub,
        effective_date: '2026-03-02',
        contract_start_date: '2026-03-02',
        contract_end_date: null,
        role,
        paid: true,
        pay_policy_uuid: stage.id.policy_uuid,
        currency: 'USD',
        hourly_rate: { currency: 'USD', minor: 9000n },
        scheduled_hours: 1000,
        exhibit_a: '# The work\n\n- by **day**',
        exhibit_format: 'MARKDOWN',
      },
    })
    await call(world, boss, 'approveContract', {
      params: { id },
      body: {
        employer_signer_email: boss.email,
        employer_signer_name: (await actorOf(world, boss)).name,
        employer_signer_title: 'Director',
      },
    })
    await confirm(id)
    return id
  }

  it('gets its next revision drafted, with its exhibit, which both sign', async () => {
    const role = newRole()
    const id = await running(role)
    const draft = await configure({ role, rate: 9700n, start_date: '2026-04-01' })
    expect(draft).toMatchObject({
      kind: 'CORRIDOR',
      status: 'DRAFT',
      revision: 2,
      effective_date: '2026-04-01',
      contract_start_date: '2026-03-02',
      exhibit_a: '# The work\n\n- by **day**',
      exhibit_format: 'MARKDOWN',
    })
    expect((await get(id)).status).toBe('ACTIVE')
    const again = await configure({ role, rate: 9700n, start_date: '2026-04-01' })
    expect(again).toEqual(draft)
  })

  it('leaves a draft that stands, its exhibit and what is typed of it to whoever draws it up, and says whose it is', async () => {
    const role = newRole()
    await running(role)
    const approver = await added(world, boss, `approver${roles}@rival.test`, 'admin')
    const id = crypto.randomUUID()
    const { pay_policy_uuid, currency, hourly_rate, scheduled_hours } = bodyOf({ role })
    const terms = {
      ...{ role, pay_policy_uuid, currency, hourly_rate, scheduled_hours, paid: true },
      contractor_sub: amara.sub,
      effective_date: '2026-03-16',
      contract_start_date: '2026-03-02',
      contract_end_date: null,
      exhibit_a: 'What took the afternoon to write',
    }
    await call(world, approver, 'putContract', { params: { id }, body: terms })
    const typed = {
      ...{ role, pay_policy_uuid, currency, exhibit_format: 'PLAIN' as const },
      ...{ hourly_rate: '91', scheduled_hours: '10', effective_date: '', contract_end_date: '' },
      ...{ contract_start_date: '', exhibit_a: 'And the evening', country_clauses: '' as const },
    }
    await call(world, approver, 'putContractDraft', {
      params: { id },
      body: { contractor_sub: amara.sub, version: 0, entry: typed },
    })
    const before = await get(id)
    const { name } = await actorOf(world, approver)
    for (const by of [boss, approver])
      await expect(configure({ role, rate: 9900n }, by)).rejects.toMatchObject({
        code: 'TRANSITION_NOT_ALLOWED',
        text: 'contracts.problems.draftStands',
        params: { name, role },
      })
    expect(await get(id)).toEqual(before)
    const drafts = () => call(world, boss, 'listContractDrafts', { params: { id: amara.sub } })
    expect(await drafts()).toMatchObject([{ contract_uuid: id, entry: typed }])
    await call(world, approver, 'discardContract', { params: { id } })
    expect(await configure({ role, rate: 9900n })).toMatchObject({ status: 'DRAFT' })
    expect(await world.broken()).toEqual([])
  })

  it('of two who configure it at once one drafts, and the other hears whose draft it is', async () => {
    const role = newRole()
    await running(role)
    const other = await added(world, boss, `other${roles}@rival.test`, 'admin')
    const both = [configure({ role, rate: 9600n }), configure({ role, rate: 9700n }, other)]
    expect(await outcomes(both)).toEqual(['TRANSITION_NOT_ALLOWED', 'ok'])
    const rows = await admin.rows(
      `select 1 from contract where role = '${role}' and status = 'DRAFT'`,
    )
    expect(rows).toHaveLength(1)
  })

  it('is the payroll configuration of its contractor once both signed, and as long as it holds', async () => {
    const role = newRole()
    const of = async () => {
      const one = await call(world, boss, 'getContractor', { params: { id: amara.sub } })
      return one.payroll_configuration
    }
    const before = await of()
    // Of several roles the one that was agreed last.
    world.clock.set('2026-03-18T10:00:00Z')
    await running(role)
    const terms = bodyOf({ role })
    expect(await of()).toMatchObject(terms)
    expect(before?.role).not.toBe(role)
    // Terms of later take their place on their day, and not before both agreed.
    const { contract_uuid } = await configure({
      ...{ role, rate: 9700n, start_date: '2026-04-01', signed_elsewhere: true },
    })
    expect(await of()).toMatchObject(terms)
    await confirm(contract_uuid)
    const until = { ...terms, end_date: '2026-03-31' }
    expect(await of()).toMatchObject(until)
    // The company's own record says the same of each of its people, and of nobody else's.
    const { payroll_configurations } = await call(world, boss, 'getEmployer', {})
    expect(payroll_configurations).toContainEqual({ ...until, contractor_sub: amara.sub })
    const subs = payroll_configurations.map(one => one.contractor_sub)
    expect(new Set(subs).size).toBe(subs.length)
    expect((await call(world, rival, 'getEmployer', {})).payroll_configurations).toEqual([])
  })

  it('is replaced by terms that are said to be signed elsewhere once these are confirmed', async () => {
    const role = newRole()
    const id = await running(role)
    const stated = await configure({ role, signed_elsewhere: true, start_date: '2026-03-16' })
    expect(stated).toMatchObject({ kind: 'OUTSIDE', revision: 2 })
    await confirm(stated.contract_uuid)
    expect((await get(id)).contract_end_date).toBe('2026-03-15')
  })

  it('that waits for a signature is never withdrawn by the way', async () => {
    const role = newRole()
    const id = crypto.randomUUID()
    const { hourly_rate, currency, scheduled_hours, pay_policy_uuid } = bodyOf({ role })
    await call(world, boss, 'putContract', {
      params: { id },
      body: {
        ...{ hourly_rate, currency, scheduled_hours, pay_policy_uuid, role, paid: true },
        contractor_sub: amara.sub,
        effective_date: '2026-03-02',
        contract_start_date: '2026-03-02',
        contract_end_date: null,
        exhibit_a: '',
      },
    })
    await call(world, boss, 'approveContract', {
      params: { id },
      body: {
        employer_signer_email: boss.email,
        employer_signer_name: (await actorOf(world, boss)).name,
        employer_signer_title: 'Director',
      },
    })
    await expect(configure({ role })).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    expect((await get(id)).status).toBe('AWAITING_SIGNATURE')
  })
})
