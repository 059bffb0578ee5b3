import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
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
const keep = (
  id: string,
  version: number,
  typed: object,
  by: Actor = employer,
  terms: number | undefined = undefined,
) =>
  world.call('putContractDraft', by, {
    params: { id },
    body: {
      ...{ contractor_sub: person.sub, version, entry: { ...NOTHING, ...typed } },
      ...(terms !== undefined && { terms }),
    },
  })
const kept = async (id: string, by: Actor = employer) =>
  (await world.call('listContractDrafts', by, { params: { id: person.sub } })).find(
    draft => draft.contract_uuid === id,
  )
const discard = (id: string, by: Actor = employer, seen?: number) =>
  world.call('discardContractDraft', by, {
    params: { id },
    ...(seen !== undefined && { query: { seen: String(seen) } }),
  })
const terms = {
  contractor_sub: '',
  effective_date: '2026-11-23',
  role: 'Designer',
  currency: 'CAD',
  contract_start_date: '2026-11-23',
}

const put = (id: string, role: string, seen?: object, by: Actor = employer) =>
  world.call('putContract', by, {
    params: { id },
    body: { ...terms, contractor_sub: person.sub, role, paid: false, ...(seen && { seen }) },
  })
const read = (id: string) => world.call('getContract', employer, { params: { id } })
let colleague: Actor & { employer_uuid: string }
beforeAll(async () => {
  const { employer_uuid, member_role } = employer
  const ada = await world.person('employer', 'ada@northwind.test', 'Ada Lovelace')
  colleague = { ...ada, employer_uuid, member_role }
  await world.unit(SYSTEM_ACTOR, ctx =>
    ctx.tx
      .insertInto('employer_member')
      .values({ employer_uuid, sub: ada.sub, role: 'owner', created_at: ctx.now })
      .execute(),
  )
})

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

describe('terms that two colleagues put', () => {
  it('that were seen of a contract that never was are put nowhere: it is not found', async () => {
    const id = newUuid()
    expect(await world.refusal(put(id, 'Illustrator', { terms: 1, typed: 0 }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await world.refusal(read(id))).toMatchObject({ code: 'NOT_FOUND' })
    await put(id, 'Illustrator', { terms: 0, typed: 0 })
  })

  it('are never put over what was not seen: the answer says who changed it and when', async () => {
    const id = newUuid()
    const first = await put(id, 'Illustrator', { terms: 0, typed: 0 })
    expect(first).toMatchObject({
      terms_version: 1,
      terms_changed: { by_name: 'Dana Whitfield', mine: true },
    })
    const second = await put(id, 'Illustrator I', { terms: 1, typed: 0 }, colleague)
    expect(second).toMatchObject({ terms_version: 2, terms_changed: { mine: true } })
    const refused = await world.refusal(put(id, 'Illustrator II', { terms: 1, typed: 0 }))
    expect(refused.code).toBe('CONTRACT_CHANGED')
    expect(refused.detail).toContain(
      'Ada Lovelace changed this draft on November 16, 2026 at 09:00',
    )
    expect(await read(id)).toMatchObject({
      role: 'Illustrator I',
      terms_changed: { by_name: 'Ada Lovelace', mine: false },
    })
    // The same again, as after an answer that was lost, changes nothing and is no conflict.
    expect(await put(id, 'Illustrator I', { terms: 1, typed: 0 }, colleague)).toMatchObject({
      terms_version: 2,
    })
    // Making the PDF changes no terms.
    await world.call('makeContractPdf', colleague, { params: { id } })
    expect(await put(id, 'Illustrator II', { terms: 2, typed: 0 })).toMatchObject({
      role: 'Illustrator II',
      terms_version: 3,
    })
    // As the specification sends it, over whatever is there.
    expect(await put(id, 'Illustrator III')).toMatchObject({ terms_version: 4 })
  })

  it('are one of two that are sent at the same moment', async () => {
    const id = newUuid()
    await put(id, 'Narrator')
    const seen = { terms: 1, typed: 0 }
    const both = await Promise.allSettled([
      put(id, 'Narrator I', seen),
      put(id, 'Narrator II', seen, colleague),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await read(id)).toMatchObject({ terms_version: 2 })
  })

  it('leave what a colleague typed meanwhile where it is, and are not put over it', async () => {
    const id = newUuid()
    await keep(id, 0, { role: 'Cutter' })
    await keep(id, 1, { role: 'Film cutter' }, colleague)
    const refused = await world.refusal(put(id, 'Cutter', { terms: 0, typed: 1 }))
    expect(refused).toMatchObject({ code: 'CONTRACT_CHANGED' })
    expect(refused.detail).toContain('Ada Lovelace')
    expect(await kept(id)).toMatchObject({ version: 2, entry: { role: 'Film cutter' } })
    expect(await world.refusal(read(id))).toMatchObject({ code: 'NOT_FOUND' })
    await put(id, 'Cutter', { terms: 0, typed: 2 })
    expect(await kept(id)).toBeUndefined()
  })

  it('of a process of before are counted, without a name', async () => {
    const id = newUuid()
    await put(id, 'Gaffer')
    await world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx
        .updateTable('contract')
        .set(row => ({ role: 'Best boy', version: row('version', '+', 1) }))
        .where('contract_uuid', '=', id)
        .execute(),
    )
    expect(await read(id)).toMatchObject({ terms_version: 2, terms_changed: null })
    expect(await world.refusal(put(id, 'Grip', { terms: 1, typed: 0 }))).toMatchObject({
      code: 'CONTRACT_CHANGED',
    })
  })
})

describe('what is typed over terms', () => {
  it('keeps which they were: put over those that a colleague put since it is not, also after a reload', async () => {
    const id = newUuid()
    await put(id, 'Glazier', { terms: 0, typed: 0 })
    await put(id, 'Glazier I', { terms: 1, typed: 0 }, colleague)
    // The form was open over the first terms, and nothing was typed into it before.
    expect(await keep(id, 0, { role: 'Glazier II' }, employer, 1)).toMatchObject({
      version: 1,
      terms_version: 1,
    })
    const typed = await kept(id)
    expect(typed).toMatchObject({ version: 1, terms_version: 1, entry: { role: 'Glazier II' } })
    const seen = { terms: typed?.terms_version, typed: typed?.version }
    const refused = await world.refusal(put(id, 'Glazier II', seen))
    expect(refused).toMatchObject({ code: 'CONTRACT_CHANGED' })
    expect(refused.detail).toContain('Ada Lovelace')
    expect(await read(id)).toMatchObject({ role: 'Glazier I', terms_version: 2 })
    // Who saw both and keeps this one says so, although what is typed stays the same.
    expect(await keep(id, 1, { role: 'Glazier II' }, employer, 2)).toMatchObject({
      version: 2,
      terms_version: 2,
    })
    expect(await keep(id, 1, { role: 'Glazier II' }, employer, 2)).toMatchObject({ version: 2 })
    // Left out, it is typed over those of before.
    expect(await keep(id, 2, { role: 'Glazier III' })).toMatchObject({ terms_version: 2 })
    expect(await put(id, 'Glazier III', { terms: 2, typed: 3 })).toMatchObject({ terms_version: 3 })
    expect(await kept(id)).toBeUndefined()
  })

  it('has no version that was seen before, once it was put or given up', async () => {
    const id = newUuid()
    await keep(id, 0, { role: 'Roofer' })
    await discard(id, employer, 1)
    expect(await keep(id, 0, { role: 'Tiler' }, colleague)).toMatchObject({ version: 2 })
    expect(await world.refusal(keep(id, 1, { role: 'Roofer' }))).toMatchObject({
      code: 'CONTRACT_CHANGED',
    })
    const stale = await world.refusal(put(id, 'Roofer', { terms: 0, typed: 1 }))
    expect(stale).toMatchObject({ code: 'CONTRACT_CHANGED' })
    await put(id, 'Tiler', { terms: 0, typed: 2 })
    expect(await keep(id, 0, { role: 'Mason' }, colleague, 1)).toMatchObject({ version: 3 })
  })

  it('is not given up by who saw another version: the answer says who typed since', async () => {
    const id = newUuid()
    await keep(id, 0, { role: 'Sawyer' })
    await keep(id, 1, { role: 'Cooper' }, colleague)
    const refused = await world.refusal(discard(id, employer, 1))
    expect(refused).toMatchObject({ code: 'CONTRACT_CHANGED' })
    expect(refused.detail).toContain('Ada Lovelace')
    expect(await kept(id)).toMatchObject({ version: 2, entry: { role: 'Cooper' } })
    await discard(id, employer, 2)
    expect(await kept(id)).toBeUndefined()
    const other = await world.refusal(keep(id, 2, { role: 'Wright' }))
    expect(other).toMatchObject({ code: 'CONTRACT_CHANGED' })
  })

  it('first, while the first terms are put, stays', async () => {
    const ids = Array.from({ length: 12 }, newUuid)
    await Promise.all(
      ids.flatMap(id => [
        put(id, 'Founder', { terms: 0, typed: 0 }).catch(() => undefined),
        keep(id, 0, { role: 'Caster' }, colleague, 0),
      ]),
    )
    const all = await Promise.all(ids.map(id => kept(id)))
    expect(all.map(typed => [typed?.entry.role, typed?.terms_version])).toEqual(
      ids.map(() => ['Caster', 0]),
    )
    for (const id of ids) await discard(id)
  })

  it('by a process of before counts on, over the terms of then', async () => {
    const id = newUuid()
    await put(id, 'Dyer')
    await keep(id, 0, { role: 'Dyer I' })
    await discard(id)
    const { employer_uuid } = employer
    await world.unit(SYSTEM_ACTOR, async ({ tx, fields, now }) => {
      const entry = fields.seal('contract_draft.entry', id, JSON.stringify(NOTHING))
      const typed = { version: 1, entry, saved_at: now, saved_by: employer.sub }
      await tx
        .insertInto('contract_draft')
        .values({ contract_uuid: id, employer_uuid, contractor_sub: person.sub, ...typed })
        .execute()
    })
    expect(await kept(id)).toMatchObject({ version: 2, terms_version: 1 })
    await put(id, 'Dyer II', { terms: 1, typed: 2 })
    expect(await kept(id)).toBeUndefined()
  })
})
