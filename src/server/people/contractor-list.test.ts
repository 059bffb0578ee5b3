import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../kernel/actor.ts'
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
