/** The dry run says what would wait although it is approved: what is frozen, and what is exchanged at an old rate. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let stage: CycleStage
let second: Person
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  stage = await givenApprovableCycle(world, 2)
  second = await givenOperator(world, 'emeka@corridor.test')
})
afterAll(() => world.close())

const preview = async () =>
  (await call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 5 } })).preview
const freeze = (body: object) =>
  call(world, stage.operator, 'freezePayments', {
    body: { before: '2026-03-21', words: '', ...body } as never,
  })
const lift = async (frozen: { freeze_uuid: string }) =>
  call(world, second, 'liftFreeze', { params: { id: frozen.freeze_uuid }, body: { words: '' } })

describe('the dry run', () => {
  it('names kinds of payments that are frozen on its day, and no others', async () => {
    expect((await preview()).frozen).toEqual({ kinds: [], people: 0 })
    const elsewhere = await freeze({ currency: 'JPY' })
    const before = await freeze({ before: '2026-03-20' })
    expect((await preview()).frozen).toEqual({ kinds: [], people: 0 })
    const dollars = await freeze({ currency: 'USD' })
    const since = world.clock.now()
    expect((await preview()).frozen).toEqual({
      kinds: [{ network: 'fiat', currency: 'USD', payments: 2, since }],
      people: 0,
    })
    for (const one of [elsewhere, before, dollars]) await lift(one)
    expect((await preview()).frozen).toEqual({ kinds: [], people: 0 })
  })

  it('counts people whom a freeze names', async () => {
    const [one] = stage.contractors
    const of = await freeze({ contractor_sub: one?.sub })
    expect((await preview()).frozen).toEqual({ kinds: [], people: 1 })
    await lift(of)
  })
})
