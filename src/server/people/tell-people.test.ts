/** What people are told without asking: papers that end, and what is open of their onboarding. */
import { describe, expect, it } from 'vitest'
import { call, callAs, type Person, upload } from '#db/seed/cast.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import type { Events } from '#server/kernel/events.ts'
import { mailOnboarding, mailPapersEnd } from '#server/notifications/index.ts'
import { mailsOf } from '#server/notifications/mails.test-data.ts'
import type { Admin } from '#test/harness/admin.ts'
import { givenEmployer, person, type World } from '#test/harness/world.ts'
import { announceExpiring, remindOnboarding } from './index.ts'
import { MARIANA, withPapers } from './papers.test-data.ts'

let world: World
let admin: Admin
let operator: Person
const { contractor, newPerson, open, paper, reject } = withPapers(told => {
  ;({ world, admin, operator } = told)
})

async function announced(type: string, field: string, value: string): Promise<number[]> {
  const rows = await admin.rows<{ of: number }>(
    `select coalesce(payload->>'days_before', payload->>'day')::int "of" from outbox_event
      where type = $1 and payload->>$2 = $3 order by created_at, event_uuid`,
    [type, field, value],
  )
  return rows.map(({ of }) => of)
}

describe('a document that ends', () => {
  const tell = () => world.unit(announceExpiring)
  async function ending(expires_on: string): Promise<{ who: Person; document_uuid: string }> {
    const who = await contractor('ending')
    const body = { id_document_expires_on: expires_on }
    const { documents } = await call(world, who, 'putPersonalDocuments', { body })
    const found = documents.find(of => of.kind === 'identification_document')
    return { who, document_uuid: found?.document_uuid ?? '' }
  }
  const said = (document_uuid: string) =>
    announced('people.document_expiring', 'document_uuid', document_uuid)

  it('is announced 30 days before and once it has ended, each once, however often it is looked', async () => {
    const { document_uuid } = await ending('2026-12-24')
    await tell()
    expect(await said(document_uuid)).toEqual([])
    world.clock.set('2026-11-24T06:10:00Z')
    await Promise.all([tell(), tell(), tell()])
    await tell()
    expect(await said(document_uuid)).toEqual([30])
    // Whoever reads on its last day that it has expired would not use what is still valid.
    world.clock.set('2026-12-24T06:10:00Z')
    await tell()
    expect(await said(document_uuid)).toEqual([30])
    world.clock.set('2026-12-25T06:10:00Z')
    await tell()
    await tell()
    expect(await said(document_uuid)).toEqual([30, 0])
  })

  it('that was not announced in time is once it has ended, and no more; one that was replaced never', async () => {
    world.clock.set('2026-11-23T10:00:00Z')
    const late = await ending('2026-12-20')
    const replaced = await ending('2026-12-20')
    await call(world, replaced.who, 'putPersonalDocuments', {
      body: { identification_document: upload('new.pdf', 'The next passport') },
    })
    world.clock.set('2027-01-05T06:10:00Z')
    await tell()
    await tell()
    expect(await said(late.document_uuid)).toEqual([0])
    expect(await said(replaced.document_uuid)).toEqual([])
  })

  it('of which another day is said is announced for that one', async () => {
    world.clock.set('2026-11-23T10:00:00Z')
    const { who, document_uuid } = await ending('2026-12-01')
    await tell()
    const body = { id_document_expires_on: '2027-03-01' }
    await call(world, who, 'putPersonalDocuments', { body })
    await tell()
    expect(await said(document_uuid)).toEqual([30])
    world.clock.set('2027-02-10T06:10:00Z')
    await tell()
    expect(await said(document_uuid)).toEqual([30, 30])
  })

  it('is told in one mail to a company that they work for, of whoever works for it still', async () => {
    world.clock.set('2026-11-23T10:00:00Z')
    const boss = await givenEmployer(world, operator, 'boss@papers.test')
    const accepted: string[] = []
    for (let n = 0; n < 3; n++) {
      const { who, document_uuid } = await ending('2026-12-10')
      const body = { email: who.email, role: 'Engineer' }
      const { invitation_uuid } = await call(world, boss, 'inviteContractor', { body })
      await call(world, who, 'acceptInvitation', { params: { id: invitation_uuid } })
      accepted.push(document_uuid)
      // One sends the next passport before the mail is written.
      if (n === 2) await tell()
      if (n === 2)
        await call(world, who, 'putPersonalDocuments', {
          body: { identification_document: upload('new.pdf', 'The next passport of the third') },
        })
    }
    await tell()
    const told = await admin.rows<{ payload: Events['people.papers_expiring'] }>(
      "select payload from outbox_event where type = 'people.papers_expiring' and payload->>'employer_uuid' = $1",
      [boss.employer_uuid],
    )
    expect(told.map(({ payload }) => [...payload.document_uuids].sort())).toEqual([accepted.sort()])
    const [mail, ...more] = await mailsOf(world, mailPapersEnd, told[0]?.payload as never)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: boss.email,
      subject: 'Documents of 2 of your contractors are to be renewed',
    })
    expect(mail?.text).toContain(
      'Mariana Salgado (December 10, 2026), Mariana Salgado (December 10, 2026).',
    )
    expect(mail?.text).toContain('http://localhost:3000/employer/contractors')
  })

  it('is found by operators, and its day alone shown to employers, as long as they work together', async () => {
    world.clock.set('2026-11-23T10:00:00Z')
    const { who } = await ending('2026-12-10')
    const list = (expiring: boolean) =>
      call(world, operator, 'listOperationsContractors', {
        query: { limit: 200, ...(expiring && { expiring: 'true' as const }) },
      })
    const found = await list(true)
    expect(found.items.find(of => of.sub === who.sub)?.documents_expire_on).toBe('2026-12-10')
    expect(found.expiring).toBe(found.items.length)
    expect(found.items.length).toBeLessThan((await list(false)).items.length)
    expect(found.items.every(of => (of.documents_expire_on ?? '') <= '2026-12-23')).toBe(true)
    const boss = person('boss@expiry.test')
    await call(world, boss, 'signUp', {
      body: {
        type: 'employer',
        first_name: 'Ingrid',
        last_name: 'Solberg',
        preferred_name: 'Ingrid',
        country_code: 'CA',
        subdivision_code: 'CA-ON',
        phone_number: '+14165550142',
        is_partner: false,
        how_did_you_hear_about_us: 'Referral',
      },
    })
    await call(world, boss, 'putEmployerName', {
      body: { corporation_name: 'Papers Ltd', business_name: '' },
    })
    const { invitation_uuid } = await call(world, boss, 'inviteContractor', {
      body: { email: who.email, role: 'Engineer' },
    })
    const seen = async () =>
      (await call(world, boss, 'listContractors', { query: { limit: 50 } })).items[0]
        ?.documents_expire_on
    expect(await seen()).toBeNull()
    await call(world, who, 'acceptInvitation', { params: { id: invitation_uuid } })
    expect(await seen()).toBe('2026-12-10')
    const profile = await call(world, boss, 'getContractor', { params: { id: who.sub } })
    expect(profile.documents_expire_on).toBe('2026-12-10')
  })
})

describe('somebody whose onboarding is open', () => {
  const remind = () => remindOnboarding(world.unit)
  async function newcomer(): Promise<Person> {
    const who = newPerson('new')
    const { street: _, city: __, ...names } = MARIANA
    await call(world, who, 'signUp', {
      body: {
        ...names,
        type: 'contractor',
        preferred_name: 'Mari',
        is_partner: false,
        how_did_you_hear_about_us: 'Friends',
      },
    })
    return who
  }
  const days = (who: Person) => announced('people.onboarding_open', 'contractor_sub', who.sub)
  const onDay = async (start: string, day: number) => {
    world.clock.set(new Date(Date.parse(start) + day * 86_400_000).toISOString())
    await remind()
  }

  it('is reminded on days 1, 3, 7, 14 and 25, each once, also by two workers', async () => {
    const start = '2027-03-01T18:00:00.000Z'
    world.clock.set(start)
    const who = await newcomer()
    for (let day = 0; day <= 40; day++) {
      await onDay(start, day)
      await Promise.all([remind(), remind()])
    }
    expect(await days(who)).toEqual([1, 3, 7, 14, 25])
  })

  it('is reminded although the row of somebody before them cannot be worked', async () => {
    const start = '2027-09-01T10:00:00.000Z'
    world.clock.set(start)
    const two = [await newcomer(), await newcomer()].sort((a, b) => (a.sub < b.sub ? -1 : 1))
    const [bad, good] = two as [Person, Person]
    const [kept] = await admin.rows<{ phone_number: string }>(
      'select phone_number from person where sub = $1',
      [bad.sub],
    )
    const phone = (text: string) =>
      admin.tamper('update person set phone_number = $2 where sub = $1', [bad.sub, text])
    await phone('sealed:test:AAAA')
    world.clock.set('2027-09-02T10:00:00.000Z')
    await expect(remind()).rejects.toThrow()
    expect(await days(good)).toEqual([1])
    await phone(kept?.phone_number ?? '')
    await remind()
    expect([await days(bad), await days(good)]).toEqual([[1], [1]])
  })

  it('gets the newest that is due of a late worker, and not all of them; nothing after a month', async () => {
    const start = '2027-06-01T10:00:00.000Z'
    world.clock.set(start)
    const who = await newcomer()
    await onDay(start, 16)
    expect(await days(who)).toEqual([14])
    await onDay(start, 26)
    expect(await days(who)).toEqual([14, 25])
    world.clock.set('2027-08-01T10:00:00.000Z')
    const forgotten = await newcomer()
    await onDay('2027-08-01T10:00:00.000Z', 31)
    expect(await days(forgotten)).toEqual([])
  })

  it('is no longer reminded once it is done, and not at all where they want no mail', async () => {
    const start = '2027-10-01T10:00:00.000Z'
    world.clock.set(start)
    const [done, quiet] = [await newcomer(), await newcomer()]
    const token = world.kernel.gateways.stopLinks.tokenOf(quiet.email)
    await callAs(world, ANONYMOUS, 'stopInvitations', { body: { token, stopped: true } })
    await onDay(start, 1)
    expect(await days(done)).toEqual([1])
    expect(await days(quiet)).toEqual([])
    const whole = await contractor('whole')
    await call(world, whole, 'putBankingInformation', {
      body: {
        account_name: 'Mariana Salgado',
        currency: 'CAD',
        account_number: '1234567',
        transit_number: '00012',
        institution_number: '003',
        account_type: 'CHECKING',
      },
    })
    await onDay(start, 8)
    expect(await days(whole)).toEqual([])
    expect(await days(done)).toEqual([1, 7])
  })

  it('and who was asked for one document again is told which, and led to that one', async () => {
    world.clock.set('2027-11-01T10:00:00.000Z')
    const who = await contractor('again')
    const [said] = await mailsOf(world, mailOnboarding, { contractor_sub: who.sub, day: 1 })
    expect(said?.text).toContain('Next: Say how you want to be paid')
    await open(who)
    await reject(who, await paper(who, 'permanent_address_document'))
    const [mail] = await mailsOf(world, mailOnboarding, { contractor_sub: who.sub, day: 3 })
    expect(mail?.text).toContain('Next: Send again: Proof of permanent address')
    expect(mail?.text).toContain('document=permanent_address_document')
    await reject(who, await paper(who, 'identification_document'))
    const [both] = await mailsOf(world, mailOnboarding, { contractor_sub: who.sub, day: 7 })
    expect(both?.text).toContain('Send again: Identification document, Proof of permanent address')
    expect(both?.text).not.toContain('document=')
  })

  it('counts from the day on which they accepted', async () => {
    const start = '2027-12-01T10:00:00.000Z'
    world.clock.set(start)
    const who = await newcomer()
    await onDay(start, 2)
    expect(await days(who)).toEqual([1])
    const boss = person('boss@reminders.test')
    const { street: _, city: __, ...names } = MARIANA
    await call(world, boss, 'signUp', {
      body: {
        ...names,
        type: 'employer',
        preferred_name: 'M',
        is_partner: false,
        how_did_you_hear_about_us: 'Friends',
      },
    })
    await call(world, boss, 'putEmployerName', {
      body: { corporation_name: 'Papers Ltd', business_name: '' },
    })
    const { invitation_uuid } = await call(world, boss, 'inviteContractor', {
      body: { email: who.email, role: 'Engineer' },
    })
    await onDay(start, 6)
    await call(world, who, 'acceptInvitation', { params: { id: invitation_uuid } })
    await onDay(start, 8)
    expect(await days(who)).toEqual([1, 3])
    await onDay(start, 9)
    expect(await days(who)).toEqual([1, 3])
    await onDay(start, 13)
    expect(await days(who)).toEqual([1, 3, 7])
  })
})
