/** What stands between an offer and its signature: said to whoever looks, refused to who signs, and gone once it is mended (decision 0135). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { expireContracts } from './index.ts'
import { offersWorld } from './offers-world.test-data.ts'

let stage: Awaited<ReturnType<typeof offersWorld>>
let operator: Actor
beforeAll(async () => {
  stage = await offersWorld()
  operator = await stage.world.person('operator', 'ops@corridor.test', 'Olu Ade')
})
afterAll(() => stage?.world.end())

const stand = (operation: 'suspend' | 'reinstate') =>
  stage.world.call('changeStanding', operator, {
    params: { userTypes: 'employers', sub: stage.employer.employer_uuid, operation },
    body: {},
  })
const rename = (corporation_name: string) =>
  stage.world.call('putEmployerName', stage.employer, { body: { corporation_name } })
const blocked = async (by: Actor, id: string) =>
  (await stage.read(by, id)).blocked?.said.text ?? null

it('nothing is signed while the company is suspended, and again once it is reinstated', async () => {
  const { world, employer, sign } = stage
  const person = await stage.colleague()
  const { contract_uuid: id } = await stage.offered(person)
  expect(await blocked(person, id)).toBeNull()
  await stand('suspend')
  for (const by of [person, employer])
    expect(await blocked(by, id)).toBe('contracts.problems.companySuspended')
  expect(await world.refusal(sign(person, id))).toMatchObject({
    code: 'TRANSITION_NOT_ALLOWED',
    detail: expect.stringContaining('is suspended'),
  })
  expect(await stage.get(person, id)).toMatchObject({ status: 'AWAITING_SIGNATURE' })
  await stand('reinstate')
  expect(await sign(person, id)).toMatchObject({ status: 'ACTIVE' })
})

it('suspending and signing at once: it was signed before, or it is not', async () => {
  const { world } = stage
  for (let n = 0; n < 5; n++) {
    const person = await stage.colleague()
    const { contract_uuid: id, pdf_sha256 } = await stage.offered(person)
    await stage.read(person, id)
    const body = { name: person.name, pdf_sha256 }
    const [signed] = await Promise.allSettled([
      world.call('signContract', person, { params: { id }, body }),
      stand('suspend'),
    ])
    const { status } = await stage.get(person, id)
    expect(status).toBe(signed.status === 'fulfilled' ? 'ACTIVE' : 'AWAITING_SIGNATURE')
    await stand('reinstate')
  }
})

it('a company that is renamed signs by no name that it has no more: the offer is made anew, and signed as it is called', async () => {
  const { world, employer, sign } = stage
  const person = await stage.colleague()
  const { contract_uuid: id } = await stage.offered(person)
  await rename('Northwind Holding, Inc.')
  expect(await blocked(person, id)).toBe('contracts.problems.companyRenamed')
  // Who makes it anew is told to, and how.
  expect(await blocked(employer, id)).toBe('contracts.problems.namedOtherwise')
  expect(await world.refusal(sign(person, id))).toMatchObject({
    code: 'CONTRACT_CHANGED',
    detail: expect.stringMatching(/Northwind Robotics, Inc\..*Northwind Holding, Inc\./),
  })
  await world.call('discardContract', employer, { params: { id } })
  const anew = await stage.offered(person)
  expect(await sign(person, anew.contract_uuid)).toMatchObject({ status: 'ACTIVE' })
  const { text, blocked: none } = await stage.read(person, anew.contract_uuid)
  expect([text?.parties[0]?.name, none]).toEqual(['Northwind Holding, Inc.', null])
  // Taken back in time, the offer is what it was.
  const other = await stage.offered(await stage.colleague('Priya Raman'))
  await rename('Northwind Labs')
  expect(await blocked(employer, other.contract_uuid)).not.toBeNull()
  await rename('Northwind Holding, Inc.')
  expect(await blocked(employer, other.contract_uuid)).toBeNull()
})

it('a list offers to sign what can be signed alone', async () => {
  const { world } = stage
  const person = await stage.colleague()
  const { contract_uuid: id } = await stage.offered(person)
  const offered = async () =>
    (await world.call('listContractorContracts', person)).flatMap(one =>
      one.contract_uuid === id ? one.allowed_actions.filter(action => action === 'sign') : [],
    )
  expect(await offered()).toEqual(['sign'])
  await rename('Northwind Mills')
  expect(await offered()).toEqual([])
  await rename('Northwind Holding, Inc.')
  await stand('suspend')
  expect(await offered()).toEqual([])
  await stand('reinstate')
  expect(await offered()).toEqual(['sign'])
})

it('a role that looks like a link, and an exhibit with signs that nobody sees, are refused', async () => {
  const { world, draft } = stage
  const person = await stage.colleague()
  const refused = async (more: object) => {
    const { field, detail } = await world.refusal(draft(person, more))
    return [field, detail]
  }
  for (const role of ['Designer, see http://evil.example', 'www.evil.example', 'evil.example'])
    await expect(draft(person, { role })).rejects.toThrow('identity.problems.noLinks')
  for (const sign of ['\u200b', '\u00ad', '\ufeff', '\u2060'])
    expect(await refused({ exhibit_a: `Pays 10${sign}00 dollars` })).toEqual([
      'body.exhibit_a',
      expect.stringContaining('Pays 10'),
    ])
  expect(await refused({ exhibit_a: 'The \u0410ccountant', exhibit_format: 'MARKDOWN' })).toEqual([
    'body.exhibit_a',
    expect.stringContaining('alphabet'),
  ])
  const id = await draft(person, {
    exhibit_a: 'Pays \u202e0001\u202c, \u0645\u06cc\u200c\u0634\u0648\u062f',
  })
  expect((await stage.get(stage.employer, id)).exhibit_a).toBe(
    'Pays 0001, \u0645\u06cc\u200c\u0634\u0648\u062f',
  )
})

it('an offer under a name of before reminds who can make it anew, and not who cannot sign it', async () => {
  const { world, employer } = stage
  const { contract_uuid } = await stage.offered(await stage.colleague())
  const start = world.clock.now().getTime()
  const told = async (day: number) => {
    world.clock.set(new Date(start + day * 24 * 60 * 60_000).toISOString())
    const before = world.events.length
    await world.unit(SYSTEM_ACTOR, ctx => expireContracts(ctx, employer.employer_uuid))
    const events = world.events.slice(before)
    return events.filter(event => event.payload.contract_uuid === contract_uuid).map(e => e.type)
  }
  await rename('Northwind Works')
  expect(await told(3)).toEqual(['contracts.offer_outdated'])
  expect(await told(4)).toEqual([])
  await rename('Northwind Holding, Inc.')
  expect(await told(7)).toEqual(['contracts.offer_reminded'])
})
