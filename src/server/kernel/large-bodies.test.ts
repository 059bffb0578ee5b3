/** Room for large bodies: what is held is bounded, whoever comes first enters first, and nobody waits for ever. */
import { describe, expect, it } from 'vitest'
import { largeBodies } from './large-bodies.ts'

const limits = { most_bytes: 30, at_once: 1, most_of_one: 3, most_waiting: 2, patience_ms: 20 }

describe('large bodies', () => {
  it('are held up to a limit, in the order in which they came', async () => {
    const bodies = largeBodies({ ...limits, patience_ms: 60_000 })
    const [first, second] = [await bodies.admit('a', 10), await bodies.admit('b', 20)]
    const entered: string[] = []
    const third = bodies.admit('c', 20).then(leave => {
      entered.push('c')
      return leave
    })
    const fourth = bodies.admit('d', 5).then(leave => {
      entered.push('d')
      return leave
    })
    await expect(bodies.admit('e', 1)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retry_after_s: 30,
    })
    first()
    await Promise.resolve()
    expect(entered).toEqual([])
    second()
    for (const leave of await Promise.all([third, fourth])) leave()
    expect(entered).toEqual(['c', 'd'])
    const all = await Promise.all([10, 10, 10].map(bytes => bodies.admit('a', bytes)))
    await expect(bodies.admit('a', 1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    for (const leave of all) leave()
    ;(await bodies.admit('a', 1_000))()
  })

  it('that find no room are told so, and the place goes to the next', async () => {
    const bodies = largeBodies(limits)
    const leave = await bodies.admit('a', 25)
    const large = bodies.admit('b', 10)
    await expect(large).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    ;(await bodies.admit('b', 5))()
    leave()
  })

  it('are worked on one after another, also after one that failed', async () => {
    const bodies = largeBodies(limits)
    let [now, most] = [0, 0]
    const work = async (n: number) => {
      most = Math.max(most, ++now)
      await new Promise(resolve => setTimeout(resolve, 1))
      now--
      if (n === 1) throw new Error('spoiled')
      return n
    }
    const done = await Promise.allSettled([0, 1, 2, 3].map(n => bodies.work('a', () => work(n))))
    expect(done.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(most).toBe(1)
  })

  it('are worked on in turn: who sends one waits for one of somebody who sends many', async () => {
    const bodies = largeBodies(limits)
    const done: string[] = []
    const sent = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(name =>
      bodies.work(name.charAt(0), async () => {
        await Promise.resolve()
        done.push(name)
      }),
    )
    await Promise.all(sent)
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })
})
