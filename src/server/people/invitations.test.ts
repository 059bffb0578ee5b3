import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopInvitations } from '../identity/invitation-mails.ts'
import type { Actor } from '../kernel/actor.ts'
import { SYSTEM_ACTOR } from '../kernel/actor.ts'
import { stopLinks } from '../kernel/stop-links.ts'
import { type SmallWorld, smallWorld } from './small-world.test-data.ts'

let world: SmallWorld
let employer: Actor & { employer_uuid: string }
let other: Actor & { employer_uuid: string }
beforeAll(async () => {
  world = await smallWorld()
  employer = await world.employer('dana@northwind.test', 'Dana Whitfield', { unnamed: true })
  other = await world.employer('sam@contoso.test', 'Sam Ortega')
  await world.call('putEmployerName', employer, {
    body: { corporation_name: 'Northwind Robotics, Inc.' },
  })
})
afterAll(() => world?.end())

let mailbox = 0
const address = () => `person${++mailbox}@example.test`
const invite = (by: Actor, email: string) =>
  world.call('inviteContractor', by, {
    body: { email, role: 'Product designer', country_code: 'CA' },
  })
const minutes = (n: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + n * 60_000).toISOString())

describe('inviting', () => {
  it('of two invitations of one address at once one is made', async () => {
    const email = address()
    const results: PromiseSettledResult<unknown>[] = await Promise.allSettled([
      invite(employer, email),
      invite(employer, ` ${email.toUpperCase()} `),
    ])
    expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find(result => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'ALREADY_INVITED' })
    const list = await world.call('listContractors', employer, { query: { search: email } })
    expect(list.items).toHaveLength(1)
    expect(list.items[0]).toMatchObject({
      contractor_email: email,
      contractor_sub: null,
      status: 'INVITED',
      allowed_actions: ['resend', 'delete'],
    })
  })

  it('two employers invite the same person', async () => {
    const email = address()
    await invite(employer, email)
    await invite(other, email)
    const person = await world.contractor(email, 'Chloé Tremblay')
    expect(await world.call('listInvitations', person)).toHaveLength(2)
  })

  it('keeps only the digest of the link', async () => {
    await invite(employer, address())
    const token = world.lastToken()
    const rows = await world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx.selectFrom('invitation').selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    const found = await world.call(
      'findInvitation',
      { ...SYSTEM_ACTOR, role: 'anonymous', sub: '' },
      { params: { token } },
    )
    expect(found).toMatchObject({
      employer_name: 'Northwind Robotics, Inc.',
      employer_domain_name: 'northwind.test',
    })
  })

  it('refuses oneself, an unknown country and another employer’s policy', async () => {
    expect(await world.refusal(invite(employer, employer.email))).toMatchObject({
      field: 'body.email',
    })
    const body = { email: address(), role: 'Designer' }
    expect(
      await world.refusal(
        world.call('inviteContractor', employer, { body: { ...body, country_code: 'XX' } }),
      ),
    ).toMatchObject({ code: 'VALIDATION' })
    const pay_policy_uuid = await policyOf(other)
    expect(
      await world.refusal(
        world.call('inviteContractor', employer, { body: { ...body, pay_policy_uuid } }),
      ),
    ).toMatchObject({ field: 'body.pay_policy_uuid' })
  })
})

async function policyOf(owner: { employer_uuid: string | null }): Promise<string> {
  const policy_uuid = '01900000-0000-7000-8000-00000000000a'
  await world.unit(SYSTEM_ACTOR, ctx =>
    ctx.tx
      .insertInto('payroll_policy')
      .values({
        policy_uuid,
        employer_uuid: owner.employer_uuid ?? '',
        label: 'Monthly',
        period_type: 'MONTHLY',
        first_period_end_date: '2026-01-31',
        pay_date_rule: 'END_OF_PAY_PERIOD',
        holiday_policy: 'RESPECT',
        after_holiday: false,
        created_at: ctx.now,
      })
      .execute(),
  )
  return policy_uuid
}

describe('the link', () => {
  it('works for 30 days, the last instant left out', async () => {
    const email = address()
    const row = await invite(employer, email)
    const token = world.lastToken()
    const person = await world.contractor(email, 'Amir Haddad')
    const accept = () =>
      world.call('acceptInvitation', person, { params: { id: row.invitation_uuid } })
    const start = world.clock.now()
    world.clock.set(new Date(start.getTime() + 30 * 86_400_000).toISOString())
    expect(await world.refusal(accept())).toMatchObject({ code: 'INVITATION_NOT_VALID' })
    expect(
      await world.refusal(world.call('findInvitation', person, { params: { token } })),
    ).toMatchObject({ code: 'LINK_EXPIRED' })
    expect(await world.call('listInvitations', person)).toMatchObject([
      { expired: true, status: 'INVITED' },
    ])
    world.clock.set(new Date(start.getTime() + 30 * 86_400_000 - 1).toISOString())
    expect(await accept()).toMatchObject({ status: 'ACCEPTED', expired: false })
    expect(await accept()).toMatchObject({ status: 'ACCEPTED', expired: false })
    world.clock.set(start.toISOString())
  })

  it('is replaced by a new one at most once a minute, and the old one dies', async () => {
    const email = address()
    await invite(employer, email)
    const old = world.lastToken()
    const resend = (by: Actor) =>
      world.call('resendInvitation', by, { params: { contractor_email: email.toUpperCase() } })
    expect(await world.refusal(resend(employer))).toMatchObject({ code: 'INVITATION_TOO_SOON' })
    minutes(1)
    expect(await world.refusal(resend(other))).toMatchObject({ code: 'NOT_FOUND' })
    await resend(employer)
    const find = (token: string) =>
      world.call('findInvitation', SYSTEM_ACTOR, { params: { token } })
    const newest = world.lastToken()
    const replaced = await world.refusal(find(old))
    expect(replaced).toMatchObject({ code: 'LINK_REPLACED' })
    const { detail } = replaced as { detail: string }
    expect(detail).toContain(`${email.slice(0, 1)}•••@${email.split('@')[1]}`)
    expect(detail).not.toContain(email.split('@')[0])
    expect(await find(newest)).toMatchObject({ email })
    const ask = (token: string) =>
      world.call('askForInvitation', SYSTEM_ACTOR, { params: { token } })
    expect(await world.refusal(ask(old))).toMatchObject({ code: 'INVITATION_TOO_SOON' })
    expect(await world.refusal(ask(newest))).toMatchObject({ code: 'LINK_NOT_VALID' })
    expect(await world.refusal(ask('x'.repeat(43)))).toMatchObject({ code: 'LINK_NOT_VALID' })
    minutes(1)
    const ends = (await find(newest)).expires_at
    expect((await ask(old)).sent_to).not.toContain(email.split('@')[0])
    const last = world.lastToken()
    expect(await find(last)).toMatchObject({ email, expires_at: ends })
    for (const token of [old, newest])
      expect(await world.refusal(find(token))).toMatchObject({ code: 'LINK_REPLACED' })
    const person = await world.contractor(email, 'Ada Ray')
    const params = { id: (await find(last)).invitation_uuid }
    await world.call('acceptInvitation', person, { params })
    for (const work of [find, ask])
      expect(await world.refusal(work(old))).toMatchObject({ code: 'LINK_USED' })
  })
})

describe('mail of invitations', () => {
  const verify = (who: { employer_uuid: string }) =>
    world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx
        .updateTable('employer')
        .set({ verification: 'VERIFIED' })
        .where('employer_uuid', '=', who.employer_uuid)
        .execute(),
    )
  const outcomeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'sent',
      error => error as { code: string; detail: string; retry_after_s: number },
    )

  it('of a new employer ends at twenty a day, and of one that was verified goes on', async () => {
    const young = await world.employer(`boss@young${++mailbox}.test`, 'Kofi Annan')
    for (let n = 0; n < 20; n++) await invite(young, address())
    const refused = await outcomeOf(invite(young, address()))
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((refused as { detail: string }).detail).toMatch(
      /Wait \d+ .* once your company is verified/,
    )
    expect((refused as { retry_after_s: number }).retry_after_s).toBeGreaterThan(3600)
    const list = await world.call('listContractors', young, { query: { limit: '50' } })
    expect(list.items).toHaveLength(20)
    await verify(young)
    for (let n = 0; n < 40; n++) await invite(young, address())
  })

  it('to one address ends after a few, whoever sends it and however', async () => {
    const email = address()
    const senders = [employer, other, await world.employer(`s${++mailbox}@third.test`, 'Ada Ray')]
    for (const sender of senders) await verify(sender)
    const sent: unknown[] = []
    for (let n = 0; n < 12; n++) {
      const sender = senders[n % 3] ?? employer
      minutes(2)
      const row = await outcomeOf(invite(sender, n % 2 ? email : email.toUpperCase()))
      sent.push(row === 'sent' ? row : (row as { code: string }).code)
      if (row === 'sent')
        await world.call('deleteContractor', sender, { params: { contractor_email: email } })
    }
    expect(sent).toEqual([...Array(5).fill('sent'), ...Array(7).fill('TOO_MANY_REQUESTS')])
    const again = address()
    await invite(employer, again)
    let resent = 0
    for (let n = 0; n < 8; n++) {
      minutes(2)
      const params = { contractor_email: again }
      if ((await outcomeOf(world.call('resendInvitation', employer, { params }))) === 'sent')
        resent++
    }
    expect(resent).toBe(4)
  })

  it('that was refused for another reason counts for nothing', async () => {
    const email = address()
    await invite(employer, email)
    for (let n = 0; n < 9; n++)
      expect(await world.refusal(invite(employer, email))).toMatchObject({
        code: 'ALREADY_INVITED',
      })
    minutes(2)
    const params = { contractor_email: email }
    await world.call('resendInvitation', employer, { params })
  })

  it('is stopped for good by whoever has one, from everybody, and let through again by the same link', async () => {
    const email = address()
    await invite(employer, email)
    const nobody = { ...SYSTEM_ACTOR, role: 'anonymous' as const, sub: '' }
    const { stopLinks: links } = world.kernel.gateways
    const stop = (token: string, stopped = true) =>
      world.unit(nobody, ctx => stopInvitations(ctx, { token, stopped }))
    const token = links.tokenOf(email)
    for (const forged of [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      links.tokenOf(address()).slice(0, 43) + token.slice(43),
      stopLinks('of others').tokenOf(email),
    ])
      expect(await world.refusal(stop(forged))).toMatchObject({ code: 'LINK_NOT_VALID' })
    expect(await stop(token)).toEqual({ stopped: true })
    expect(await stop(token)).toEqual({ stopped: true })
    minutes(2)
    const params = { contractor_email: email }
    for (const work of [
      () => invite(other, email.toUpperCase()),
      () => world.call('resendInvitation', employer, { params }),
    ])
      expect(await world.refusal(work())).toMatchObject({ code: 'ADDRESS_STOPPED' })
    const rows = await world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx.selectFrom('stopped_address').selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(email.split('@')[0])
    expect(await stop(token, false)).toEqual({ stopped: false })
    await invite(other, email)
  })

  it('cannot be stopped, or let through, by an employer', async () => {
    const address_hash = Buffer.alloc(32, 1)
    await expect(
      world.unit(employer, ctx =>
        ctx.tx.insertInto('stopped_address').values({ address_hash }).execute(),
      ),
    ).rejects.toThrow(/row-level security/)
  })
})

describe('answering', () => {
  it('takes the verified address that was invited, and no other', async () => {
    const email = address()
    const { invitation_uuid: id } = await invite(employer, email)
    const stranger = await world.contractor(address(), 'Someone Else')
    const person = await world.contractor(email, 'Mei Tanaka')
    const answer = (by: Actor) => world.call('rejectInvitation', by, { params: { id } })
    expect(await world.refusal(answer(stranger))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await world.refusal(answer({ ...person, email_verified: false }))).toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
    })
    expect(await answer(person)).toMatchObject({ status: 'REJECTED' })
    expect(await answer(person)).toMatchObject({ status: 'REJECTED' })
    expect(
      await world.refusal(world.call('acceptInvitation', person, { params: { id } })),
    ).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED', detail: expect.stringMatching(/declined/) })
  })

  it('shows the employer who it is only after accepting', async () => {
    const email = address()
    const row = await invite(employer, email)
    const person = await world.contractor(email, 'Ingrid Solberg')
    const get = (by: Actor, id: string) => world.call('getContractor', by, { params: { id } })
    expect(await get(employer, row.invitation_uuid)).toMatchObject({
      first_name: '',
      contractor_sub: null,
    })
    expect(await world.refusal(get(employer, person.sub))).toMatchObject({ code: 'NOT_FOUND' })
    await world.call('acceptInvitation', person, { params: { id: row.invitation_uuid } })
    expect(await get(employer, person.sub)).toMatchObject({
      first_name: 'Ingrid',
      status: 'ACCEPTED',
      allowed_actions: ['prepare_offboarding', 'offboard', 'draft_contract'],
    })
    expect(await world.refusal(get(other, person.sub))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await world.refusal(get(other, row.invitation_uuid))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('rows of another employer are hidden by the database, too', async () => {
    const { invitation_uuid } = await invite(employer, address())
    const seen = await world.unit(other, ctx =>
      ctx.tx.selectFrom('invitation').select('invitation_uuid').execute(),
    )
    expect(seen.map(row => row.invitation_uuid)).not.toContain(invitation_uuid)
    const changed = await world.unit(other, ctx =>
      ctx.tx
        .updateTable('invitation')
        .set({ role: 'x' })
        .where('invitation_uuid', '=', invitation_uuid)
        .executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
    const employers = await world.unit(other, ctx =>
      ctx.tx.selectFrom('employer').select('employer_uuid').execute(),
    )
    expect(employers).toEqual([{ employer_uuid: other.employer_uuid }])
  })
})

describe('leaving', () => {
  it('an unanswered invitation is removed, and its link dies; the address may be invited again', async () => {
    const email = address()
    const { invitation_uuid } = await invite(employer, email)
    const token = world.lastToken()
    const remove = (by: Actor) =>
      world.call('deleteContractor', by, { params: { contractor_email: email } })
    expect(await world.refusal(remove(other))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await remove(employer)).toEqual({ ok: true })
    expect(
      await world.refusal(world.call('findInvitation', SYSTEM_ACTOR, { params: { token } })),
    ).toMatchObject({ code: 'LINK_NOT_VALID' })
    const person = await world.contractor(email, 'Priya Raman')
    const accept = world.call('acceptInvitation', person, { params: { id: invitation_uuid } })
    expect(await world.refusal(accept)).toMatchObject({ code: 'INVITATION_NOT_VALID' })
    await invite(employer, email)
  })

  it('who accepted is offboarded, and history stays when they come back', async () => {
    const email = address()
    const first = await invite(employer, email)
    const person = await world.contractor(email, 'Luca Moretti')
    await world.call('acceptInvitation', person, { params: { id: first.invitation_uuid } })
    const remove = () =>
      world.call('deleteContractor', employer, { params: { contractor_email: person.sub } })
    await remove()
    expect(await world.refusal(remove())).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    minutes(1)
    const second = await invite(employer, email)
    const list = await world.call('listContractors', employer, { query: { search: email } })
    expect(list.items.map(item => item.invitation_uuid)).toEqual([second.invitation_uuid])
    const rows = await world.unit(employer, ctx =>
      ctx.tx.selectFrom('invitation').select('status').where('email', '=', email).execute(),
    )
    expect(rows.map(row => row.status).sort()).toEqual(['INVITED', 'OFFBOARDED'])
  })
})
