/** What becomes of an offer whose relation ends, or that is taken back (decision 0135). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { employersToExpire, expireContracts } from './index.ts'
import { offersWorld } from './offers-world.test-data.ts'

let stage: Awaited<ReturnType<typeof offersWorld>>
beforeAll(async () => {
  stage = await offersWorld()
})
afterAll(() => stage?.world.end())

const leave = (person: Actor) =>
  stage.world.call('deleteContractor', stage.employer, {
    params: { contractor_email: person.sub },
  })

/** How often the contractor was told that it was withdrawn. */
const toldOf = (id: string) =>
  stage.world.events.filter(
    ({ type, payload }) =>
      type === 'contracts.offer_withdrawn' &&
      'contract_uuid' in payload &&
      payload.contract_uuid === id,
  ).length

it('what waits for who is offboarded is withdrawn with them, told, and never signed, not by who comes back either', async () => {
  const { world, employer, get, sign, later } = stage
  const person = await stage.colleague()
  const offers = [
    await stage.offered(person),
    await stage.offered(person, { role: 'Another role' }),
  ]
  const draft = await stage.draft(person, { role: 'Not offered' })
  await leave(person)
  const stands = {
    status: 'DISCARDED',
    withdrawn_at: world.clock.now().toISOString(),
    allowed_actions: [],
  }
  const refused = async (id: string) =>
    expect(await world.refusal(sign(person, id))).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
  for (const { contract_uuid: id } of offers) {
    expect(await get(employer, id)).toMatchObject(stands)
    expect(await get(person, id)).toMatchObject(stands)
    expect(toldOf(id)).toBe(1)
    await refused(id)
  }
  expect(toldOf(draft)).toBe(0)
  later(1)
  await stage.work(person)
  for (const { contract_uuid: id } of offers) await refused(id)
  const anew = await stage.offered(person)
  expect(await sign(person, anew.contract_uuid)).toMatchObject({ status: 'ACTIVE' })
})

it('an offer that outlived its relation, as before offers ended with it, is withdrawn by the clock', async () => {
  const { world, employer } = stage
  const person = await stage.colleague()
  const { contract_uuid: id } = await stage.offered(person)
  await leave(person)
  await world.unit(SYSTEM_ACTOR, ctx =>
    ctx.tx
      .updateTable('contract')
      .set({ status: 'AWAITING_SIGNATURE', withdrawn_at: null })
      .where('contract_uuid', '=', id)
      .execute(),
  )
  stage.later(1)
  await stage.work(person)
  await world.unit(SYSTEM_ACTOR, async ctx => {
    expect(await employersToExpire(ctx)).toContain(employer.employer_uuid)
    await expireContracts(ctx, employer.employer_uuid)
    expect(await employersToExpire(ctx)).not.toContain(employer.employer_uuid)
  })
  expect(await stage.get(employer, id)).toMatchObject({ status: 'DISCARDED' })
  expect(toldOf(id)).toBe(2)
})

it('signing and offboarding at once: it runs and nobody leaves, or they leave and it is withdrawn', async () => {
  const { world, employer } = stage
  for (let n = 0; n < 6; n++) {
    const person = await stage.colleague()
    const { contract_uuid: id, pdf_sha256 } = await stage.offered(person)
    await stage.read(person, id)
    const body = { name: person.name, pdf_sha256 }
    const answers = await Promise.allSettled([
      world.call('signContract', person, { params: { id }, body }),
      leave(person),
    ])
    const { status } = await stage.get(employer, id)
    const one = await world.call('getContractor', employer, { params: { id: person.sub } })
    expect([status, one.status]).toEqual(
      answers[0].status === 'fulfilled' ? ['ACTIVE', 'ACCEPTED'] : ['DISCARDED', 'OFFBOARDED'],
    )
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
  }
})

it('who was offered what is discarded is told; of a draft, which they never saw, nothing is said', async () => {
  const { world, employer } = stage
  const person = await stage.colleague()
  const { contract_uuid: id } = await stage.offered(person)
  const discard = (of: string) => world.call('discardContract', employer, { params: { id: of } })
  expect(await discard(id)).toMatchObject({
    status: 'DISCARDED',
    withdrawn_at: world.clock.now().toISOString(),
    allowed_actions: [],
  })
  expect(toldOf(id)).toBe(1)
  // Their list says so as well: it reads Withdrawn there, and not Discarded.
  const { contracts } = await world.call('getContractor', employer, { params: { id: person.sub } })
  expect(contracts).toContainEqual(
    expect.objectContaining({ contract_uuid: id, withdrawn_at: world.clock.now().toISOString() }),
  )
  const draft = await stage.draft(person)
  const seen = { params: { id: draft }, query: { seen: 'AWAITING_SIGNATURE' } } as const
  expect(await world.refusal(world.call('discardContract', employer, seen))).toMatchObject({
    code: 'CONFLICT',
    detail: expect.stringContaining('it is DRAFT by now'),
  })
  expect(await stage.get(employer, draft)).toMatchObject({ status: 'DRAFT' })
  expect(await discard(draft)).toMatchObject({ status: 'DISCARDED', withdrawn_at: null })
  expect(toldOf(draft)).toBe(0)
})
