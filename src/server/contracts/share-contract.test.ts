/** Contracts that are shown to people who are not their parties, against PostgreSQL. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actorOf, call, callAs, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { dumpTables, placesOf } from '#test/harness/dump.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { createCollectingMailer, type MailMessage } from '../gateways/mail/mailer.ts'
import { outcome, outcomes } from '../identity/team.test-data.ts'
import { ANONYMOUS } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { mailJob, mailShared } from '../notifications/index.ts'

const START = '2026-03-02T10:00:00Z'
let world: World
let admin: Admin
let stage: CycleStage
let boss: Person
let rival: Person
let amara: Person
let contract_uuid: string

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
beforeEach(async () => {
  await admin.rows('delete from rate_limit')
  world.clock.set(START)
  contract_uuid = await drafted()
})

const body = () => ({
  contractor_sub: amara.sub,
  effective_date: '2026-04-01',
  role: 'Adviser',
  pay_policy_uuid: stage.id.policy_uuid,
  currency: 'USD',
  contract_start_date: '2026-04-01',
  contract_end_date: null,
  paid: true,
  hourly_rate: { currency: 'USD', minor: 9000n },
  scheduled_hours: 1000,
  exhibit_a: 'Advice on demand.',
})

/** A draft that has its PDF. */
async function drafted(pdf = true): Promise<string> {
  const id = newUuid()
  await call(world, boss, 'putContract', { params: { id }, body: body() })
  if (pdf) await call(world, boss, 'makeContractPdf', { params: { id } })
  return id
}

type Sent = { readonly share_uuid: string; readonly secret: string }
let people = 0
const address = () => `viewer${++people}@bank.test`

/** Shares the contract and answers what is to be mailed, in the order of the addresses. */
async function share(
  viewer_emails: string | string[],
  who: Person = boss,
  id = contract_uuid,
): Promise<Sent[]> {
  const sent: Sent[] = []
  const hear = (type: string, said: object) => {
    if (type === 'contracts.contract_shared') sent.push(said as Sent)
  }
  const given = { params: { id }, body: { viewer_emails } }
  await callAs(world, await actorOf(world, who), 'shareContract', given, hear)
  return sent
}
async function linkTo(email: string): Promise<Sent> {
  const [sent] = await share(email)
  if (!sent) throw new Error('nothing was sent')
  return sent
}
const open = (token: string) => callAs(world, ANONYMOUS, 'openSharedContract', { body: { token } })
const pdf = (token: string) => callAs(world, ANONYMOUS, 'getSharedContractPdf', { body: { token } })
const seen = async (who: Person = boss, id = contract_uuid) =>
  (await call(world, who, 'getContract', { params: { id } })).shared_with
const revoke = (share_uuid: string, who: Person = boss, id = contract_uuid) =>
  call(world, who, 'revokeShare', { params: { id, share_uuid } })
const bothEnd = async (token: string) =>
  expect(await outcomes([open(token), pdf(token)])).toEqual(['LINK_NOT_VALID', 'LINK_NOT_VALID'])

describe('a link', () => {
  it('shows the contract as it is, and each view to both sides once it was offered', async () => {
    const email = address()
    const { secret } = await linkTo(`Please look, Ada <${email.toUpperCase()}>!`)
    expect(await seen()).toMatchObject([
      { email, state: 'OPEN', views: 0, viewed_at: [], allowed_actions: ['share', 'revoke'] },
    ])
    const shown = await open(secret)
    expect(shown).toMatchObject({ status: 'DRAFT', role: 'Adviser', revision: 1 })
    expect(shown.expires_at.toISOString()).toBe('2026-03-16T10:00:00.000Z')
    expect(shown.document?.text?.exhibit.paragraphs).toEqual([['Advice on demand.']])
    world.clock.set('2026-03-03T08:00:00Z')
    const own = await call(world, boss, 'getContractPdf', { params: { id: contract_uuid } })
    expect(await pdf(secret)).toEqual(own)
    await pdf(secret)
    const [viewer] = await seen()
    expect(viewer?.views).toBe(2)
    expect(viewer?.viewed_at.map(at => at.toISOString())).toEqual([
      '2026-03-03T08:00:00.000Z',
      '2026-03-02T10:00:00.000Z',
    ])

    expect(await outcome(seen(amara))).toBe('NOT_FOUND')
    await call(world, boss, 'approveContract', {
      params: { id: contract_uuid },
      body: {
        employer_signer_email: boss.email,
        employer_signer_name: (await actorOf(world, boss)).name,
        employer_signer_title: 'Director',
      },
    })
    expect((await open(secret)).status).toBe('AWAITING_SIGNATURE')
    expect(await seen(amara)).toMatchObject([{ email, views: 3, allowed_actions: [] }])
  })

  it('answers nothing but the contract', async () => {
    const { secret } = await linkTo(address())
    const shown = await open(secret)
    const whose = ['contractor_name', 'document', 'employer_name', 'expires_at', 'kind']
    const which = ['contract_end_date', 'revision', 'role', 'status']
    expect(Object.keys(shown).sort()).toEqual([...whose, ...which].sort())
    expect(Object.keys(shown.document ?? {}).sort()).toEqual([
      'pages',
      'pdf_sha256',
      'size_bytes',
      'text',
    ])
  })

  it('of a draft that is being changed shows nothing of it until its PDF is made again', async () => {
    const { secret } = await linkTo(address())
    const changed = { ...body(), exhibit_a: 'Advice by mail.' }
    await call(world, boss, 'putContract', { params: { id: contract_uuid }, body: changed })
    expect((await open(secret)).document).toBeNull()
    expect(await outcome(pdf(secret))).toBe('NOT_FOUND')
    await call(world, boss, 'makeContractPdf', { params: { id: contract_uuid } })
    const shown = await open(secret)
    expect(shown.document?.text?.exhibit.paragraphs).toEqual([['Advice by mail.']])
  })

  it('stops when it expires, is revoked, is replaced, or its contract is discarded', async () => {
    const email = address()
    const first = await linkTo(email)
    await open(first.secret)
    world.clock.set('2026-03-05T10:00:00Z')
    const second = await linkTo(email)
    expect(second.share_uuid).toBe(first.share_uuid)
    await bothEnd(first.secret)
    await open(second.secret)
    const [viewer, ...others] = await seen()
    expect(others).toEqual([])
    expect(viewer).toMatchObject({ state: 'OPEN', views: 2 })
    expect(viewer?.shared_at.toISOString()).toBe('2026-03-02T10:00:00.000Z')
    expect(viewer?.link_sent_at.toISOString()).toBe('2026-03-05T10:00:00.000Z')

    world.clock.set('2026-03-19T09:59:59Z')
    await open(second.secret)
    world.clock.set('2026-03-19T10:00:00Z')
    await bothEnd(second.secret)
    expect(await seen()).toMatchObject([{ state: 'EXPIRED', allowed_actions: ['share'] }])

    const third = await linkTo(email)
    await open(third.secret)
    await revoke(third.share_uuid)
    expect(await seen()).toMatchObject([{ state: 'REVOKED', allowed_actions: ['share'] }])
    await bothEnd(third.secret)
    await revoke(third.share_uuid)

    const fourth = await linkTo(email)
    await open(fourth.secret)
    const [again] = await seen()
    expect(again?.shared_at.toISOString()).toBe('2026-03-19T10:00:00.000Z')
    await call(world, boss, 'discardContract', { params: { id: contract_uuid } })
    await bothEnd(fourth.secret)
    expect(await seen()).toMatchObject([{ state: 'DISCARDED', views: 3, allowed_actions: [] }])
    expect(await outcome(share(address()))).toBe('TRANSITION_NOT_ALLOWED')
  })

  it('of a suspended company shows nothing, and does again once it is reinstated', async () => {
    const { secret } = await linkTo(address())
    const standing = (operation: 'suspend' | 'reinstate') =>
      admin.tamper('update employer set suspended_at = $1 where employer_uuid = $2', [
        operation === 'suspend' ? START : null,
        stage.employer.employer_uuid,
      ])
    await standing('suspend')
    await bothEnd(secret)
    await standing('reinstate')
    await open(secret)
  })

  it('that is none is answered as one that ended, and no view is recorded', async () => {
    const { share_uuid, secret } = await linkTo(address())
    const guesses = ['', 'x', secret.slice(1), `${secret}A`, share_uuid, contract_uuid]
    const said = await Promise.all(
      guesses.map(token => open(token).then(String, problem => `${problem.code} ${problem.text}`)),
    )
    await revoke(share_uuid)
    const ended = await open(secret).then(String, problem => `${problem.code} ${problem.text}`)
    expect(new Set([...said, ended]).size).toBe(1)
    expect(await seen()).toMatchObject([{ views: 0 }])
  })

  it('is not kept: neither token nor link stands in any table once its mail left', async () => {
    const { secret } = await linkTo(address())
    const places = placesOf(secret, await dumpTables(admin, []))
    expect(places).toEqual([])
  })

  it('is tried so often from one network and no more', async () => {
    const { secret } = await linkTo(address())
    const ends: (string | undefined)[] = []
    for (let n = 0; n < 62; n++) ends.push(await outcome(open(n ? 'guess' : secret)))
    expect(ends.slice(0, 2)).toEqual(['ok', 'LINK_NOT_VALID'])
    expect(ends.at(-1)).toBe('TOO_MANY_REQUESTS')
  })
})

describe('sharing', () => {
  it('is for its employer alone: for another there is no such contract, and no such share', async () => {
    const { share_uuid } = await linkTo(address())
    expect(await outcome(share(address(), rival))).toBe('NOT_FOUND')
    expect(await outcome(revoke(share_uuid, rival))).toBe('NOT_FOUND')
    expect(await outcome(revoke(newUuid()))).toBe('NOT_FOUND')
    // A share of another contract of the same employer.
    expect(await outcome(revoke(share_uuid, boss, await drafted()))).toBe('NOT_FOUND')
  })

  it('asks for a document first', async () => {
    const id = await drafted(false)
    expect(await outcome(share(address(), boss, id))).toBe('TRANSITION_NOT_ALLOWED')
    const of = await call(world, boss, 'getContract', { params: { id } })
    expect(of.allowed_actions).not.toContain('share')
  })

  it('takes a text or a list, each address once, and says what is wrong in the words of the specification', async () => {
    const [one, two] = [address(), address()]
    const sent = await share(`${one}; nobody\n${two} ${one.toUpperCase()}`)
    expect(sent).toHaveLength(2)
    expect((await seen()).map(({ email }) => email).sort()).toEqual([one, two].sort())
    expect(await share([two, ''])).toHaveLength(1)
    const problem = (given: string | string[]) =>
      share(given).then(
        () => undefined,
        ({ fields }) =>
          fields?.map(({ loc, text }: { loc: unknown[]; text: string }) => [loc, text]),
      )
    const required = [[['body', 'viewer_emails'], 'identity.emails.required']]
    expect(await problem('  ')).toEqual(required)
    expect(await problem([])).toEqual(required)
    expect(await problem('nobody')).toEqual([
      [['body', 'viewer_emails'], 'identity.emails.invalid'],
    ])
    expect(await problem([one, 'nobody'])).toEqual([
      [['body', 'viewer_emails', 1], 'identity.emails.invalid'],
    ])
    const many = Array.from({ length: 21 }, (_, n) => `many${n}@bank.test`)
    expect(await problem(many)).toEqual([
      [['body', 'viewer_emails'], 'contracts.problems.manyViewers'],
    ])
    expect(await share(many.slice(1, 19))).toHaveLength(18)
    // Twenty at a time, over all calls: one sent again takes no room, one that is stopped makes some.
    const full = [[['body', 'viewer_emails'], 'contracts.problems.tooManyViewers']]
    expect(await problem(address())).toEqual(full)
    expect(await share(one)).toHaveLength(1)
    await revoke((await seen())[0]?.share_uuid ?? '')
    expect(await share(address())).toHaveLength(1)
  })

  it('with one address twice at once leaves one share, whose one link works', async () => {
    const email = address()
    const both = (await Promise.all([share(email), share(email)])).flat()
    expect(await seen()).toHaveLength(1)
    const ends = await outcomes(both.map(({ secret }) => open(secret)))
    expect(ends).toEqual(['LINK_NOT_VALID', 'ok'])
  })

  it('while it is discarded leaves no link that works', async () => {
    const params = { id: contract_uuid }
    const [sent] = await Promise.allSettled([
      linkTo(address()),
      call(world, boss, 'discardContract', { params }),
    ])
    if (sent.status === 'fulfilled') await bothEnd(sent.value.secret)
    else expect(sent.reason.code).toBe('TRANSITION_NOT_ALLOWED')
  })

  it('counts as invitations do: five a day to one address, and none where one is too many', async () => {
    const email = address()
    for (let n = 0; n < 5; n++) await linkTo(email)
    const other = address()
    expect(await outcome(share([other, email]))).toBe('TOO_MANY_REQUESTS')
    expect((await seen()).map(viewer => viewer.email)).toEqual([email])
    await linkTo(other)
  })

  it('reaches no address that wants no such mail, and says which', async () => {
    const [email, other] = [address(), address()]
    const token = world.kernel.gateways.stopLinks.tokenOf(email)
    const stop = (stopped: boolean) =>
      callAs(world, ANONYMOUS, 'stopInvitations', { body: { token, stopped } })
    const { share_uuid, secret } = await linkTo(email)
    await stop(true)
    expect(await mails({ share_uuid, secret })).toEqual([])
    const refusal = await share([other, email]).catch(problem => problem)
    expect(refusal).toMatchObject({ code: 'ADDRESS_STOPPED', params: { emails: email } })
    expect((await seen()).map(viewer => viewer.email)).toEqual([email])
    await stop(false)
    await linkTo(email)
  })

  it('holds every law, and its audit names whom it reached', async () => {
    const email = address()
    const { share_uuid, secret } = await linkTo(email)
    await open(secret)
    await revoke(share_uuid)
    const rows = await admin.rows<{ action: string; said: string }>(
      `select action, after::text || coalesce(before::text, '') said from audit_entry where $1 = any(entity_uuids) order by seq`,
      [contract_uuid],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'draft',
      'make_pdf',
      'share',
      'view_by_link',
      'stop_sharing',
    ])
    expect(rows[2]?.said).toContain(email)
    expect(await world.broken()).toEqual([])
  })

  it('keeps from where a link was opened out of the sight of tenants', async () => {
    const { secret } = await linkTo(address())
    await open(secret)
    const actor = await actorOf(world, boss)
    const read = (column: 'address' | 'what') =>
      world.unit(ctx => ctx.tx.selectFrom('contract_share_view').select(column).execute(), actor)
    expect((await read('what')).length).toBeGreaterThan(0)
    await expect(read('address')).rejects.toThrow(/permission denied/)
    await expect(
      world.unit(ctx => ctx.tx.selectFrom('contract_share').select('token_hash').execute(), actor),
    ).rejects.toThrow(/permission denied/)
    const others = await world.unit(
      ctx => ctx.tx.selectFrom('contract_share').select('share_uuid').execute(),
      await actorOf(world, rival),
    )
    expect(others).toEqual([])
  })
})

describe('its mail', () => {
  it('carries the link behind a # and how to stop such mails; one that was replaced or stopped is not sent', async () => {
    const email = address()
    const first = await linkTo(email)
    const [mail] = await mails(first)
    expect(mail).toMatchObject({ to: email, subject: 'A contract was shared with you to read' })
    expect(mail?.text).toContain(`http://localhost:3000/contracts/shared#${first.secret}`)
    expect(mail?.text).toContain('Ingrid Solberg of Company of boss')
    expect(mail?.text).toContain('March 16, 2026')
    expect(mail?.text).toContain('/stop-invitations?token=')
    const second = await linkTo(email)
    expect(await mails(first)).toEqual([])
    expect(await mails(second)).toHaveLength(1)
    await revoke(second.share_uuid)
    expect(await mails(second)).toEqual([])
  })
})

/** The mails that leave because a contract was shared. */
async function mails(event: Sent): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  const job = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  const { kernel, unit } = world
  await unit(async ctx => {
    const enqueueEach = async (_task: string, each: readonly { payload: object }[]) => {
      for (const { payload } of each) await job({ ...payload }, { kernel, unit })
    }
    await mailShared({ ...ctx, enqueueEach }, event)
  })
  return sent
}
