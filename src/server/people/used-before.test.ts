/** One paper of two people: operators see it before they verify either, and verify nobody by it without saying that they saw. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { call, type Person, upload } from '#db/seed/cast.ts'
import { openFieldCipher } from '#server/kernel/field-cipher.ts'
import { rewrapRows } from '#server/kernel/seal-rows.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/world.ts'
import { indexNumbers } from './index.ts'
import { withPapers } from './papers.test-data.ts'

let world: World
let admin: Admin
let operator: Person
const { contractor, review, open, self } = withPapers(told => {
  ;({ world, admin, operator } = told)
})

const say = (who: Person, id_document_number: string, id_document_country?: string) =>
  call(world, who, 'putPersonalDocuments', {
    body: { id_document_number, ...(id_document_country && { id_document_country }) },
  })
const usedBy = async (who: Person) =>
  (await review(who)).documents.flatMap(({ used_by }) => used_by.map(({ sub }) => sub))
const verify = async (who: Person, used_by?: readonly Person[]) => {
  await open(who)
  return call(world, operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: who.sub, operation: 'verify' },
    body: used_by ? { used_by: used_by.map(({ sub }) => sub) } : {},
  })
}
const indexes = () =>
  admin.rows<{ document_uuid: string; number_index: Buffer | null }>(
    'select document_uuid, number_index from identity_document where number is not null order by 1',
  )

describe('a number', () => {
  it('that another person gave is told to operators, however it is typed and whatever it is called', async () => {
    const [one, two] = [await contractor(), await contractor()]
    await say(one, 'G00482915', 'MX')
    expect(await usedBy(one)).toEqual([])
    await say(two, 'g 0048-2915', 'MX')
    await call(world, two, 'putPersonalDocuments', { body: { id_document_type: 'OTHER' } })
    expect(await usedBy(one)).toEqual([two.sub])
    const { documents } = await review(two)
    expect(documents.map(({ kind, used_by }) => [kind, used_by])).toEqual([
      ['identification_document', [{ sub: one.sub, name: 'Mariana Salgado' }]],
      ['permanent_address_document', []],
    ])
    expect(JSON.stringify(await self(two))).not.toContain(one.sub)
    const list = await call(world, operator, 'listOperationsContractors', {
      query: { limit: 200 },
    })
    expect(list.items.every(of => of.documents.every(each => !('used_by' in each)))).toBe(true)
  })

  it('of another country is another; who leaves the country out hides nothing', async () => {
    const [one, two, three] = [await contractor(), await contractor(), await contractor()]
    await say(one, 'AB-1234567', 'DE')
    await say(two, 'AB-1234567', 'PL')
    expect(await usedBy(two)).toEqual([])
    await say(three, 'AB-1234567')
    expect((await usedBy(three)).toSorted()).toEqual([one.sub, two.sub].toSorted())
  })

  it('that was changed is compared as it is now, and one that was given before is remembered', async () => {
    const [one, two, three] = [await contractor(), await contractor(), await contractor()]
    await say(one, 'K-1', 'CA')
    await say(one, 'K-2', 'CA')
    await say(two, 'K-1', 'CA')
    await say(three, 'K-2', 'CA')
    expect(await usedBy(two)).toEqual([])
    expect(await usedBy(three)).toEqual([one.sub])
    await call(world, one, 'putPersonalDocuments', {
      body: { identification_document: upload('other.pdf', 'Another of one') },
    })
    expect(await usedBy(three)).toEqual([one.sub])
  })
})

it('a file of another person is told; a bill of one household is not', async () => {
  const [one, two] = [await contractor(), await contractor()]
  const bill = upload('bill.pdf', 'One household')
  for (const who of [one, two])
    await call(world, who, 'putPersonalDocuments', { body: { permanent_address_document: bill } })
  expect(await usedBy(two)).toEqual([])
  const back = upload('back.pdf', 'One back')
  for (const who of [one, two])
    await call(world, who, 'putPersonalDocuments', { body: { identification_document_back: back } })
  expect(await usedBy(two)).toEqual([one.sub])
})

describe('verifying', () => {
  it('is refused in words until the operator says whom they saw, and whom they saw is kept', async () => {
    const [one, two, three] = [await contractor(), await contractor(), await contractor()]
    await say(one, 'Z 77', 'CA')
    await say(two, 'Z 77', 'CA')
    const problem = { code: 'CONFLICT', text: 'people.problems.usedBefore' }
    await expect(verify(two)).rejects.toMatchObject(problem)
    await expect(verify(two, [])).rejects.toMatchObject(problem)
    // Somebody came since: it is bound to what was seen.
    await say(three, 'Z-77', 'CA')
    await expect(verify(two, [one])).rejects.toMatchObject({
      ...problem,
      params: { names: 'Mariana Salgado' },
    })
    expect(await verify(two, [one, three])).toMatchObject({ verification_status: 'VERIFIED' })
    const entries = await admin.rows<{ after: { used_by?: string[] } }>(
      "select after from audit_entry where action = 'verify' and $1 = any(entity_uuids)",
      [two.sub],
    )
    expect(entries.map(({ after }) => after.used_by?.toSorted())).toEqual([
      [one.sub, three.sub].toSorted(),
    ])
  })

  it('by a paper of nobody else asks for nothing', async () => {
    const who = await contractor()
    await say(who, 'Only 1', 'CA')
    expect(await verify(who)).toMatchObject({ verification_status: 'VERIFIED' })
  })
})

describe('a digest', () => {
  it('is made for numbers from before there were any, and of processes of before', async () => {
    const before = await indexes()
    expect(before.length).toBeGreaterThan(0)
    expect(before.every(({ number_index }) => number_index !== null)).toBe(true)
    await admin.rows('update identity_document set number_index = null')
    let last: string | undefined
    do last = await world.unit(ctx => indexNumbers(ctx, last, 2))
    while (last)
    expect(await indexes()).toEqual(before)
    // A process of before: another number, and not a word of the digest.
    const [first, second] = before
    await admin.rows(
      'update identity_document d set number = o.number from identity_document o where d.document_uuid = $1 and o.document_uuid = $2',
      [first?.document_uuid, second?.document_uuid],
    )
    const [stale] = await indexes()
    expect(stale?.number_index).toBeNull()
    await admin.rows('delete from identity_document where document_uuid = $1', [
      first?.document_uuid,
    ])
  })

  it('stays under another master key', async () => {
    const before = await indexes()
    const { keys, current } = world.config.masterKeys
    const next = { current: 'next', keys: { ...keys, next: randomBytes(32) } }
    await rewrapRows(world.databaseUrl, await openFieldCipher(world.kernel.db, next))
    expect(await indexes()).toEqual(before)
    const back = { current, keys: next.keys }
    await rewrapRows(world.databaseUrl, await openFieldCipher(world.kernel.db, back))
    expect(await indexes()).toEqual(before)
  })
})
