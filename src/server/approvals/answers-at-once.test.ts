/** Two answers to one step at the same time: it ends one way, and what it asks for is done once or not at all. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#db/seed/cast.ts'
import { heavy } from '#test/harness/heavy.ts'
import {
  codeOf,
  later,
  type TwoPeopleStage,
  twoPeopleStage,
  type Wires,
} from './two-people.test-data.ts'

const ROUNDS = heavy(20, 100)

let stage: TwoPeopleStage
let emeka: Person
let noor: Person
let ines: Person

beforeAll(async () => {
  stage = await twoPeopleStage()
  ;({ emeka, noor, ines } = stage.operators)
})
afterAll(async () => {
  expect(await stage.world.broken()).toEqual([])
  await stage.close()
})
beforeEach(() => stage.next())

describe('answers at once', () => {
  const inRounds = async (
    race: (id: string, file: Wires) => Promise<readonly string[]>,
    ends: (seen: readonly string[], done: number, status: string) => boolean,
  ) => {
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      await stage.next()
      const file = stage.wires(['12000.00'])
      const id = await stage.asked(emeka, file)
      const answers = await race(id, file)
      const [step] = await stage.admin.rows<{ answer: string }>(
        'select answer from approval_step where step_uuid = $1',
        [id],
      )
      const status = step?.answer ?? 'WAITING'
      const end = `${answers.join(' / ')}: ${status}, ${await stage.booked()} booked`
      seen.add(end)
      expect([end, ends(answers, await stage.booked(), status)]).toEqual([end, true])
    }
    return [...seen]
  }
  const long = { timeout: 180_000 }

  it(`of two who say yes book once, ${ROUNDS} times`, long, async () => {
    await inRounds(
      id => Promise.all([codeOf(stage.approve(noor, id)), codeOf(stage.approve(ines, id))]),
      (answers, done, status) =>
        done === 1 &&
        status === 'APPROVED' &&
        String(answers.toSorted()) === String(['STEP_CLOSED', 'done']),
    )
  })

  it(`of one who says yes twice book once, ${ROUNDS} times`, long, async () => {
    await inRounds(
      id => Promise.all([codeOf(stage.approve(noor, id)), codeOf(stage.approve(noor, id))]),
      (answers, done, status) =>
        done === 1 && status === 'APPROVED' && answers.every(answer => answer === 'done'),
    )
  })

  it(`of a yes and a withdrawal are one or the other, ${ROUNDS} times`, long, async () => {
    await inRounds(
      id => Promise.all([codeOf(stage.approve(noor, id)), codeOf(stage.withdraw(emeka, id))]),
      ([yes, back], done, status) =>
        (yes === 'done' && back === 'STEP_CLOSED' && done === 1 && status === 'APPROVED') ||
        (back === 'done' && yes === 'STEP_CLOSED' && done === 0 && status === 'WITHDRAWN'),
    )
  })

  it(`of a yes and a no are one or the other, ${ROUNDS} times`, long, async () => {
    await inRounds(
      id => Promise.all([codeOf(stage.approve(noor, id)), codeOf(stage.reject(ines, id))]),
      ([yes, no], done, status) =>
        (yes === 'done' && no === 'STEP_CLOSED' && done === 1 && status === 'APPROVED') ||
        (no === 'done' && yes === 'STEP_CLOSED' && done === 0 && status === 'REJECTED'),
    )
  })

  it(`of a yes and the hour, while the same is asked again, ${ROUNDS} times`, long, async () => {
    const ends = await inRounds(
      async (id, file) => {
        const yes = codeOf(stage.approve(noor, id))
        const again = (async () => {
          stage.world.clock.set(later(24))
          return codeOf(stage.book(ines, file))
        })()
        return Promise.all([yes, again])
      },
      ([yes, again], done, status) =>
        again === 'done' &&
        ((yes === 'done' && done === 1 && status === 'APPROVED') ||
          (yes === 'STEP_CLOSED' && done === 0 && ['EXPIRED', 'WAITING'].includes(status))),
    )
    expect(ends.length).toBeGreaterThan(0)
  })

  it(`of many who ask for the same make one step, ${ROUNDS / 5} times`, long, async () => {
    for (let round = 0; round < ROUNDS / 5; round++) {
      await stage.next()
      const file = stage.wires(['12000.00'])
      const all = await Promise.all([emeka, noor, ines, emeka].map(who => stage.book(who, file)))
      expect(new Set(all.map(({ waiting }) => waiting?.step_uuid)).size).toBe(1)
    }
  })
})
