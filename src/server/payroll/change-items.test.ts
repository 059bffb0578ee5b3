/** The verbs on a cycle and on its items: what each state allows, what is refused and why, repeats, and two of them at once. */
import { describe, expect, it } from 'vitest'
import { approvalOf, approveAll, call } from '#db/seed/cast.ts'
import { uuidOf } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  type World,
} from '#test/harness/world.ts'

type Verb = 'unapprove' | 'archive' | 'unarchive' | 'cancel'
const NOBODY = uuidOf('nobody')

let world: World
let admin: Admin
let stage: CycleStage
/** Three items of 3400.00 USD wait for approval, and their money is there; a rival has nothing to do with it. */
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 3)
    await fund(first, made, '10200.00')
    await givenEmployer(first, made.operator, 'boss@rival.test')
    return made
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

const rival = { sub: 'sub-boss@rival.test', email: 'boss@rival.test' }
const items = async () => {
  const cycle = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 50 },
  })
  return cycle.items.toSorted((a, b) => (a.line_item_uuid < b.line_item_uuid ? -1 : 1))
}
const itemAt = async (at: number) => {
  const item = (await items())[at]
  if (!item) throw new Error('the cycle has an item')
  return item
}
const idAt = async (at: number) => (await itemAt(at)).line_item_uuid
const statuses = async () => (await items()).map(item => item.status)
const onAll = (verb: Verb, who = stage.employer, params = stage.id) =>
  call(world, who, `${verb}Cycle`, { params, body: {} })
const onOne = (verb: Verb, line_item_uuid: string, { who = stage.employer, id = stage.id } = {}) =>
  call(world, who, `${verb}LineItem`, { params: { ...id, line_item_uuid }, body: {} })
const approveOne = (
  line_item_uuid: string,
  body: Awaited<ReturnType<typeof approvalOf>>,
  { who = stage.employer, id = stage.id } = {},
) => call(world, who, 'approveLineItem', { params: { ...id, line_item_uuid }, body })
/** What approves one item is told of it while it is the only one that waits. */
const approvalOfOne = async (at: number) => {
  const ids = (await items()).map(item => item.line_item_uuid)
  const others = ids.filter((_, n) => n !== at)
  for (const id of others) await onOne('archive', id)
  const body = await approvalOf(world, stage.employer, stage.id)
  for (const id of others) await onOne('unarchive', id)
  return body
}
const edit = (line_item_uuid: string, hours: number, who = stage.employer, id = stage.id) =>
  call(world, who, 'editLineItem', { params: { ...id, line_item_uuid }, body: { hours } })
const balances = async () => {
  const { balances: rows } = await call(world, stage.employer, 'getEmployerBalances')
  return rows.map(({ available, reserved }) => [available, reserved])
}
const entries = async () => {
  const [row] = await admin.rows<{ n: number }>(
    "select count(*)::int n from audit_entry where entity = 'line_item'",
  )
  return row?.n
}
const executed = async (at: number) => {
  const rows = await admin.rows<{ id: string }>(
    "select payment_uuid id from payment where line_item_uuid = $1 and status = 'SCHEDULED'",
    [await idAt(at)],
  )
  world.clock.set('2026-03-20T10:00:00Z')
  await call(world, stage.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids: rows.map(({ id }) => id) },
  })
}

describe('a verb on one item', () => {
  it('is done where its state allows it or it is there already, and refused else', async () => {
    const verbs = ['unapprove', 'archive', 'unarchive'] as const
    const answers = async (at: number) => {
      const id = await idAt(at)
      const found: string[] = []
      for (const verb of verbs) found.push(await outcome(onOne(verb, id)))
      return found
    }
    const [waits, archived] = [0, 1]
    expect(await outcome(onOne('unarchive', await idAt(waits)))).toBe('done')
    await onOne('archive', await idAt(archived))
    expect(await outcome(onOne('unapprove', await idAt(archived)))).toBe('TRANSITION_NOT_ALLOWED')
    // It waits, then it is archived, then it waits again.
    expect(await answers(waits)).toEqual(['done', 'done', 'done'])
    await approveAll(world, stage.employer, stage.id)
    expect(await outcome(onOne('unarchive', await idAt(waits)))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await answers(waits)).toEqual(['done', 'done', 'done'])
    expect(await answers(archived)).toEqual(['TRANSITION_NOT_ALLOWED', 'done', 'done'])
  })

  it('is not found for another item, another cycle, another policy or another employer', async () => {
    const id = await idAt(0)
    const body = await approvalOfOne(0)
    const before = await entries()
    const elsewhere = [
      { id: { ...stage.id, cycle_uuid: NOBODY } },
      { id: { ...stage.id, policy_uuid: NOBODY } },
      { who: { ...rival, employer_uuid: '' } },
    ]
    for (const verb of ['unapprove', 'archive', 'unarchive', 'cancel'] as const) {
      const refused = [onOne(verb, NOBODY), ...elsewhere.map(where => onOne(verb, id, where))]
      expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => 'NOT_FOUND'))
    }
    const refused = [
      approveOne(NOBODY, body),
      ...elsewhere.map(where => approveOne(id, body, where)),
    ]
    expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => 'NOT_FOUND'))
    expect(await entries()).toBe(before)
  })

  it('approves it alone, as it was seen, once; with what is unusual acknowledged and its money there', async () => {
    const id = await idAt(0)
    const body = await approvalOfOne(0)
    expect(await outcome(approveOne(id, { ...body, acknowledged: [] }))).toBe('VALIDATION')
    expect(await outcome(approveOne(await idAt(1), body))).toBe('APPROVAL_STALE')
    await edit(id, 7000)
    expect(await outcome(approveOne(id, body))).toBe('APPROVAL_STALE')
    await edit(id, 8000)
    const seen = await approvalOfOne(0)
    const [one, two] = [await approveOne(id, seen), await approveOne(id, seen)]
    expect([one, two.changed]).toEqual([two, 1])
    expect(await statuses()).toEqual(['APPROVED', 'PENDING_APPROVAL', 'PENDING_APPROVAL'])
    expect(await balances()).toEqual([[680_000n, 340_000n]])
    await onOne('archive', id)
    expect(await outcome(approveOne(id, seen))).toBe('NOTHING_TO_APPROVE')
  })

  it('twice is done once, and answers as if it had just been', async () => {
    const id = await idAt(0)
    const before = (await entries()) ?? 0
    const [one, two] = [await onOne('archive', id), await onOne('archive', id)]
    expect([one.changed, two.changed]).toEqual([1, 1])
    expect(await entries()).toBe(before + 1)
  })

  it('gives its money back when its approval goes, and no other’s', async () => {
    await approveAll(world, stage.employer, stage.id)
    expect(await balances()).toEqual([[0n, 1_020_000n]])
    await onOne('unapprove', await idAt(0))
    await onOne('archive', await idAt(1))
    expect(await balances()).toEqual([[680_000n, 340_000n]])
    expect(await statuses()).toEqual(['PENDING_APPROVAL', 'ARCHIVED', 'APPROVED'])
  })

  it('is refused once its payment is under way, with the reason', async () => {
    await approveAll(world, stage.employer, stage.id)
    await executed(0)
    for (const verb of ['unapprove', 'archive'] as const)
      await expect(onOne(verb, await idAt(0))).rejects.toMatchObject({
        code: 'TRANSITION_NOT_ALLOWED',
        detail: expect.stringContaining('payment'),
      })
    expect((await itemAt(0)).allowed_actions).toEqual([])
  })
})

describe('a verb on a whole cycle', () => {
  it('changes what allows it, and names the others with the reason', async () => {
    await approveAll(world, stage.employer, stage.id)
    await executed(0)
    await onOne('archive', await idAt(1))
    const change = await onAll('unapprove')
    expect(change).toMatchObject({ changed: 1, items_refused: 2 })
    expect(change.refused.map(of => [of.line_item_uuid, of.said.text]).toSorted()).toEqual(
      [
        [await idAt(0), 'payroll.problems.paymentUnderWay'],
        [await idAt(1), 'payroll.reasons.cannot'],
      ].toSorted(),
    )
    expect(await statuses()).toEqual(['APPROVED', 'ARCHIVED', 'PENDING_APPROVAL'])
    expect(await onAll('unapprove')).toEqual(change)
  })

  it('archives all and takes all back as if nobody had edited them', async () => {
    await edit(await idAt(0), 7000)
    expect(await onAll('archive')).toMatchObject({ changed: 3, status: 'ARCHIVED' })
    const back = await onAll('unarchive')
    expect(back).toMatchObject({ changed: 3, status: 'PENDING_APPROVAL' })
    expect((await items()).map(item => item.hours).sort()).toEqual([8000, 8000, 8000])
    // Whose hours are others than they were is said, so that nobody pays what they did not mean.
    const said = { text: 'payroll.reasons.hoursAnew', params: { was: '70.00', now: '80.00' } }
    expect(back.left_off).toMatchObject([{ line_item_uuid: await idAt(0), said }])
    expect((await onAll('unarchive')).left_off).toEqual([])
    await edit(await idAt(1), 6000)
    await onOne('archive', await idAt(1))
    const one = await onOne('unarchive', await idAt(1))
    expect(one.left_off).toMatchObject([{ said: { params: { was: '60.00', now: '80.00' } } }])
  })

  it('is not found for another employer or a policy that is not its own', async () => {
    for (const verb of ['unapprove', 'archive', 'unarchive', 'cancel'] as const)
      for (const [who, id] of [
        [{ ...rival, employer_uuid: '' }, stage.id],
        [stage.employer, { ...stage.id, policy_uuid: NOBODY }],
      ] as const)
        expect(await outcome(onAll(verb, who, id))).toBe('NOT_FOUND')
  })

  it('cancels all of it for good, but for what is under way', async () => {
    await approveAll(world, stage.employer, stage.id)
    await executed(0)
    const cancelled = await onAll('cancel')
    expect(cancelled).toMatchObject({ changed: 2, items_refused: 1, status: 'APPROVED' })
    expect(cancelled.refused).toMatchObject([{ reason: expect.stringContaining('under way') }])
    expect((await statuses()).toSorted()).toEqual(['APPROVED', 'CANCELLED', 'CANCELLED'])
    expect(await outcome(onOne('cancel', await idAt(1)))).toBe('done')
    expect(await outcome(onOne('unarchive', await idAt(1)))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(edit(await idAt(1), 7000))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await world.broken()).toEqual([])
  })

  it('has nothing to approve once all is archived', async () => {
    const body = await approvalOf(world, stage.employer, stage.id)
    await onAll('archive')
    await expect(
      call(world, stage.employer, 'approveCycle', { params: stage.id, body }),
    ).rejects.toMatchObject({ code: 'NOTHING_TO_APPROVE' })
  })
})

describe('hours', () => {
  it('are more than none and no more than a month has', async () => {
    const id = await idAt(0)
    const before = (await itemAt(0)).amount
    for (const hours of [0, -1, 74_401]) expect(await outcome(edit(id, hours))).toBe('VALIDATION')
    expect((await itemAt(0)).amount).toEqual(before)
    for (const hours of [74_400, 1]) {
      await edit(id, hours)
      expect((await itemAt(0)).hours).toBe(hours)
    }
  })

  it('that come to nothing are refused with the field', async () => {
    await admin.rows('update line_item set hourly_rate_minor = 40')
    await expect(edit(await idAt(0), 1)).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [expect.objectContaining({ loc: ['body', 'hours'] })],
    })
    await admin.rows('update line_item set hourly_rate_minor = 4250')
  })

  it('are of an item that waits, of one’s own, and of this cycle', async () => {
    const id = await idAt(0)
    const other = { ...rival, employer_uuid: '' }
    expect(await outcome(edit(NOBODY, 100))).toBe('NOT_FOUND')
    expect(await outcome(edit(id, 100, other))).toBe('NOT_FOUND')
    expect(await outcome(edit(id, 100, stage.employer, { ...stage.id, policy_uuid: NOBODY }))).toBe(
      'NOT_FOUND',
    )
    await onOne('archive', id)
    await expect(edit(id, 100)).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      detail: expect.stringContaining('ARCHIVED'),
    })
  })

  it('that are the same again are no edit', async () => {
    await edit(await idAt(0), 7000)
    const before = await entries()
    const shown = await edit(await idAt(0), 7000)
    expect(shown.hours).toBe(7000)
    expect(await entries()).toBe(before)
  })
})

describe('two verbs on two items of one cycle at once', () => {
  it('approve all and archive one: the one is archived with its money free, or the approval was another', async () => {
    const body = await approvalOf(world, stage.employer, stage.id)
    const [all, one] = await Promise.all([
      outcome(call(world, stage.employer, 'approveCycle', { params: stage.id, body })),
      outcome(onOne('archive', await idAt(0))),
    ])
    expect(one).toBe('done')
    expect(['done', 'APPROVAL_STALE']).toContain(all)
    const approved = (await statuses()).filter(of => of === 'APPROVED').length
    expect(approved).toBe(all === 'done' ? 2 : 0)
    const reserved = BigInt(approved) * 340_000n
    expect(await balances()).toEqual([[1_020_000n - reserved, reserved]])
  })

  it('take one back and approve the others again: each item ends in one of its states, and the books agree', async () => {
    await approveAll(world, stage.employer, stage.id)
    const ids = (await items()).map(item => item.line_item_uuid)
    const [a = '', b = '', c = ''] = ids
    const outcomes = await Promise.all([
      outcome(onOne('unapprove', a)),
      outcome(onOne('archive', b)),
      outcome(onOne('unapprove', c)),
      outcome(onOne('archive', c)),
      outcome(onAll('unapprove')),
    ])
    expect(outcomes.filter(of => of !== 'done' && of !== 'TRANSITION_NOT_ALLOWED')).toEqual([])
    expect(await balances()).toEqual([[1_020_000n, 0n]])
    const cancelled = await admin.rows("select from payment where status <> 'CANCELLED'")
    expect(cancelled).toEqual([])
  })

  it('edit one and approve another: the approval is of what was seen', async () => {
    const body = await approvalOfOne(1)
    const [edited, approved] = await Promise.all([
      outcome(edit(await idAt(0), 7000)),
      outcome(approveOne(await idAt(1), body)),
    ])
    expect([edited, approved]).toEqual(['done', 'done'])
    expect(await statuses()).toEqual(['PENDING_APPROVAL', 'APPROVED', 'PENDING_APPROVAL'])
    expect((await itemAt(0)).hours).toBe(7000)
    expect(await balances()).toEqual([[680_000n, 340_000n]])
  })
})
