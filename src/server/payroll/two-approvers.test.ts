/** Two people approve a large pay, and nobody approves what they edited. */
import { beforeEach, describe, expect, it } from 'vitest'
import { actorOf, approvalOf, call, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import type { MemberRole } from '#domain/identity/team.ts'
import type { Money } from '#domain/kernel/money.ts'
import type { BandAmong } from '#domain/payroll/approval-bands.ts'
import { newcomer } from '#server/identity/team.test-data.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
let dana: Person
let lee: Person

/** Somebody who joins the company by an invitation. */
async function joins(of: World, inviter: Person, role: MemberRole, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@northwind.test`
  const token = await inviteToTeam(of, inviter, { email, role })
  return joinTeam(of, token, { ...newcomer(email), first_name: name })
}

eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 3)
    await fund(first, made, '20000.00')
    return { made, second: await joins(first, made.employer, 'approver', 'Lee') }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told.made
    dana = stage.employer
    lee = copy.told.second
  },
)

const cycle = (who: Person) =>
  call(world, who, 'getCycle', { params: stage.id, query: { limit: 10 } })
const approve = async (who: Person, body?: Awaited<ReturnType<typeof approvalOf>>) =>
  call(world, who, 'approveCycle', {
    params: stage.id,
    body: body ?? (await approvalOf(world, who, stage.id)),
  })
const usd = (minor: bigint) => ({ currency: 'USD', minor })
type Band = Partial<Parameters<typeof setBands>[0][number]>
const setBands = (
  of: { above: Money; approvers: 1 | 2; among: BandAmong; named: string[] }[],
  who = dana,
) => call(world, who, 'putApprovalBands', { body: { bands: of } })
const bands = (of: Band[]) =>
  setBands(of.map(one => ({ above: usd(0n), approvers: 1, among: 'ANYONE', named: [], ...one })))
const twoAbove = (minor: bigint | null) =>
  bands(minor === null ? [] : [{ above: usd(minor), approvers: 2 }])
const itemsOf = async (who: Person) => (await cycle(who)).items
const edit = async (who: Person, at = 0, hours = 9000) => {
  const { line_item_uuid = '' } = (await itemsOf(who))[at] ?? {}
  return call(world, who, 'editLineItem', {
    params: { ...stage.id, line_item_uuid },
    body: { hours },
  })
}
/** Approves one item as it is seen. */
const one = async (who: Person, id: string) => {
  const item = (await itemsOf(who)).find(({ line_item_uuid }) => line_item_uuid === id)
  return call(world, who, 'approveLineItem', {
    params: { ...stage.id, line_item_uuid: id },
    body: {
      digest: item?.approval_digest ?? '',
      ahead_of_funding: false,
      acknowledged: (item?.unusual ?? []).map(({ code }) => ({ line_item_uuid: id, code })),
    },
  })
}
const mailed = async (subject: RegExp) => {
  await world.deliver()
  const sent = await waitingMails(world, admin)
  return sent.filter(mail => subject.test(mail.subject)).map(mail => mail.to)
}
const ASKED = /waits for your approval/

describe('above the sum from which two people approve', () => {
  beforeEach(async () => void (await twoAbove(1_000_000n)))

  it('the first yes approves nothing, and asks the other by mail; the second approves', async () => {
    expect((await cycle(dana)).preview).toMatchObject({
      needs_step_up: true,
      approver: { decision: 'FIRST_YES', takes_two: true, asked: ['Lee Raman'], first_yes: null },
    })
    expect(await approve(dana)).toMatchObject({ changed: 0, kept_as_first_yes: true })
    const own = await cycle(dana)
    expect(own).toMatchObject({
      status: 'PENDING_APPROVAL',
      preview: { approver: { first_yes: { is_me: true, holds: true } } },
    })
    expect(own.allowed_actions).not.toContain('approve')
    // Said again it is the same yes.
    expect(await approve(dana)).toMatchObject({ changed: 0, kept_as_first_yes: true })
    expect(await mailed(ASKED)).toEqual(['lee@northwind.test'])
    expect((await cycle(lee)).preview.approver).toMatchObject({ decision: 'APPROVES' })
    expect(await approve(lee)).toMatchObject({ changed: 3, kept_as_first_yes: false })
    expect((await cycle(dana)).approved?.by).toBe('Lee Raman')
    expect(await world.broken()).toEqual([])
  })

  it('a change in between leaves the first yes behind', async () => {
    await approve(dana)
    await edit(dana)
    expect((await cycle(lee)).preview.approver).toMatchObject({
      decision: 'FIRST_YES',
      first_yes: { holds: false },
    })
  })

  it('a yes is taken back by who said it, and rejected by the other; nothing is approved', async () => {
    for (const who of [dana, lee]) {
      await approve(dana)
      const { step_uuid = '' } = (await cycle(who)).preview.approver?.first_yes ?? {}
      const params = { ...stage.id, step_uuid }
      const end = () => call(world, who, 'takeBackYes', { params, body: { reason: '' } })
      expect(await end()).toEqual({ ok: true })
      expect(await end()).toEqual({ ok: true })
      expect((await cycle(who)).preview.approver).toMatchObject({
        decision: 'FIRST_YES',
        first_yes: null,
      })
    }
    expect(await world.broken()).toEqual([])
  })

  it('it is not walked around item by item, nor by one person twice at the same moment', async () => {
    await twoAbove(700_000n)
    const ids = (await itemsOf(dana)).map(item => item.line_item_uuid)
    const [first = '', second = '', third = ''] = ids
    expect(await one(dana, first)).toMatchObject({ changed: 1 })
    expect(await one(dana, second)).toMatchObject({ changed: 1 })
    const both = await Promise.all([one(dana, third), one(dana, third)])
    expect(both.map(of => of.kept_as_first_yes)).toEqual([true, true])
    expect((await itemsOf(lee)).find(of => of.line_item_uuid === third)?.approver).toMatchObject({
      decision: 'APPROVES',
      first_yes: { by: (await actorOf(world, dana)).name, holds: true },
    })
    expect(await one(lee, third)).toMatchObject({ changed: 1 })
    expect(await world.broken()).toEqual([])
  })

  it('two items at once by two people: the one that brings the cycle above the sum waits', async () => {
    await twoAbove(500_000n)
    const [first = '', second = ''] = (await itemsOf(dana)).map(item => item.line_item_uuid)
    const both = await Promise.all([one(dana, first), one(lee, second)])
    expect(both.map(of => [of.changed, of.kept_as_first_yes]).sort()).toEqual([
      [0, true],
      [1, false],
    ])
    expect(await world.broken()).toEqual([])
  })

  it('both at once: one is the first and the other the second', async () => {
    const body = await approvalOf(world, dana, stage.id)
    const both = await Promise.all([approve(dana, body), approve(lee, body)])
    expect(both.map(of => of.changed).sort()).toEqual([0, 3])
    expect(await world.broken()).toEqual([])
  })

  it('a yes of somebody who may not approve any more counts for nothing', async () => {
    await approve(lee)
    const noor = await joins(world, dana, 'approver', 'Noor')
    await call(world, dana, 'removeMember', { params: { sub: lee.sub } })
    expect(await approve(noor)).toMatchObject({ changed: 0, kept_as_first_yes: true })
    expect(await approve(dana)).toMatchObject({ changed: 3 })
  })

  it('one who is left alone is told, and approves nothing', async () => {
    await call(world, dana, 'removeMember', { params: { sub: lee.sub } })
    expect((await cycle(dana)).preview.approver).toMatchObject({ decision: 'NO_SECOND' })
    await expect(approve(dana)).rejects.toMatchObject({ code: 'SECOND_PERSON_NEEDED' })
  })

  it('a first yes that nobody answered is over on the day by which it is due', async () => {
    await approve(dana)
    world.clock.set('2026-03-30T10:00:00Z')
    expect((await cycle(lee)).preview.approver).toMatchObject({
      decision: 'FIRST_YES',
      first_yes: null,
    })
  })
})

describe('what somebody edited', () => {
  it('somebody else approves: the editor is told who, and asks them once', async () => {
    await edit(dana)
    const shown = await cycle(dana)
    expect(shown.preview.approver).toMatchObject({
      decision: 'EDITED',
      edited: 1,
      asked: ['Lee Raman'],
    })
    expect(shown.allowed_actions).not.toContain('approve')
    // Beside it stands what the editor did not touch.
    expect(shown.items.map(({ allowed_actions: may }) => may.includes('approve'))).toEqual([
      false,
      true,
      true,
    ])
    await expect(approve(dana)).rejects.toMatchObject({
      code: 'SECOND_PERSON_NEEDED',
      params: { items: 1, people: 'Lee Raman' },
    })
    const ask = () => call(world, dana, 'askApproval', { params: stage.id, body: {} })
    expect(await ask()).toEqual({ asked: ['Lee Raman'] })
    expect(await ask()).toEqual({ asked: ['Lee Raman'] })
    expect(await mailed(ASKED)).toEqual(['lee@northwind.test'])
    await expect(
      call(world, lee, 'askApproval', { params: stage.id, body: {} }),
    ).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    expect(await approve(lee)).toMatchObject({ changed: 3 })
    expect(await world.broken()).toEqual([])
  })

  it('is approved by themselves where nobody else may, and once it is as it was', async () => {
    await edit(dana)
    await edit(dana, 0, (await itemsOf(dana))[0]?.scheduled_hours)
    expect((await cycle(dana)).preview.approver).toMatchObject({ decision: 'APPROVES', edited: 0 })
    await edit(dana)
    await call(world, dana, 'removeMember', { params: { sub: lee.sub } })
    expect(await approve(dana)).toMatchObject({ changed: 3 })
  })

  it('is no longer anybody’s once it is taken off', async () => {
    const { line_item_uuid = '' } = (await itemsOf(lee))[0] ?? {}
    const params = { ...stage.id, line_item_uuid, entry_uuid: crypto.randomUUID() }
    const body = { kind: 'BONUS', amount_in_smallest_unit: 500n, words: 'Early' } as const
    await call(world, lee, 'addEntry', { params, body })
    expect((await cycle(lee)).preview.approver).toMatchObject({ decision: 'EDITED' })
    expect((await cycle(dana)).preview.approver).toMatchObject({ decision: 'APPROVES' })
    await call(world, dana, 'removeEntry', { params })
    for (const who of [dana, lee])
      expect((await cycle(who)).preview.approver).toMatchObject({ decision: 'APPROVES' })
  })

  it('by everybody takes two of them', async () => {
    const ann = await joins(world, dana, 'admin', 'Ann')
    await call(world, dana, 'removeMember', { params: { sub: lee.sub } })
    await edit(dana)
    await edit(ann, 1)
    expect(await approve(dana)).toMatchObject({ kept_as_first_yes: true })
    expect(await approve(ann)).toMatchObject({ changed: 3 })
    expect(await world.broken()).toEqual([])
  })
})

describe('the rule', () => {
  it('needs two who may approve, and is told to all of them', async () => {
    expect(await twoAbove(500_000n)).toMatchObject({
      approval_bands: [{ above: usd(500_000n), approvers: 2, among: 'ANYONE' }],
    })
    await twoAbove(500_000n)
    expect((await mailed(/How many people approve/)).sort()).toEqual([dana.email, lee.email].sort())
    await expect(
      bands([{ above: { currency: 'CAD', minor: 1n }, approvers: 2 }]),
    ).rejects.toMatchObject({ code: 'VALIDATION' })
    await expect(
      call(world, dana, 'putEmployerCurrency', { params: { alpha_3: 'CAD' } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await twoAbove(null)).toMatchObject({ approval_bands: [] })
    await call(world, dana, 'removeMember', { params: { sub: lee.sub } })
    await expect(twoAbove(1n)).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})
