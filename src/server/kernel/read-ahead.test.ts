import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { eachAhead, oneByOne, readAhead, together } from './read-ahead.ts'

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

it('reads what belongs to each, the next while one is worked on, and nothing more once it ends', async () => {
  const log: string[] = []
  const read = async (name: string) => {
    log.push(`reads ${name}`)
    await sleep(2)
    log.push(`read ${name}`)
    return name.toUpperCase()
  }
  const seen: string[] = []
  for await (const found of eachAhead(['a', 'b', 'c'], read)) {
    seen.push(found)
    if (found === 'A') expect(log).toEqual(['reads a', 'read a', 'reads b'])
  }
  expect(seen).toEqual(['A', 'B', 'C'])
  expect(log.filter(line => line.startsWith('reads'))).toHaveLength(3)

  log.length = 0
  const stops = async () => {
    for await (const found of eachAhead(['a', 'b', 'c'], read))
      throw new Error(`stopped at ${found}`)
  }
  await expect(stops()).rejects.toThrow('stopped at A')
  expect(log).toEqual(['reads a', 'read a', 'reads b', 'read b'])
})

const after = async (ms: number, fails?: Error) => {
  await sleep(ms)
  if (fails) throw fails
}
const behind = Object.assign(new pg.DatabaseError('aborted', 7, 'error'), { code: '25P02' })

it('of what failed together the first is told, when all of it is over, and not what could not be done behind it', async () => {
  let over = false
  const last = after(6).then(() => {
    over = true
  })
  const asked = [after(4, new Error('first')), after(2, new Error('second')), last]
  await expect(together(asked)).rejects.toThrow('first')
  expect(over).toBe(true)
  await expect(together([after(1, behind), after(2, new Error('why'))])).rejects.toThrow('why')
  await expect(together([after(1, behind), after(2)])).rejects.toThrow('aborted')
})

it('begins a thing while the one before it is done, and none while two are', async () => {
  const [a, b, c] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const begun: string[] = []
  const over = oneByOne(async next => {
    for (const [name, one] of Object.entries({ a, b, c }))
      await next(async () => {
        begun.push(name)
        await one?.promise
      })
  })
  await sleep(2)
  expect(begun).toEqual(['a', 'b'])
  a?.resolve()
  await sleep(2)
  expect(begun).toEqual(['a', 'b', 'c'])
  c?.resolve()
  expect(await Promise.race([over, sleep(2, 'waits for b')])).toBe('waits for b')
  b?.resolve()
  await over
})

it('ends when all is over, also what failed, and begins nothing after it', async () => {
  const log: string[] = []
  const work = (name: string, fails?: Error) => async () => {
    log.push(`begins ${name}`)
    await sleep(2)
    log.push(`ends ${name}`)
    if (fails) throw fails
  }
  const throwing = oneByOne(async next => {
    await next(work('a'))
    throw new Error('body')
  })
  await expect(throwing).rejects.toThrow('body')
  expect(log).toEqual(['begins a', 'ends a'])

  log.length = 0
  const failing = oneByOne(async next => {
    await next(work('b', new Error('why')))
    await next(work('c', behind))
    await next(work('d'))
  })
  await expect(failing).rejects.toThrow('why')
  expect(log).toEqual(['begins b', 'begins c', 'ends b', 'ends c'])
})
