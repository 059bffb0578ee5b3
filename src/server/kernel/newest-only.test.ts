import { expect, it } from 'vitest'
import { outcome } from '#test/harness/races.ts'
import { newestOnly } from './newest-only.ts'

/** Works that end when they are told to. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    of: (name: string) => () => {
      begun.push(name)
      return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
    },
  }
}

it('does one at a time, and of those that wait the newest', async () => {
  const [one, newest] = [works(), newestOnly()]
  const all = ['a', 'b', 'c', 'd'].map(name => newest('amara', one.of(name)))
  expect(await Promise.all(all.slice(1, 3).map(outcome))).toEqual([
    'TOO_MANY_REQUESTS',
    'TOO_MANY_REQUESTS',
  ])
  expect(one.begun).toEqual(['a'])
  one.end('a')
  expect(await all[0]).toBe('a')
  expect(one.begun).toEqual(['a', 'd'])
  one.end('d')
  expect(await all[3]).toBe('d')
})

it('lets nobody wait for somebody else, and goes on after a failure', async () => {
  const [one, newest] = [works(), newestOnly()]
  const held = newest('amara', one.of('a'))
  const other = newest('bo', one.of('b'))
  one.end('b')
  expect(await other).toBe('b')
  one.end('a')
  await held
  await expect(newest('amara', () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  const after = newest('amara', one.of('c'))
  one.end('c')
  expect(await outcome(after)).toBe('done')
})
