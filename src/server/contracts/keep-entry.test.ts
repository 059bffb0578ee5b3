import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { type SmallWorld, smallWorld } from '../people/small-world.test-data.ts'

let world: SmallWorld
let employer: Actor & { employer_uuid: string }
let rival: Actor & { employer_uuid: string }
let person: Actor
beforeAll(async () => {
  world = await smallWorld()
  employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
  rival = await world.employer('sam@contoso.test', 'Sam Ortega')
  person = await world.contractor('chloe@example.test', 'Chloé Tremblay')
  const { invitation_uuid: id } = await world.call('inviteContractor', employer, {
    body: { email: person.email, role: 'Designer' },
  })
  await world.call('acceptInvitation', person, { params: { id } })
})
afterAll(() => world?.end())

const NOTHING = {
  role: '',
  pay_policy_uuid: '',
  currency: '',
  hourly_rate: '',
  scheduled_hours: '',
  contract_start_date: '',
  contract_end_date: '',
  effective_date: '',
  exhibit_a: '',
  exhibit_format: 'MARKDOWN',
  country_clauses: '',
}
const keep = (id: string, version: number, typed: object, by: Actor = employer) =>
  world.call('putContractDraft', by, {
    params: { id },
    body: { contractor_sub: person.sub, version, entry: { ...NOTHING, ...typed } },
  })
const kept = async (id: string, by: Actor = employer) =>
  (await world.call('listContractDrafts', by, { params: { id: person.sub } })).find(
    draft => draft.contract_uuid === id,
  )
const discard = (id: string, by: Actor = employer) =>
  world.call('discardContractDraft', by, { params: { id } })
const terms = {
  contractor_sub: '',
  effective_date: '2026-11-23',
  role: 'Designer',
  currency: 'CAD',
  contract_start_date: '2026-11-23',
}

describe('what is typed of a contract', () => {
  it('is kept however little it is, and is no contract', async () => {
    const id = newUuid()
    expect(await keep(id, 0, { hourly_rate: 'thirty-' })).toMatchObject({ version: 1, mine: true })
    expect(await keep(id, 1, { hourly_rate: '38' })).toMatchObject({ version: 2 })
    expect(await kept(id)).toMatchObject({
      version: 2,
      entry: { ...NOTHING, hourly_rate: '38' },
      saved_by_name: 'Dana Whitfield',
    })
    expect(await world.refusal(world.call('getContract', employer, { params: { id } }))).toEqual(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
  })

  it('is kept of so many as a person looks through, and what is kept is changed all the same', async () => {
    const ids: string[] = []
    for (let n = 0; n < 40 && ids.length < 21; n += 1) {
      const id = newUuid()
      const refused = await keep(id, 0, { role: `Role ${n}` }).then(
        () => undefined,
        thrown => thrown as { code: string; text: string },
      )
      if (refused) {
        expect(refused).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
        break
      }
      ids.push(id)
    }
    const all = () => world.call('listContractDrafts', employer, { params: { id: person.sub } })
    expect(await all()).toHaveLength(20)
    const [first = ''] = ids
    expect(await keep(first, 1, { role: 'Editor' })).toMatchObject({ version: 2 })
    for (const id of ids) await discard(id)
    expect(await keep(newUuid(), 0, { role: 'Writer' })).toMatchObject({ version: 1 })
  })

  it('is saved once when it is sent twice, also at the same moment', async () => {
    const id = newUuid()
    await Promise.all([1, 2, 3, 4].map(() => keep(id, 0, { role: 'Writer' })))
    expect(await keep(id, 0, { role: 'Writer' })).toMatchObject({ version: 1 })
    expect(await kept(id)).toMatchObject({ version: 1 })
  })

  it('of another tab or colleague is never written over unseen', async () => {
    const id = newUuid()
    await keep(id, 0, { role: 'Writer' })
    const both = await Promise.allSettled([
      keep(id, 1, { role: 'Editor' }),
      keep(id, 1, { role: 'Author' }),
    ])
    const [won] = both.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await kept(id)).toEqual(won)
    expect(await world.refusal(keep(id, 1, { role: 'Poet' }))).toMatchObject({
      code: 'CONTRACT_CHANGED',
    })
    expect(await keep(id, 2, { role: 'Poet' })).toMatchObject({ version: 3 })
  })

  it('is nobody else’s: not read, not written, not discarded', async () => {
    const id = newUuid()
    await keep(id, 0, { role: 'Writer' })
    const before = await kept(id)
    expect(await world.refusal(kept(id, rival))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await world.refusal(keep(id, 1, { role: 'Mine' }, rival))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await world.refusal(discard(id, rival))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await kept(id)).toEqual(before)
  })

  it('goes with the terms that are put, and with the discarding', async () => {
    const [put, thrown] = [newUuid(), newUuid()]
    await keep(put, 0, { role: 'Designer' })
    const body = { ...terms, contractor_sub: person.sub }
    await world.call('putContract', employer, { params: { id: put }, body })
    expect(await kept(put)).toBeUndefined()
    expect(await world.refusal(keep(put, 1, { role: 'Late' }))).toMatchObject({
      code: 'CONTRACT_CHANGED',
    })
    await keep(thrown, 0, { role: 'Writer' })
    await discard(thrown)
    expect(await world.refusal(discard(thrown))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await kept(thrown)).toBeUndefined()
    // What another tab still holds does not come back by itself.
    expect(await world.refusal(keep(thrown, 1, { role: 'Writer!' }))).toMatchObject({
      code: 'CONTRACT_CHANGED',
    })
  })

  it('keeps the PDF of before from being sent, and stays off what is no draft any more', async () => {
    const id = newUuid()
    await world.call('putContract', employer, {
      params: { id },
      body: { ...terms, contractor_sub: person.sub, paid: false },
    })
    // It is among the contracts although no policy pays it.
    const { contracts } = await world.call('getContractor', employer, {
      params: { id: person.sub },
    })
    expect(contracts).toContainEqual(
      expect.objectContaining({ contract_uuid: id, status: 'DRAFT' }),
    )
    const { pdf_sha256 } = await world.call('makeContractPdf', employer, { params: { id } })
    await keep(id, 0, { role: 'Senior designer' })
    const approve = () =>
      world.call('approveContract', employer, {
        params: { id },
        body: {
          employer_signer_email: employer.email,
          employer_signer_name: 'Dana Whitfield',
          employer_signer_title: 'Owner',
          pdf_sha256,
        },
      })
    expect(await world.refusal(approve())).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    await discard(id)
    expect(await approve()).toMatchObject({ status: 'AWAITING_SIGNATURE', role: 'Designer' })
    expect(await world.refusal(keep(id, 0, { role: 'Other' }))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
  })
})
