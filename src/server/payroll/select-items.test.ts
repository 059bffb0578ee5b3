/** A selection of a cycle's items: what it comes to, every verb on it item by item, whose yes it takes, and what meets it at the same moment. */
import { describe, expect, it } from 'vitest'
import { call, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { newcomer } from '#server/identity/team.test-data.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome, rounds } from '#test/harness/races.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

const TWO_ABOVE = {
  above: { currency: 'USD', minor: 500_000n },
  approvers: 2,
  among: 'ANYONE',
} as const

let world: World
let admin: Admin
let stage: CycleStage
let lee: Person
/** Four items of 3400.00 USD wait for approval, and their money is there; Lee approves too. */
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 4)
    await fund(first, made, '20000.00')
    const email = 'lee@northwind.test'
    const token = await inviteToTeam(first, made.employer, { email, role: 'approver' })
    const second = await joinTeam(first, token, { ...newcomer(email), first_name: 'Lee' })
    return { made, second }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told.made
    lee = copy.told.second
  },
)

type By = NonNullable<NonNullable<Parameters<typeof call<'selectItems'>>[3]>['body']>
const select = (by: By, who: Person = stage.employer) =>
  call(world, who, 'selectItems', { params: stage.id, body: by })
const ids = async () =>
  (
    await call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 50 } })
  ).items.map(item => item.line_item_uuid)
const approvalOf = async (line_item_uuids: string[], who: Person = stage.employer) => {
  const { waiting } = await select({ line_item_uuids }, who)
  return {
    digest: waiting.digest ?? '',
    ahead_of_funding: false,
    acknowledged: waiting.unusual.map(({ line_item_uuid, code }) => ({ line_item_uuid, code })),
    line_item_uuids,
  }
}
const approve = async (
  line_item_uuids: string[],
  {
    who = stage.employer as Person,
    body,
  }: { who?: Person; body?: Awaited<ReturnType<typeof approvalOf>> } = {},
) =>
  call(world, who, 'approveCycle', {
    params: stage.id,
    body: body ?? (await approvalOf(line_item_uuids, who)),
  })
const verb = (name: 'unapprove' | 'archive' | 'unarchive' | 'cancel', line_item_uuids: string[]) =>
  call(world, stage.employer, `${name}Cycle`, { params: stage.id, body: { line_item_uuids } })
const edit = (line_item_uuid: string, hours = 9000) =>
  call(world, stage.employer, 'editLineItem', {
    params: { ...stage.id, line_item_uuid },
    body: { hours },
  })
const statuses = async () =>
  (
    await call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 50 } })
  ).items.map(item => item.status)

describe('a selection', () => {
  it('is counted by the server, with the verbs that it allows and on how many', async () => {
    const [a = '', b = '', c = ''] = await ids()
    await verb('archive', [c])
    expect(await select({ line_item_uuids: [b, a, c, a] })).toMatchObject({
      line_item_uuids: [a, b, c].toSorted(),
      items: 3,
      totals: [{ currency: 'USD', minor: 1_020_000n }],
      waiting: { items: 2, gross: [{ currency: 'USD', minor: 680_000n }], blocked: 0 },
      allowed_actions: [
        { action: 'approve', items: 2 },
        { action: 'archive', items: 2 },
        { action: 'unarchive', items: 1 },
        { action: 'cancel', items: 2 },
      ],
    })
    expect((await select({ show: 'all' })).items).toBe(4)
    expect((await select({ show: 'unusual' })).waiting.unusual.length).toBeGreaterThan(0)
  })

  it('is approved by the digest of what was seen of it, and of nothing else', async () => {
    const [a = '', b = '', c = ''] = await ids()
    const seen = await approvalOf([a, b])
    const answer = await approve([a, b], { body: seen })
    expect(answer).toMatchObject({
      changed: 2,
      items_refused: 0,
      selection: { changed: [a, b].toSorted(), already: [] },
    })
    // The same again answers the same.
    expect(await approve([a, b], { body: seen })).toEqual(answer)
    expect((await statuses()).toSorted()).toEqual([
      ...['APPROVED', 'APPROVED', 'PENDING_APPROVAL', 'PENDING_APPROVAL'],
    ])
    await expect(approve([a, b, c], { body: { ...seen, line_item_uuids: [a, b, c] } }))
      .rejects // The digest is of two others.
      .toMatchObject({ code: 'APPROVAL_STALE' })
    expect(await approve([a, b, c])).toMatchObject({
      selection: { changed: [c], already: [a, b].toSorted() },
    })
    expect(await world.broken()).toEqual([])
  })

  it('answers item by item what a verb did, and names whom it refused', async () => {
    const [a = '', b = '', c = '', d = ''] = await ids()
    await approve([a])
    await verb('archive', [b])
    expect(await verb('unapprove', [a, b, c])).toMatchObject({
      changed: 2,
      items_refused: 1,
      selection: { changed: [a], already: [c] },
      refused: [{ line_item_uuid: b, contractor_name: expect.stringMatching(/\w/) }],
    })
    expect(await verb('archive', [a, b])).toMatchObject({
      selection: { changed: [a], already: [b] },
    })
    expect(await verb('unarchive', [a, b, d])).toMatchObject({
      selection: { changed: [a, b].toSorted(), already: [d] },
    })
    const archived = await verb('archive', [d])
    expect(archived.selection?.changed).toEqual([d])
    expect(await approve([c, d])).toMatchObject({
      changed: 1,
      items_refused: 1,
      selection: { changed: [c], already: [] },
      refused: [{ line_item_uuid: d }],
    })
    expect(await world.broken()).toEqual([])
  })

  it('is cancelled for good: its money is free, its days are paid by nothing, and nothing brings it back', async () => {
    const [a = '', b = '', c = '', d = ''] = await ids()
    await approve([a, b])
    await verb('archive', [c])
    const cancelled = await verb('cancel', [a, c, d])
    expect(cancelled).toMatchObject({
      changed: 2,
      items_refused: 1,
      selection: { changed: [a, d].toSorted(), already: [] },
      refused: [{ line_item_uuid: c }],
    })
    // The same again changes nothing, and the cycle is fitted without giving the days to anybody.
    expect(await verb('cancel', [a, d])).toMatchObject({
      selection: { changed: [], already: [a, d].toSorted() },
    })
    for (const name of ['unapprove', 'archive', 'unarchive'] as const)
      expect(await verb(name, [a, d])).toMatchObject({ changed: 0, items_refused: 2 })
    expect(await statuses()).toEqual(['CANCELLED', 'APPROVED', 'ARCHIVED', 'CANCELLED'])
    const { balances } = await call(world, stage.employer, 'getEmployerBalances')
    expect(balances).toMatchObject([{ available: 1_660_000n, reserved: 340_000n }])
    await verb('unarchive', [c])
    await world.byTheClock()
    expect(await statuses()).toEqual(['CANCELLED', 'APPROVED', 'PENDING_APPROVAL', 'CANCELLED'])
    const unpaid = { query: { limit: 50 } }
    expect((await call(world, stage.employer, 'listUnpaidPeriods', unpaid)).items).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  it('keeps every rule of an approval: what is unusual, who edited, the limit', async () => {
    const [a = '', b = ''] = await ids()
    const body = { ...(await approvalOf([a, b])), acknowledged: [] }
    await expect(approve([a, b], { body })).rejects.toMatchObject({ code: 'VALIDATION' })
    await edit(a)
    expect((await select({ line_item_uuids: [a, b] })).waiting.approver).toMatchObject({
      decision: 'EDITED',
      edited: 1,
    })
    expect(
      (await select({ line_item_uuids: [a, b] })).allowed_actions.map(({ action }) => action),
    ).not.toContain('approve')
    await expect(approve([a, b])).rejects.toMatchObject({ code: 'SECOND_PERSON_NEEDED' })
    // Of what they did not write they approve.
    expect(await approve([b])).toMatchObject({ changed: 1 })
    expect(await approve([a], { who: lee })).toMatchObject({ changed: 1 })
    expect(await world.broken()).toEqual([])
  })

  it('takes two people above the sum, who find the same selection', async () => {
    const [a = '', b = '', c = ''] = await ids()
    await call(world, stage.employer, 'putApprovalBands', {
      body: { bands: [{ ...TWO_ABOVE, named: [] }] },
    })
    expect(await approve([a, b])).toMatchObject({ changed: 0, kept_as_first_yes: true })
    const { preview } = await call(world, lee, 'getCycle', {
      params: stage.id,
      query: { limit: 50 },
    })
    // It is a yes to these two, and not one to the cycle that was left behind.
    expect(preview.approver?.first_yes).toBe(null)
    const [yes] = preview.first_yeses
    expect(yes).toMatchObject({ is_me: false, items: 2, totals: [{ minor: 680_000n }] })
    await world.deliver()
    const sent = await waitingMails(world, admin)
    const mail = sent.find(({ subject }) => /waits for your approval/.test(subject))
    expect(mail?.to).toBe(lee.email)
    expect(mail?.text).toContain(`yes=${yes?.step_uuid}`)
    expect(mail?.text).toContain('6800.00')
    const found = await select({ first_yes: yes?.step_uuid ?? '' }, lee)
    expect(found).toMatchObject({
      line_item_uuids: [a, b].toSorted(),
      waiting: { approver: { decision: 'APPROVES', first_yes: { holds: true } } },
    })
    expect(await approve([a, b, c], { who: lee })).toMatchObject({ kept_as_first_yes: true })
    expect(await approve([a, b], { who: lee })).toMatchObject({ changed: 2 })
    await expect(select({ first_yes: yes?.step_uuid ?? '' }, lee)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await world.broken()).toEqual([])
  })

  it('the same items are the same pay, however they are named', async () => {
    const all = await ids()
    await call(world, stage.employer, 'putApprovalBands', {
      body: { bands: [{ ...TWO_ABOVE, named: [] }] },
    })
    expect(await approve(all)).toMatchObject({ kept_as_first_yes: true })
    const { preview } = await call(world, lee, 'getCycle', {
      params: stage.id,
      query: { limit: 50 },
    })
    expect(preview.approver).toMatchObject({ decision: 'APPROVES', first_yes: { holds: true } })
    const { line_item_uuids: _, ...whole } = await approvalOf(all, lee)
    expect(await call(world, lee, 'approveCycle', { params: stage.id, body: whole })).toMatchObject(
      { changed: 4 },
    )
    expect(await world.broken()).toEqual([])
  })

  it('with an item of nobody here is NOT_FOUND, and changes nothing', async () => {
    const [a = ''] = await ids()
    const foreign = [a, newUuid()]
    await expect(select({ line_item_uuids: foreign })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(select({ first_yes: newUuid() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const name of ['unapprove', 'archive', 'unarchive', 'cancel'] as const)
      await expect(verb(name, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const body = { ...(await approvalOf([a])), line_item_uuids: foreign }
    await expect(approve(foreign, { body })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(new Set(await statuses())).toEqual(new Set(['PENDING_APPROVAL']))
  })
})

describe('at the same moment', () => {
  const LEGAL = ['done', 'APPROVAL_STALE', 'NOTHING_TO_APPROVE', 'TRANSITION_NOT_ALLOWED']

  it('two overlapping selections, an edit and the archive: each item is in one state, and its money with it', async () => {
    for (const n of rounds) {
      const [a = '', b = '', c = '', d = ''] = await ids()
      const [first, second] = [await approvalOf([a, b, c]), await approvalOf([b, c, d])]
      const outcomes = await Promise.all([
        outcome(approve([], { body: first })),
        outcome(approve([], { who: lee, body: second })),
        outcome(edit(b, 8100 + n)),
        outcome(verb('archive', [c, d])),
      ])
      for (const one of outcomes) expect([...LEGAL, 'SECOND_PERSON_NEEDED']).toContain(one)
      expect(await world.broken()).toEqual([])
      await verb('unapprove', [a, b, c, d])
      await verb('unarchive', [a, b, c, d])
    }
  })
})
