import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TestAnswer, TestQuestion } from './asked.test-data.ts'
import { type Child, createChild } from './child.ts'

const LONG_MS = 60_000
const PROCESS = fileURLToPath(new URL('./asked.test-data.ts', import.meta.url))
let child: Child<TestQuestion, TestAnswer>

beforeEach(() => {
  child = createChild(PROCESS, 64)
})
afterEach(() => child.close())

const ask = (name: string, does?: TestQuestion['does'], timeout_ms = LONG_MS) =>
  child.ask({ name, ...(does && { does }) }, timeout_ms)
const nameOf = (asked: Awaited<ReturnType<typeof ask>>) =>
  'answer' in asked ? asked.answer.name : asked.broken
const pidOf = (asked: Awaited<ReturnType<typeof ask>> | undefined) =>
  asked && 'answer' in asked ? asked.answer.pid : undefined

it('gives each question its own answer, also where one takes longer than those behind it', async () => {
  const answers = await Promise.all([ask('1', 'waits'), ask('2'), ask('3', 'waits'), ask('4')])
  expect(answers.map(nameOf)).toEqual(['1', '2', '3', '4'])
  expect(new Set(answers.map(pidOf)).size).toBe(1)
})

it.each(['exits', 'hangs'] as const)(
  'fails the question over which its process %s, and asks a new one what waited',
  async does => {
    const first = await ask('first')
    const [broke, ...others] = await Promise.all([
      ask('broken', does, does === 'hangs' ? 50 : LONG_MS),
      ask('behind'),
      ask('behind that'),
    ])
    expect(nameOf(broke)).toBe(does === 'hangs' ? 'slow' : 'ended')
    expect(others.map(nameOf)).toEqual(['behind', 'behind that'])
    expect(pidOf(others[0])).not.toBe(pidOf(first))
  },
)

it('answers after its process was killed while nobody asked', async () => {
  const killed = pidOf(await ask('before'))
  process.kill(killed ?? 0, 'SIGKILL')
  const after = await ask('after')
  // Where the death was not seen yet the question was handed to the dead: it is said, and the next is answered.
  const answered = nameOf(after) === 'after' ? after : await ask('after')
  expect(nameOf(answered)).toBe('after')
  expect(pidOf(answered)).not.toBe(killed)
})

it('renews its process while questions wait, and loses none', async () => {
  const before = pidOf(await ask('before'))
  const waiting = [ask('1', 'waits'), ask('2'), ask('3')]
  child.renew()
  const answers = await Promise.all(waiting)
  expect(answers.map(nameOf)).toEqual(['1', '2', '3'])
  expect(pidOf(answers[0])).not.toBe(before)
})

it('tells all who wait that it was closed, and whoever asks later', async () => {
  const waiting = [ask('1', 'hangs'), ask('2'), ask('3')]
  child.close()
  expect((await Promise.all(waiting)).map(nameOf)).toEqual(['closed', 'closed', 'closed'])
  expect(nameOf(await ask('4'))).toBe('closed')
})
