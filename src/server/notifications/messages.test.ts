/** Messages to contractors: written once, told by mail without the text, SENT when that left, and nobody else's to read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenContractor, givenOperator, plainWorld, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let operator: Person
let amara: Person
let other: Person
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  operator = await givenOperator(world)
  amara = await givenContractor(world, operator, 'amara@okafor.test')
  other = await givenContractor(world, operator, 'chloe@tremblay.test')
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})

const TEXT = 'Your proof of address is of last year.\nPlease send a newer one.'
const write = (to: Person, subject = 'Your proof of address', full_text = TEXT) =>
  call(world, operator, 'sendMessage', { params: { sub: to.sub }, body: { subject, full_text } })
const inbox = (of: Person) => call(world, of, 'listMessages', { query: { limit: 50 } })

describe('a message', () => {
  it('is read by whom it is for, counted until it is opened, and shown as opened to operators', async () => {
    const { message_uuid } = await write(amara)
    expect((await inbox(amara)).items).toMatchObject([
      { subject: 'Your proof of address', full_text: TEXT, read_at: null },
    ])
    expect((await call(world, amara, 'getWaiting')).counts['/contractor/notifications']).toBe(1)
    const params = { id: message_uuid }
    const opened = await call(world, amara, 'readMessage', { params })
    world.clock.set('2026-03-02T11:00:00Z')
    expect((await call(world, amara, 'readMessage', { params })).read_at).toEqual(opened.read_at)
    expect(
      (await call(world, amara, 'getWaiting')).counts['/contractor/notifications'],
    ).toBeUndefined()
    const query = { limit: 50 }
    const { items } = await call(world, operator, 'listMessagesTo', {
      params: { sub: amara.sub },
      query,
    })
    expect(items[0]).toMatchObject({ read_at: opened.read_at, author_name: expect.any(String) })
  })

  it('is nobody else’s', async () => {
    const { message_uuid } = await write(amara)
    expect((await inbox(other)).items).toEqual([])
    await expect(
      call(world, other, 'readMessage', { params: { id: message_uuid } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('lies sealed', async () => {
    await write(amara, 'Canary subject', 'Canary text')
    const rows = await admin.rows<{ row: string }>('select message::text "row" from message')
    expect(rows.some(({ row }) => row.includes('Canary'))).toBe(false)
  })

  it('is paged, the newest first', async () => {
    for (const n of [1, 2, 3]) await write(other, `Message ${n}`)
    const first = await call(world, other, 'listMessages', { query: { limit: 2 } })
    const cursor = first.next_cursor ?? ''
    const rest = await call(world, other, 'listMessages', { query: { limit: 2, cursor } })
    // What is new is counted of all of them, whichever page is looked at.
    expect(rest.unread).toBe(first.unread)
    expect(first.unread).toBeGreaterThan(
      first.items.filter(({ read_at }) => read_at === null).length,
    )
    const subjects = [...first.items, ...rest.items].map(({ subject }) => subject)
    expect(subjects.sort()).toEqual(['Message 1', 'Message 2', 'Message 3'])
    expect(rest.next_cursor).toBeNull()
  })

  it('to nobody is NOT_FOUND, and to one who got many today refused', async () => {
    await expect(write({ sub: 'nobody', email: 'x@y.test' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const third = await givenContractor(world, operator, 'third@contractor.test')
    const answers = await Promise.allSettled(Array.from({ length: 21 }, () => write(third)))
    const refused = answers.filter(answer => answer.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(['TOO_MANY_REQUESTS'])
  })
})
