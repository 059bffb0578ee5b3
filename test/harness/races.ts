/** What tests of races share: a world of its own for each, and how a racer came out. */
import { afterEach, beforeEach } from 'vitest'
import { Problem } from '#domain/kernel/problem.ts'
import { type Admin, adminOf } from './admin.ts'
import { heavy } from './heavy.ts'
import { plainWorld, type World } from './world.ts'

export const ROUNDS = heavy(6, 100)
export const rounds = Array.from({ length: ROUNDS }, (_, n) => n)

/** Opens a world before each test and closes it after. */
export function eachInItsWorld(take: (world: World, admin: Admin) => void): void {
  let close = async () => {}
  beforeEach(async () => {
    const world = await plainWorld()
    const admin = await adminOf(world)
    close = async () => {
      await admin.close()
      await world.close()
    }
    take(world, admin)
  })
  afterEach(() => close())
}

/** The code of an expected refusal, or that it was done. */
export function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    error => {
      if (error instanceof Problem) return error.code
      throw error
    },
  )
}
