import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiProblem, NO_RESPONSE } from '#web/kernel/api-problem.ts'
import { entrySaver, type Keeping } from './entry-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A form, and a server that keeps what it is sent as ours does; `answer` says how the next writes end. */
function scene(theirs = { version: 0, text: '' }) {
  const at = {
    text: '',
    server: theirs,
    answer: 'ok' as 'ok' | 'none' | 'lost' | 'refused',
    writing: 0,
    most: 0,
    writes: 0,
    said: [] as Keeping['kind'][],
    arrived: 0,
  }
  const saver = entrySaver(
    {
      read: () => at.text,
      write: async version => {
        const { text } = at
        at.writes++
        at.most = Math.max(at.most, ++at.writing)
        await new Promise(done => setTimeout(done, 300))
        at.writing--
        if (at.answer === 'refused') throw apiProblem(422, 'VALIDATION', 'Too long')
        if (at.answer === 'none') throw apiProblem(0, 'UNKNOWN', NO_RESPONSE)
        if (at.server.text !== text) {
          if (at.server.version !== version) throw apiProblem(409, 'CONTRACT_CHANGED', 'Changed')
          at.server = { version: version + 1, text }
        }
        if (at.answer === 'lost') throw apiProblem(0, 'UNKNOWN', NO_RESPONSE)
        return { version: at.server.version, saved_at: '2026-11-23T10:42:00Z' }
      },
      say: ({ kind }) => at.said.push(kind),
      arrived: () => at.arrived++,
    },
    { version: 0, arrived: '' },
  )
  const type = (text: string) => {
    at.text = text
    saver.later()
  }
  return { at, saver, type }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('writes after a pause, once for all that was typed, and one at a time', async () => {
  const { at, type } = scene()
  for (const text of ['E', 'En', 'Eng']) {
    type(text)
    await pass(200)
  }
  expect(at.writes).toBe(0)
  await pass(700)
  type('Engineer')
  await pass(5_000)
  expect(at).toMatchObject({ writes: 2, most: 1, server: { version: 2, text: 'Engineer' } })
  expect(at.said).toEqual(['saving', 'saved', 'saving', 'saved'])
  expect(at.arrived).toBe(1)
})

it('writes nothing where nothing was typed', async () => {
  const { at, saver } = scene()
  saver.later()
  await pass(5_000)
  saver.save()
  expect(at).toMatchObject({ writes: 0, said: [] })
})

it('tries again what had no answer, and a write that arrived all the same is no other version', async () => {
  const { at, type } = scene()
  at.answer = 'none'
  type('Writer')
  await pass(2_000)
  expect(at.said).toEqual(['saving', 'offline'])
  at.answer = 'lost'
  await pass(11_000)
  expect(at.server).toEqual({ version: 1, text: 'Writer' })
  at.answer = 'ok'
  await pass(11_000)
  expect(at.server).toEqual({ version: 1, text: 'Writer' })
  expect(at.said.at(-1)).toBe('saved')
})

it('stops at a version that it has not seen, until it is told which one stays', async () => {
  const { at, type, saver } = scene({ version: 3, text: 'Of a colleague' })
  type('Mine')
  await pass(20_000)
  expect(at).toMatchObject({ writes: 1, server: { version: 3, text: 'Of a colleague' } })
  expect(at.said.at(-1)).toBe('changed')
  saver.goOn(3)
  await pass(1_000)
  expect(at.server).toEqual({ version: 4, text: 'Mine' })
})

it('sends again what arrived before, once it is to stay over what was saved since', async () => {
  const { at, type, saver } = scene()
  type('Mine')
  await pass(2_000)
  at.server = { version: 2, text: 'Of a colleague' }
  saver.goOn(2)
  await pass(1_000)
  expect(at.server).toEqual({ version: 3, text: 'Mine' })
})

it('saves what was typed while what stood there was put', async () => {
  const { at, type, saver } = scene()
  type('Writer')
  await pass(2_000)
  await saver.finish()
  const sent = at.text
  type('Writer of songs')
  await pass(2_000)
  // The terms arrived, and what was kept is gone with them.
  at.server = { version: 0, text: '' }
  saver.wasPut(sent)
  await pass(1_000)
  expect(at.server).toEqual({ version: 1, text: 'Writer of songs' })
  saver.wasPut(at.text)
  await pass(20_000)
  expect(at.writes).toBe(2)
})

it('makes way for what puts or discards it, and goes on if that failed', async () => {
  const { at, type, saver } = scene()
  type('Writer')
  await pass(900)
  const over = saver.finish()
  await pass(300)
  await over
  type('Writer!')
  await pass(20_000)
  expect(at).toMatchObject({ writes: 1, writing: 0 })
  saver.resume()
  await pass(1_000)
  expect(at.server).toEqual({ version: 2, text: 'Writer!' })
})

it('tries what was refused no more once the form is left, and what had no answer until it has', async () => {
  const { at, saver, type } = scene()
  at.answer = 'refused'
  type('Engineer')
  await pass(2_000)
  saver.leave()
  await pass(1_000)
  const writes = at.writes
  await pass(120_000)
  expect(at.writes).toBe(writes)
  // It is opened again, and left while there is no connection.
  at.answer = 'none'
  saver.later()
  await pass(2_000)
  saver.leave()
  await pass(2_000)
  at.answer = 'ok'
  await pass(20_000)
  expect(at.server.text).toBe('Engineer')
})
