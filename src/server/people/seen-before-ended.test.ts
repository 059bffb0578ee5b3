/** A relation ends as it was seen by who ends it, or not at all. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmallWorld, smallWorld } from './small-world.test-data.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await smallWorld()
})
afterAll(() => world?.end())

it('who accepted meanwhile is not offboarded by deleting their invitation, and who left is not ended twice', async () => {
  const employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
  const email = 'priya@raman.test'
  const { invitation_uuid: id } = await world.call('inviteContractor', employer, {
    body: { email, role: 'Engineer' },
  })
  const remove = (seen?: 'INVITED' | 'ACCEPTED') =>
    world.call('deleteContractor', employer, {
      params: { contractor_email: id },
      query: { seen },
    })
  const standing = async () =>
    (await world.call('getContractor', employer, { params: { id } })).status
  expect(await world.refusal(remove('ACCEPTED'))).toMatchObject({ code: 'CONFLICT' })
  const person = await world.contractor(email, 'Priya Raman')
  await world.call('acceptInvitation', person, { params: { id } })
  expect(await world.refusal(remove('INVITED'))).toMatchObject({
    code: 'CONFLICT',
    detail: expect.stringContaining('accepted your invitation meanwhile'),
  })
  expect(await standing()).toBe('ACCEPTED')
  expect(await remove('ACCEPTED')).toEqual({ ok: true })
  expect(await standing()).toBe('OFFBOARDED')
  expect(await world.refusal(remove('ACCEPTED'))).toMatchObject({ code: 'CONFLICT' })
})
