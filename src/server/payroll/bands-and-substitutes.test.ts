/** Who approves by the sum of a pay, and who stands in for somebody absent: what is refused, what ends, and who is faster. */
import { beforeEach, describe, expect, it } from 'vitest'
import { approvalOf, call, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import type { MemberRole } from '#domain/identity/team.ts'
import type { ApprovalBand } from '#domain/payroll/approval-bands.ts'
import { newcomer } from '#server/identity/team.test-data.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
/** The owner, and two approvers. */
let dana: Person
let lee: Person
let noor: Person

async function joins(of: World, inviter: Person, role: MemberRole, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@northwind.test`
  const token = await inviteToTeam(of, inviter, { email, role })
  return joinTeam(of, token, { ...newcomer(email), first_name: name })
}

eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 3)
    await fund(first, made, '20000.00')
    const second = await joins(first, made.employer, 'approver', 'Lee')
    return { made, second, third: await joins(first, made.employer, 'approver', 'Noor') }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told.made
    dana = stage.employer
    lee = copy.told.second
    noor = copy.told.third
  },
)

const approverOf = async (who: Person) =>
  (await call(world, who, 'getCycle', { params: stage.id, query: { limit: 10 } })).preview.approver
const approve = async (who: Person, body?: Awaited<ReturnType<typeof approvalOf>>) =>
  call(world, who, 'approveCycle', {
    params: stage.id,
    body: body ?? (await approvalOf(world, who, stage.id)),
  })
const bands = (...of: Partial<ApprovalBand>[]) =>
  call(world, dana, 'putApprovalBands', {
    body: {
      bands: of.map(({ above_minor: minor = 0n, approvers = 1, among = 'ANYONE', named = [] }) => ({
        ...{ above: { currency: 'USD', minor }, approvers, among, named: [...named] },
      })),
    },
  })
/** Names who stands in for somebody; today is the 17th of March 2026. */
const away = (by: Person, absent: Person, by_whom: Person | null, until = '2026-03-25') =>
  call(world, by, 'putSubstitute', {
    params: { sub: absent.sub },
    body: {
      absence: by_whom && { substitute_sub: by_whom.sub, from: '2026-03-16', until },
    },
  })
const edit = async (who: Person) => {
  const { items } = await call(world, who, 'getCycle', { params: stage.id, query: { limit: 1 } })
  const params = { ...stage.id, line_item_uuid: items[0]?.line_item_uuid ?? '' }
  await call(world, who, 'editLineItem', { params, body: { hours: 9000 } })
}
/** The mails that say so in their subject or text; no name is in a subject. */
const mailed = async (words: RegExp) => {
  await world.deliver()
  const sent = await waitingMails(world, admin)
  return sent.filter(mail => words.test(mail.subject) || words.test(mail.text))
}
const audited = () =>
  admin.rows<{ action: string; seq: bigint; after: Record<string, unknown> }>(
    `select action, seq, after from audit_entry where action in ('approve', 'set_approval_bands', 'set_substitute', 'end_substitute')
       and entity not in ('contract', 'payroll_policy') and employer_uuid = '${stage.employer.employer_uuid}' order by seq`,
  )
const NEEDED = { code: 'SECOND_PERSON_NEEDED' }

describe('a band', () => {
  it('that takes an owner leads others to one, and refuses theirs', async () => {
    await bands({ among: 'OWNER' })
    expect(await approverOf(lee)).toMatchObject({
      ...{ decision: 'OTHERS', among: 'OWNER', asked: ['Ingrid Solberg'] },
    })
    await expect(approve(lee)).rejects.toMatchObject(NEEDED)
    const asked = await call(world, lee, 'askApproval', { params: stage.id, body: {} })
    expect(asked).toEqual({ asked: ['Ingrid Solberg'] })
    const [mail] = await mailed(/waits for your approval/)
    expect(mail?.to).toBe(dana.email)
    expect(mail?.text).toContain('it is not for Lee Raman to approve')
    expect(await approve(dana)).toMatchObject({ changed: 3 })
    expect(await world.broken()).toEqual([])
  })

  it('of two people with one among them takes any other with that one, in any order', async () => {
    await bands({ above_minor: 100n, approvers: 2, among: 'NAMED', named: [noor.sub] })
    expect(await approve(lee)).toMatchObject({ kept_as_first_yes: true })
    expect(await approverOf(dana)).toMatchObject({
      ...{ decision: 'OTHERS', asked: ['Noor Raman'], named: ['Noor Raman'] },
    })
    await expect(approve(dana)).rejects.toMatchObject(NEEDED)
    expect(await approve(noor)).toMatchObject({ changed: 3 })
    expect(await world.broken()).toEqual([])
  })

  it('whose named people are gone says who is missing, and an owner changes it', async () => {
    await bands({ among: 'NAMED', named: [noor.sub] })
    await call(world, dana, 'removeMember', { params: { sub: noor.sub } })
    expect(await approverOf(dana)).toMatchObject({ decision: 'NO_SECOND', lacks: 'AMONG' })
    await expect(approve(dana)).rejects.toMatchObject(NEEDED)
    await bands()
    expect(await approve(dana)).toMatchObject({ changed: 3 })
  })

  it('that is wrong is refused by its place and field, and changes nothing', async () => {
    await bands({ above_minor: 5n, approvers: 2 })
    const wrong: [string, Partial<ApprovalBand>[]][] = [
      ['bands.1.above', [{ above_minor: 5n }, { above_minor: 5n }]],
      ['bands.1.approvers', [{ approvers: 2 }, { above_minor: 5n }]],
      ['bands.1.among', [{ among: 'OWNER' }, { above_minor: 5n }]],
      ['bands.0.named', [{ among: 'NAMED' }]],
      ['bands.0.named', [{ among: 'NAMED', named: ['nobody'] }]],
      ['bands.0.named', [{ named: [lee.sub] }]],
    ]
    for (const [field, of] of wrong)
      await expect(bands(...of)).rejects.toMatchObject({
        code: 'VALIDATION',
        fields: [{ loc: ['body', ...field.split('.')] }],
      })
    const { approval_bands } = await call(world, dana, 'getEmployer')
    expect(approval_bands).toEqual([
      { above: { currency: 'USD', minor: 5n }, approvers: 2, among: 'ANYONE', named: [] },
    ])
  })

  it('of a process of the release before, which sets a sum alone, is that sum', async () => {
    await bands({ among: 'OWNER' })
    const sum = 'update employer set two_approvers_above_minor ='
    const [kept] = await admin.rows(
      `select two_approvers_above_minor from employer where employer_uuid = '${stage.employer.employer_uuid}'`,
    )
    expect(kept).toEqual({ two_approvers_above_minor: '0' })
    await admin.rows(`${sum} 700 where employer_uuid = '${stage.employer.employer_uuid}'`)
    const { approval_bands } = await call(world, dana, 'getEmployer')
    expect(approval_bands).toMatchObject([{ above: { minor: 700n }, approvers: 2 }])
  })

  it('that changes at the moment of an approval was there before it, or after it', async () => {
    const body = await approvalOf(world, lee, stage.id)
    const [approved] = await Promise.allSettled([approve(lee, body), bands({ among: 'OWNER' })])
    const [first] = await audited()
    if (approved.status === 'fulfilled') expect(first?.action).toBe('approve')
    else {
      expect(approved.reason).toMatchObject(NEEDED)
      expect((await audited()).map(one => one.action)).toEqual(['set_approval_bands'])
    }
    expect(await world.broken()).toEqual([])
  })
})

describe('who stands in for somebody absent', () => {
  it('approves as they would, is asked in their place, and is named with them', async () => {
    await bands({ among: 'OWNER' })
    const told = await away(dana, dana, noor)
    expect(told).toMatchObject({
      absence: { substitute_name: 'Noor Raman', until: '2026-03-25', now: true },
      absence_actions: ['set', 'end'],
    })
    const mails = await mailed(/Noor Raman stands in for Ingrid Solberg/)
    expect(mails.map(mail => mail.to).sort()).toEqual([dana.email, noor.email].sort())
    expect(await approverOf(lee)).toMatchObject({
      asked: ['Noor Raman for Ingrid Solberg until March 25, 2026'],
    })
    await call(world, lee, 'askApproval', { params: stage.id, body: {} })
    const asked = await mailed(/waits for your approval/)
    expect(asked.map(mail => mail.to)).toEqual([noor.email])
    expect(asked[0]?.text).toContain('You stand in for Ingrid Solberg until March 25, 2026.')
    expect(await approverOf(noor)).toMatchObject({
      ...{ decision: 'APPROVES', stands_in_for: [{ name: 'Ingrid Solberg' }] },
    })
    expect(await approve(noor)).toMatchObject({ changed: 3 })
    const { approved } = await call(world, lee, 'getCycle', {
      params: stage.id,
      query: { limit: 1 },
    })
    expect(approved?.by).toBe('Noor Raman for Ingrid Solberg')
    expect((await audited()).at(-1)?.after).toMatchObject({ stood_in_for: [dana.sub] })
    expect(await world.broken()).toEqual([])
  })

  it('is no second beside them, whoever is first, also at the same moment', async () => {
    await bands({ approvers: 2 })
    await away(dana, dana, noor)
    const body = await approvalOf(world, dana, stage.id)
    const both = await Promise.allSettled([approve(dana, body), approve(noor, body)])
    const kept = both.filter(of => of.status === 'fulfilled' && of.value.kept_as_first_yes)
    const refused = both.filter(of => of.status === 'rejected' && of.reason.code === NEEDED.code)
    expect([kept.length, refused.length]).toEqual([1, 1])
    expect(await approve(lee)).toMatchObject({ changed: 3 })
    expect(await world.broken()).toEqual([])
  })

  it('said their yes for them: the absent one, come back, is no second to it', async () => {
    await bands({ approvers: 2 })
    await away(dana, dana, noor)
    await approve(noor)
    await away(dana, dana, null)
    expect(await approverOf(dana)).toMatchObject({ decision: 'OTHERS', asked: ['Lee Raman'] })
    await expect(approve(dana)).rejects.toMatchObject(NEEDED)
    expect(await approve(lee)).toMatchObject({ changed: 3 })
  })

  it('gives way where the absent one edited; where nobody is left, they end it themselves', async () => {
    await edit(dana)
    await away(dana, dana, noor)
    expect(await approverOf(noor)).toMatchObject({ decision: 'EDITED', asked: ['Lee Raman'] })
    await call(world, dana, 'removeMember', { params: { sub: lee.sub } })
    expect(await approverOf(noor)).toMatchObject({ decision: 'NO_SECOND', lacks: 'SECOND' })
    await expect(approve(noor)).rejects.toMatchObject({ ...NEEDED, params: { substitutes: 1 } })
    await away(noor, dana, null)
    expect(await approve(noor)).toMatchObject({ changed: 3 })
  })

  it('does so until the last day; both are told, and only once', async () => {
    await bands({ among: 'OWNER' })
    await away(dana, dana, noor, '2026-03-18')
    await mailed(/./)
    world.clock.set('2026-03-18T23:59:00Z')
    await world.byTheClock()
    expect(await approverOf(noor)).toMatchObject({ decision: 'APPROVES' })
    world.clock.set('2026-03-19T00:00:00Z')
    // It counts for nothing before the clock has told of it.
    expect(await approverOf(noor)).toMatchObject({ decision: 'OTHERS' })
    await world.byTheClock()
    await world.byTheClock()
    const told = await mailed(/no longer stands in/)
    expect(told.map(mail => mail.to).sort()).toEqual([dana.email, noor.email].sort())
    expect(told[0]?.text).toContain('Nobody: the days are over')
    const { members } = await call(world, lee, 'listMembers')
    expect(members.map(one => one.absence)).toEqual([null, null, null])
    expect(await world.broken()).toEqual([])
  })

  it('is ended by either of both or an owner, by who loses the role, and by nobody else', async () => {
    for (const end of [
      () => away(lee, lee, null),
      () => away(noor, lee, null),
      () => away(dana, lee, null),
      () =>
        call(world, dana, 'changeMemberRole', {
          params: { sub: noor.sub },
          body: { role: 'viewer' },
        }),
    ]) {
      await away(dana, lee, noor)
      await end()
      const { members } = await call(world, dana, 'listMembers')
      expect(members.every(one => one.absence === null)).toBe(true)
    }
    expect((await mailed(/no longer stands in/)).length).toBe(8)
    const vic = await joins(world, dana, 'approver', 'Vic')
    await away(dana, dana, vic)
    await expect(away(lee, dana, null)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(away(lee, vic, lee)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await call(world, dana, 'removeMember', { params: { sub: vic.sub } })
    expect((await mailed(/no longer stands in/)).map(mail => mail.to)).toContain(vic.email)
    expect(await world.broken()).toEqual([])
  })

  it('is refused where they may not approve, are away too, or the days are wrong; nothing changes', async () => {
    const ann = await joins(world, dana, 'viewer', 'Ann')
    await away(lee, lee, noor)
    for (const [by_whom, until, field] of [
      [ann, '2026-03-25', 'substitute_sub'],
      [dana, '2026-03-25', 'substitute_sub'],
      [lee, '2026-03-25', 'substitute_sub'],
      [noor, '2026-03-16', 'until'],
      [noor, '2026-05-15', 'until'],
    ] as const)
      await expect(away(dana, dana, by_whom, until)).rejects.toMatchObject({
        code: 'VALIDATION',
        fields: [{ loc: ['body', 'absence', field] }],
      })
    await expect(away(noor, noor, dana)).rejects.toMatchObject({ code: 'VALIDATION' })
    await expect(away(dana, ann, lee)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      away(dana, { ...dana, sub: 'somebody-of-another-company' }, lee),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { members } = await call(world, dana, 'listMembers')
    expect(members.filter(one => one.absence).map(one => one.sub)).toEqual([lee.sub])
  })

  it('is one of those who were named at the same moment, and the same said twice is once', async () => {
    await Promise.all([away(dana, dana, noor), away(dana, dana, lee)])
    await Promise.all([away(lee, lee, null), away(dana, dana, noor), away(dana, dana, noor)])
    expect(
      await admin.rows('select substitute_sub from approval_substitute where ended_at is null'),
    ).toEqual([{ substitute_sub: noor.sub }])
    expect(await world.broken()).toEqual([])
  })
})

describe('a first yes that is rejected', () => {
  beforeEach(async () => void (await bands({ approvers: 2 })))

  it('is told to who said it, with the reason, by mail and on the page', async () => {
    await approve(lee)
    const { step_uuid = '' } = (await approverOf(noor))?.first_yes ?? {}
    const end = {
      params: { ...stage.id, step_uuid },
      body: { reason: 'The bonus is twice in it.' },
    }
    await call(world, noor, 'takeBackYes', end)
    await call(world, noor, 'takeBackYes', end)
    const told = await mailed(/Noor Raman rejected it/)
    expect(told.map(mail => mail.to)).toEqual([lee.email])
    expect(told[0]?.text).toContain('The bonus is twice in it.')
    expect(await approverOf(lee)).toMatchObject({
      ...{ decision: 'FIRST_YES', first_yes: null },
      rejected: { by: 'Noor Raman', reason: 'The bonus is twice in it.' },
    })
    expect(await approverOf(noor)).toMatchObject({ rejected: null })
    // Said anew it waits again, and what was changed since has nothing to do with it.
    await approve(lee)
    expect(await approverOf(lee)).toMatchObject({ rejected: null })
    expect(await world.broken()).toEqual([])
  })

  it('that is taken back by who said it is told to nobody', async () => {
    await approve(lee)
    const { step_uuid = '' } = (await approverOf(lee))?.first_yes ?? {}
    const params = { ...stage.id, step_uuid }
    await call(world, lee, 'takeBackYes', { params, body: { reason: 'Mine' } })
    expect(await mailed(/Your approval was rejected/)).toEqual([])
  })
})

it('a first yes names for whom it was said, also once they left', async () => {
  await bands({ approvers: 2 })
  await away(dana, noor, lee)
  await approve(lee)
  const said = async () => (await approverOf(dana))?.first_yes?.by
  const before = await said()
  expect(before).toContain('Noor Raman')
  await call(world, dana, 'removeMember', { params: { sub: noor.sub } })
  expect(await said()).toBe(before)
})
