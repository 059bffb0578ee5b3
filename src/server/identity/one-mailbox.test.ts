/** A mailbox has many spellings; who writes to all of them writes to one person. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, callAs, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { ANONYMOUS } from '../kernel/actor.ts'
import { mayMail } from '../kernel/limits.ts'

let world: World
let admin: Admin
let employer: Person
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  employer = await givenEmployer(world, await givenOperator(world))
})
beforeEach(() => admin.rows('delete from rate_limit'))
afterAll(async () => {
  await admin.close()
  await world.close()
})

const MANY = Array.from({ length: 24 }, (_, at) => at)
const invite = (email: string) =>
  call(world, employer, 'inviteContractor', { body: { email, role: 'Designer' } })

describe('a mailbox', () => {
  it('is asked to confirm no more often by other spellings of its address', async () => {
    const went = await Promise.all(
      MANY.map(at =>
        mayMail(world.kernel, 'verification', `victim+${at}@mailbox.test`, {
          network: `198.51.100.${at}`,
          known: false,
        }),
      ),
    )
    expect(went.filter(Boolean)).toHaveLength(20)
  })

  it('is invited no more often by them', async () => {
    const codes: string[] = []
    for (const at of MANY)
      codes.push(
        await invite(`v.ictim+${at}@gmail.com`).then(
          () => 'invited',
          error => error.code,
        ),
      )
    expect(codes.filter(code => code === 'invited')).toHaveLength(20)
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
    await expect(invite('somebody.else@gmail.com')).resolves.toBeTruthy()
  })

  it.each([
    ['quiet@mailbox.test', 'quiet+news@mailbox.test'],
    ['quiet+work@mailbox.test', 'quiet@mailbox.test'],
    ['q.uiet@googlemail.com', 'quiet+1@gmail.com'],
  ])('that stopped invitations to %s has none to %s', async (stopped, other) => {
    const token = world.kernel.gateways.stopLinks.tokenOf(stopped)
    const stop = (stopped: boolean) =>
      callAs(world, ANONYMOUS, 'stopInvitations', { body: { token, stopped } })
    await stop(true)
    await expect(invite(other)).rejects.toMatchObject({ code: 'ADDRESS_STOPPED' })
    await stop(false)
    await expect(invite(other)).resolves.toBeTruthy()
  })
})
