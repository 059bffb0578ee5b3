import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { type SmallWorld, smallWorld } from './small-world.test-data.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await smallWorld()
})
afterAll(() => world?.end())

let mailbox = 0
const address = () => `person${++mailbox}@example.test`
const invite = (by: Actor, email: string) =>
  world.call('inviteContractor', by, {
    body: { email, role: 'Product designer', country_code: 'CA' },
  })

describe('the list', () => {
  it('is paged without gap or repetition, counted, and searched by name, e-mail and role', async () => {
    const owner = await world.employer('boss@fabrikam.test', 'Noor Aziz')
    const emails = Array.from({ length: 7 }, address)
    for (const email of emails) await invite(owner, email)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await world.call('listContractors', owner, {
        query: { limit: '3', ...(cursor && { cursor }) },
      })
      seen.push(...page.items.map(item => item.contractor_email))
      expect(page).toMatchObject({
        counts: { INVITED: 7, ACCEPTED: 0, OFFBOARDED: 0, REJECTED: 0 },
        countries: 1,
      })
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(emails.toSorted())
    const find = async (search: string) =>
      (await world.call('listContractors', owner, { query: { search } })).items.length
    expect([
      await find(emails[0] ?? ''),
      await find('PRODUCT'),
      await find('%'),
      await find('nobody'),
    ]).toEqual([1, 7, 0, 0])
    const wrong = world.call('listContractors', owner, { query: { cursor: 'x' } })
    expect(await world.refusal(wrong)).toMatchObject({ code: 'VALIDATION', field: 'query.cursor' })
  })

  it('follows names, countries and what becomes of an invitation, and finds parts of words in every script', async () => {
    const owner = await world.employer('boss@adatum.test', 'Noor Aziz')
    const [email, gone] = [address(), address()]
    const { invitation_uuid: id } = await invite(owner, email)
    await invite(owner, gone)
    await world.call('deleteContractor', owner, { params: { contractor_email: gone } })
    const person = await world.contractor(email, 'Олена 小明')
    const list = (search?: string) =>
      world.call('listContractors', owner, { query: search ? { search } : {} })
    const found = async (...searches: string[]) =>
      Promise.all(searches.map(async search => (await list(search)).items.length))
    expect(await found('олен', '小明', email)).toEqual([0, 0, 1])
    await world.call('acceptInvitation', person, { params: { id } })
    expect(await found('ЛЕН', '小明', '明', 'на 小', 'designer', 'нал', gone)).toEqual([
      ...[1, 1, 1, 1, 1, 0],
      0,
    ])
    expect(await list()).toMatchObject({
      counts: { INVITED: 0, ACCEPTED: 1, OFFBOARDED: 0, REJECTED: 0 },
      countries: 1,
    })
    expect(await found('\\', '_', "'")).toEqual([0, 0, 0])
    // The family first, one letter of it, and words of several things.
    expect(await found('小明 олена', '小', 'designer Олена', 'олена nobody')).toEqual([1, 1, 1, 0])
  })

  it('finds a name by its middle ones, in any order, with its accents in one letter, in two or without', async () => {
    const owner = await world.employer('boss@litware.test', 'Noor Aziz')
    const email = address()
    const { invitation_uuid: id } = await invite(owner, email)
    const person = await world.contractor(email, 'José Ñandú')
    await world.call('acceptInvitation', person, { params: { id } })
    const found = async (...searches: string[]) =>
      Promise.all(
        searches.map(async search => {
          const { items } = await world.call('listContractors', owner, { query: { search } })
          return items.length
        }),
      )
    const rename = (names: { first_name: string; middle_name: string; last_name: string }) =>
      world.unit(SYSTEM_ACTOR, ({ tx }) =>
        tx.updateTable('person').set(names).where('sub', '=', person.sub).execute(),
      )
    const searches = ['josé', 'Jose\u0301', 'jose', 'NANDU JOSÉ', 'ñan jos', 'nandú josefa']
    expect(await found(...searches)).toEqual([1, 1, 1, 1, 1, 0])
    // Also where they were typed in pieces, and of others than Latin letters.
    const pieces = (text: string) => text.normalize('NFD')
    await rename({
      first_name: pieces('Αλέξανδρος'),
      middle_name: pieces('Łucja Đorđe'),
      last_name: pieces('Йовић 김'),
    })
    for (const search of [
      'Αλέξανδρος',
      'ΑΛΕΞΑΝΔΡΟΣ',
      'łucja',
      'đorđe αλέξ',
      'йович',
      'Йовић Αλέξανδρος',
      '김',
      pieces('김'),
    ])
      expect(await found(search, pieces(search)), search).toEqual(
        search === 'йович' ? [0, 0] : [1, 1],
      )
    // Who left is found by what they were called at the end.
    await world.call('deleteContractor', owner, { params: { contractor_email: email } })
    await rename({ first_name: 'Ada', middle_name: 'King', last_name: 'Lovelace' })
    expect(await found('łucja', 'king', 'lovelace')).toEqual([1, 0, 0])
  })

  it('says of all people who waits for a contract, for its signature, or soon for a new invitation', async () => {
    const owner = await world.employer('boss@proseware.test', 'Noor Aziz')
    // Whoever is not verified yet invites a few.
    await world.unit(SYSTEM_ACTOR, ({ tx }) =>
      tx
        .updateTable('employer')
        .set({ verification: 'VERIFIED' })
        .where('employer_uuid', '=', owner.employer_uuid ?? '')
        .execute(),
    )
    const join = async (name: string) => {
      const email = address()
      const { invitation_uuid: id } = await invite(owner, email)
      const person = await world.contractor(email, name)
      await world.call('acceptInvitation', person, { params: { id } })
      return person
    }
    const needs = () => world.call('getPeopleNeeds', owner, {})
    const drafted = await join('Ada Lovelace')
    for (let n = 0; n < 6; n++) await join(`Person Number${n}`)
    // Whoever is invited later does not hide them.
    const invitations = Array.from({ length: 205 }, (_, n) => ({
      email: `many${n}@example.test`,
      role: 'Rater',
    }))
    await world.call('inviteMany', owner, { body: { invitations } })
    const contract_uuid = newUuid()
    await world.call('putContract', owner, {
      params: { id: contract_uuid },
      body: {
        contractor_sub: drafted.sub,
        role: 'Rater',
        paid: false,
        currency: 'CAD',
        effective_date: '2026-11-23',
        contract_start_date: '2026-11-23',
        exhibit_a: '',
      },
    })
    const { to_draft, to_sign, ending } = await needs()
    expect([to_draft.count, to_draft.people.length]).toEqual([6, 5])
    expect(to_draft.people[0]).toMatchObject({
      contractor_name: expect.stringMatching(/^Person Number/),
      role: 'Product designer',
    })
    expect(to_sign).toMatchObject({
      count: 1,
      people: [{ contractor_sub: drafted.sub, contract_uuid, contractor_name: 'Ada Lovelace' }],
    })
    expect(ending).toMatchObject({ count: 0, names: [] })
    const start = world.clock.now()
    world.clock.set(new Date(start.getTime() + 24 * 86_400_000).toISOString())
    expect((await needs()).ending).toMatchObject({
      count: 205,
      names: expect.arrayContaining([expect.stringMatching(/^many/)]),
    })
    const page = await world.call('listContractors', owner, { query: { limit: 10 } })
    expect(page.ending).toBe(205)
    world.clock.set(start.toISOString())
    await world.call('discardContract', owner, { params: { id: contract_uuid } })
    expect(await needs()).toMatchObject({
      to_draft: { count: 7 },
      to_sign: { count: 0, people: [] },
    })
    const stranger = await world.employer('boss@elsewhere.test', 'Noor Aziz')
    expect(await world.call('getPeopleNeeds', stranger, {})).toMatchObject({
      ...{ to_draft: { count: 0 }, to_sign: { count: 0 }, ending: { count: 0 } },
    })
  })

  it('finds who is written with the family first by both orders', async () => {
    const owner = await world.employer('boss@relecloud.test', 'Noor Aziz')
    const email = address()
    const { invitation_uuid: id } = await invite(owner, email)
    await world.call('acceptInvitation', await world.contractor(email, '伟 张'), { params: { id } })
    for (const search of ['张伟', '伟 张', '张'])
      expect(
        (await world.call('listContractors', owner, { query: { search } })).items,
      ).toHaveLength(1)
  })
})
