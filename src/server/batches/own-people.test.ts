/** A company pays and invites none of its own people, whoever asks for it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf, call, callAs, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { KEY_SCOPES } from '#domain/integrations/api-key.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { givenPayers, submitBatch } from './batches.test-data.ts'

let world: World
let owner: Awaited<ReturnType<typeof givenPayers>>['employer']
let mate: Person
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  owner = (await givenPayers(world)).employer
  const email = 'mate@northwind.test'
  const token = await inviteToTeam(world, owner, { email, role: 'approver' })
  const names = { first_name: 'Mia', last_name: 'Berg', password: 'a long word of many letters' }
  mate = await joinTeam(world, token, { email, ...names })
})
afterAll(() => world?.close())

const keyOf = async (maker: Person, sandbox: boolean) => {
  const body = { name: 'A', scopes: [...KEY_SCOPES], sandbox, days: 1, addresses: [] }
  const { key_uuid } = (await call(world, maker, 'makeApiKey', { body })).key
  const actor = { ...(await actorOf(world, maker)), sub: `key:${key_uuid}`, email: '' }
  return { ...actor, key: { key_uuid, scopes: KEY_SCOPES, sandbox } }
}

it('pays nobody of them by a file or a key, and names the row in words', async () => {
  const text = `email,amount,currency,reference\n${owner.email.toUpperCase()},5.00,USD,A-1\n${mate.email},5.00,USD,A-2`
  const body = { text, mends: [], without: [] }
  for (const by of [
    await actorOf(world, owner),
    await keyOf(owner, false),
    await keyOf(owner, true),
  ]) {
    const { good, wrong_rows } = await callAs(world, by, 'previewPaymentBatch', { body })
    expect([by.sub, good, wrong_rows.map(({ row }) => row)]).toEqual([by.sub, 0, [2, 3]])
    for (const { said } of wrong_rows)
      expect(said).toMatchObject([
        { field: 'email', reason: expect.stringContaining('somebody of your company') },
      ])
  }
  await expect(submitBatch(world, owner, text)).rejects.toMatchObject({ code: 'VALIDATION' })
})

it('invites nobody of them, alone or in a list', async () => {
  const { email } = mate
  await expect(
    call(world, owner, 'inviteContractor', { body: { email, role: 'Designer' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' })
  const invitations = [{ email, role: 'Designer' }]
  const { invited, left_out } = await call(world, owner, 'inviteMany', { body: { invitations } })
  expect([invited, left_out]).toMatchObject([0, [{ email }]])
})

it('invites in the name of none of them who left: a key goes on, and its batches are an owner’s', async () => {
  const params = { sub: mate.sub }
  await call(world, owner, 'changeMemberRole', { params, body: { role: 'admin' } })
  const key = await keyOf(mate, false)
  const submit = async (email: string) => {
    const text = `email,amount,currency,reference\n${email},5.00,USD,I-1`
    const body = {
      ...{ text, mends: [], without: [], leave_out_wrong: false },
      ...{ file_name: 'i.csv', pay_date: '2026-03-20', words: '' },
    }
    const batch = { params: { batch_uuid: newUuid() }, body }
    await callAs(world, key, 'submitPaymentBatch', batch)
    await world.deliver()
    return world.unit(ctx =>
      ctx.tx
        .selectFrom('invitation')
        .select('inviter_sub')
        .where('email', '=', email)
        .executeTakeFirst(),
    )
  }
  expect(await submit('first@okafor.test')).toEqual({ inviter_sub: mate.sub })
  await call(world, owner, 'removeMember', { params })
  expect(await submit('second@okafor.test')).toEqual({ inviter_sub: owner.sub })
})
