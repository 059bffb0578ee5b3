import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { oneByOne, readAhead } from './read-ahead.ts'

it('reads each slice once, the next while one is worked on, and nothing more once it ends', async () => {
  const rows = Array.from({ length: 7 }, (_, n) => n)
  const log: string[] = []
  const read = async (last: number | undefined) => {
    const from = last === undefined ? 0 : last + 1
    log.push(`reads ${from}`)
    await sleep(2)
    log.push(`read ${from}`)
    return rows.slice(from, from + 2)
  }
  const seen: number[] = []
  for await (const slice of readAhead(2, read)) seen.push(...slice)
  expect(seen).toEqual(rows)
  expect(log.filter(line => line.startsWith('reads'))).toHaveLength(4)

  log.length = 0
  const stops = async () => {
    for await (const slice of readAhead(2, read)) throw new Error(`stopped at ${slice[0]}`)
  }
  await expect(stops()).rejects.toThrow('stopped at 0')
  expect(log).toEqual(['reads 0', 'read 0', 'reads 2', 'read 2'])
})

it('does one thing after the other, and ends when all is over, also what failed', async () => {
  const log: string[] = []
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`begins ${name}`)
      await sleep(2)
      log.push(`ends ${name}`)
      if (fails) throw new Error(name)
    }
  await oneByOne(async next => {
    for (const name of ['a', 'b']) await next(work(name))
  })
  expect(log).toEqual(['begins a', 'ends a', 'begins b', 'ends b'])

  log.length = 0
  const throwing = oneByOne(async next => {
    await next(work('c'))
    throw new Error('body')
  })
  await expect(throwing).rejects.toThrow('body')
  expect(log).toEqual(['begins c', 'ends c'])
  await expect(oneByOne(next => next(work('d', true)))).rejects.toThrow('d')
})
