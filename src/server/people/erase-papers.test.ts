/** Papers of who left are gone for good when they may be: file, key, number and name; and nobody else's ever are. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import { givenEmployer, type World } from '#test/harness/world.ts'
import { sweepFiles } from '../documents/index.ts'
import { eraseOutlived } from './index.ts'
import { withPapers } from './papers.test-data.ts'

let world: World
let admin: Admin
let operator: Person
let companies = 0
const { contractor, self, review, open, verify } = withPapers(told => {
  ;({ world, admin, operator } = told)
})

const erase = (who: Person, reason = 'They asked by mail on November 20.') =>
  call(world, operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: who.sub, operation: 'erase' },
    body: { reason },
  })
const papersOf = (who: Person) =>
  admin.rows<{
    number: string | null
    number_index: Buffer | null
    birth_date: string | null
    expires_on: string | null
    removed: boolean
    sealed_name: string | null
  }>(
    `select d.number, d.number_index, d.birth_date, d.expires_on, f.removed_at is not null removed, f.sealed_name
      from identity_document d join stored_file f using (file_uuid) where d.contractor_sub = $1`,
    [who.sub],
  )
const bytesOf = async (who: Person) => {
  const files = await admin.rows<{ file_uuid: string }>(
    'select file_uuid from stored_file where contractor_sub = $1',
    [who.sub],
  )
  const there: string[] = []
  for await (const ids of world.kernel.gateways.files.list(0)) there.push(...ids)
  return files.filter(({ file_uuid }) => there.includes(file_uuid)).length
}
/** Works for a company from now on. */
const engage = async (who: Person) => {
  const employer = await givenEmployer(
    world,
    operator,
    `boss${++companies}@northwind${companies}.test`,
  )
  await call(world, employer, 'inviteContractor', {
    body: { email: who.email, country_code: 'CA', role: 'Engineer' },
  })
  const [invitation] = await call(world, who, 'listInvitations')
  await call(world, who, 'acceptInvitation', { params: { id: invitation?.invitation_uuid ?? '' } })
  return employer
}

describe('papers', () => {
  it('that nobody was verified by are erased for who works for nobody, and are asked for anew', async () => {
    const [who, another] = [await contractor(), await contractor()]
    expect((await review(who)).allowed_actions).toContain('erase')
    expect(await bytesOf(who)).toBeGreaterThan(0)
    expect(await erase(who)).toEqual({ verification_status: 'UNVERIFIED', suspended: false })
    expect(await self(who)).toMatchObject({ verification_status: 'UNVERIFIED', documents: [] })
    for (const paper of await papersOf(who))
      expect(paper).toEqual({
        number: null,
        number_index: null,
        birth_date: null,
        expires_on: null,
        removed: true,
        sealed_name: null,
      })
    await sweepFiles(world.kernel, 0)
    expect([await bytesOf(who), await bytesOf(another)]).toEqual([0, 2])
    expect((await review(who)).allowed_actions).not.toContain('erase')
    await expect(erase(who)).rejects.toMatchObject({ text: 'people.problems.nothingToErase' })
  })

  it('of who works for a company stay, whoever asks', async () => {
    const who = await contractor()
    await engage(who)
    expect((await review(who)).allowed_actions).not.toContain('erase')
    await expect(erase(who)).rejects.toMatchObject({ text: 'people.problems.stillEngaged' })
    expect((await self(who)).documents).toHaveLength(2)
  })

  it('by which somebody was verified stay for five years after they left, and then go by themselves', async () => {
    const who = await contractor()
    await verify(who, await open(who))
    const employer = await engage(who)
    await call(world, employer, 'deleteContractor', { params: { contractor_email: who.email } })
    await expect(erase(who)).rejects.toMatchObject({
      text: 'people.problems.keptByLaw',
      params: { date: '2031-11-23' },
    })
    const others = [await contractor(), await contractor(), await contractor()]
    const now = world.clock.now().toISOString()
    world.clock.set('2031-11-23T23:59:00Z')
    const kept = async () => (await papersOf(who)).filter(({ removed }) => !removed).length
    const before = await kept()
    await eraseOutlived(world.unit)
    expect([before > 0, await kept()]).toEqual([true, before])
    world.clock.set('2031-11-24T00:00:00Z')
    // With them go those who handed papers in and never came back; one whose row does not open stops nobody else's.
    const bad = 'update contractor set permanent_address = $2 where sub = $1'
    const address = 'select permanent_address from contractor where sub = $1'
    const spoilt: [string, string][] = []
    for (const { sub } of others) {
      const [row] = await admin.rows<{ permanent_address: string }>(address, [sub])
      spoilt.push([sub, row?.permanent_address ?? ''])
      await admin.rows(bad, [sub, 'sealed:test:AAAA'])
    }
    await expect(eraseOutlived(world.unit)).rejects.toThrow()
    expect(await kept()).toBe(0)
    for (const row of spoilt) await admin.rows(bad, row)
    await eraseOutlived(world.unit)
    for (const other of others) expect((await self(other)).documents).toEqual([])
    world.clock.set(now)
    expect(await self(who)).toMatchObject({ verification_status: 'UNVERIFIED', documents: [] })
    expect((await papersOf(who)).every(({ removed }) => removed)).toBe(true)
  })

  it('are erased with a reason, by who may, once', async () => {
    const who = await contractor()
    await expect(erase(who, '')).rejects.toMatchObject({
      fields: [expect.objectContaining({ loc: ['body', 'reason'] })],
    })
    const all = await Promise.all(Array.from({ length: 6 }, () => outcome(erase(who))))
    expect(all.toSorted()).toEqual([...Array(5).fill('TRANSITION_NOT_ALLOWED'), 'done'])
    const audited = await admin.rows(
      "select from audit_entry where action = 'erase_papers' and entity_uuids @> array[$1]",
      [who.sub],
    )
    expect(audited).toHaveLength(1)
    await world.deliver()
  })

  it('of a company are not erased', async () => {
    const { employer_uuid } = await givenEmployer(
      world,
      operator,
      `boss${++companies}@northwind${companies}.test`,
    )
    await expect(
      call(world, operator, 'changeStanding', {
        params: { userTypes: 'employers', sub: employer_uuid, operation: 'erase' },
        body: { reason: 'They asked.' },
      }),
    ).rejects.toMatchObject({ text: 'people.problems.papersOfCompany' })
  })
})
