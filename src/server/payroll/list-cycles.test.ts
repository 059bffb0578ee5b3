/** Lists of cycles, and policies: pages that name each once, what is short, what may be opened, and terms that cannot be. */
import { describe, expect, it } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { HandlerInput } from '#contract/kernel/endpoint.ts'
import { addPolicy, approveAll, call, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { type PayPolicyTerms, ruleOf } from '#domain/payroll/pay-policy.ts'
import { uuidOf } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import {
  biweekly,
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  givenOperator,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let told: CycleStage & { rival: Person }
/** A biweekly policy with one contractor, and five cycles of it by May; a rival with none. */
eachInACopy(
  async first => {
    const stage = await givenApprovableCycle(first)
    const rival = await givenEmployer(first, stage.operator, 'boss@rival.test')
    first.clock.set('2026-05-01T10:00:00Z')
    await first.byTheClock()
    return { ...stage, rival }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    told = copy.told
  },
)

type View = 'run' | 'historical'
const page = (view: View, limit = 50, cursor?: string, who: Person = told.employer) =>
  call(world, who, 'listCycles', { query: { view, limit, cursor } })
const ofPolicy = (limit = 50, cursor?: string, who: Person = told.employer) =>
  call(world, who, 'listPolicyCycles', {
    params: { id: told.id.policy_uuid },
    query: { limit, cursor },
  })
/** An account of ours to send a currency to, which two operators agreed on. */
async function accountFor(currency: string): Promise<void> {
  const other = await givenOperator(world, 'samuel@corridor.test')
  const { proposals } = await call(world, told.operator, 'proposeFundingAccount', {
    body: {
      ...{ currency, account_name: 'Corridor', bank_name: 'Bank of the Tests', bank_address: '' },
      ...{ account_number: '12345678', routing_number: '', swift_code: 'COBADEFF', iban: '' },
    },
  })
  const id = proposals.find(of => of.currency === currency)?.account_uuid ?? ''
  await call(world, other, 'confirmFundingAccount', { params: { id } })
}
async function everyPage<T>(
  read: (cursor: string | undefined) => Promise<{ items: T[]; next_cursor: string | null }>,
): Promise<T[][]> {
  const pages: T[][] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await read(cursor)
    pages.push(items)
    cursor = next_cursor ?? undefined
  } while (cursor)
  return pages
}
const open = (end_date: string, policy_uuid = told.id.policy_uuid, who: Person = told.employer) =>
  call(world, who, 'openCycle', { params: { policy_uuid }, body: { end_date } })
const put = (id: string, terms: PayPolicyTerms, who: Person = told.employer, more: object = {}) =>
  call(world, who, 'putPolicy', { params: { id }, body: { ...full(terms), ...more } })
type Body = HandlerInput<Api['putPolicy']>['body']
const full = (terms: PayPolicyTerms, label = 'Monthly') =>
  ({
    label,
    preferred_pay_day: null,
    week_of_month: null,
    day_of_week: null,
    monthly_business_day: null,
    semi_monthly_preferred_pay_day: null,
    ...terms,
  }) as Body
const MONTHLY: PayPolicyTerms = {
  period_type: 'MONTHLY',
  first_period_end_date: '2026-05-31',
  pay_date_rule: 'SPECIFIC_DAY_OF_MONTH',
  preferred_pay_day: 5,
  holiday_policy: 'RESPECT',
  after_holiday: false,
}

const PAY_DATES = ['2026-03-20', '2026-04-02', '2026-04-17', '2026-05-01', '2026-05-15']

describe('pages of cycles', () => {
  it('say what the next pay lacks where none is open, and of no other that is planned', async () => {
    for (const { cycle_uuid, policy_uuid } of (await page('run')).items)
      if (cycle_uuid)
        await call(world, told.employer, 'cancelCycle', { params: { policy_uuid, cycle_uuid } })
    const lacks = async () =>
      (await page('run')).items.map(({ cycle_uuid, short, to_send }) => {
        expect([cycle_uuid, to_send]).toEqual([null, short])
        return to_send.map(({ minor }) => minor)
      })
    expect(await lacks()).toEqual([[340_000n], [], []])
    await fund(world, told, '1000.00')
    expect(await lacks()).toEqual([[240_000n], [], []])
    await fund(world, told, '2400.00', 'WIRE-2')
    expect(await lacks()).toEqual([[], [], []])
  })

  it('say where the pay of each stands, of how many, and what it comes to', async () => {
    const states = async () =>
      (await page('run')).items
        .filter(of => of.cycle_uuid !== null)
        .map(({ pay_date, pay_state: of }) => [
          ...[pay_date, of?.state, of?.days_late, of?.count],
          ...(of?.totals ?? []).map(({ minor }) => minor),
        ])
    expect((await states()).slice(0, 3)).toEqual([
      ['2026-03-20', 'UNAPPROVED', 42, 1, 340_000n],
      ['2026-04-02', 'UNAPPROVED', 29, 1, 340_000n],
      ['2026-04-17', 'UNAPPROVED', 14, 1, 340_000n],
    ])
    await fund(world, told, '3400.00')
    await approveAll(world, told.employer, told.id)
    expect((await states())[0]).toEqual(['2026-03-20', 'DUE', 42, 2, 340_000n])
  })

  it('of any size name each running one once, by pay date, and end with what comes', async () => {
    for (const limit of [1, 2, 4, 5, 6, 50]) {
      const pages = await everyPage(cursor => page('run', limit, cursor))
      const rows = pages.flat()
      const opened = rows.filter(row => row.cycle_uuid !== null)
      expect(opened.map(row => row.pay_date)).toEqual(PAY_DATES)
      expect(rows.slice(5).map(row => [row.cycle_uuid, row.status, row.estimate])).toEqual(
        [1, 2, 3].map(() => [null, 'UPCOMING', true]),
      )
      expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true)
    }
  })

  it('of a policy are newest first, also where two policies pay on one day', async () => {
    await addPolicy(world, told.employer, 'Twin', biweekly('2026-05-10'))
    await world.byTheClock()
    const rows = (await everyPage(cursor => ofPolicy(2, cursor))).flat()
    expect(rows.map(row => row.pay_date)).toEqual(PAY_DATES.toReversed())
    expect(new Set(rows.map(row => row.policy_uuid))).toEqual(new Set([told.id.policy_uuid]))
    const all = (await everyPage(cursor => page('run', 1, cursor))).flat()
    const opened = all.flatMap(row => row.cycle_uuid ?? [])
    expect(new Set(opened).size).toBe(opened.length)
    expect(all.filter(row => row.pay_date === '2026-05-15')).toHaveLength(2)
  })

  it('of what is over has what was archived, and reports what was approved, newest first', async () => {
    const cycles = (await page('run')).items.filter(row => row.cycle_uuid !== null)
    const [a, b, c] = cycles.map(row => ({
      policy_uuid: row.policy_uuid,
      cycle_uuid: row.cycle_uuid ?? '',
    }))
    if (!a || !b || !c) throw new Error('there are cycles')
    await call(world, told.employer, 'archiveCycle', { params: a, body: {} })
    await call(world, told.employer, 'archiveCycle', { params: b, body: {} })
    await fund(world, told, '3400.00')
    await approveAll(world, told.employer, c)
    const over = (await everyPage(cursor => page('historical', 1, cursor))).flat()
    expect(over.map(row => [row.cycle_uuid, row.status])).toEqual([
      [b.cycle_uuid, 'ARCHIVED'],
      [a.cycle_uuid, 'ARCHIVED'],
    ])
    expect(over[0]).toMatchObject({ totals: [], short: [], allowed_actions: ['unarchive'] })
    const { items } = await call(world, told.employer, 'listReports', { query: { limit: 5 } })
    expect(items.map(row => [row.cycle_uuid, row.status])).toEqual([[c.cycle_uuid, 'APPROVED']])
  })

  it('are one’s own: a rival sees none, and not the policy', async () => {
    expect((await page('run', 50, undefined, told.rival)).items).toEqual([])
    await expect(ofPolicy(5, undefined, told.rival)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(page('run', 5, 'x')).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})

describe('what is short', () => {
  it('is what the balance lacks once the cycles that are paid before took their part, on any page', async () => {
    const short = async (limit: number) =>
      (await everyPage(cursor => page('run', limit, cursor)))
        .flat()
        .filter(row => row.cycle_uuid !== null)
        .map(row => row.short[0]?.minor ?? 0n)
    const none = [340_000n, 340_000n, 340_000n, 340_000n, 340_000n]
    expect(await short(50)).toEqual(none)
    await fund(world, told, '5000.00')
    expect(await short(50)).toEqual([0n, 180_000n, 340_000n, 340_000n, 340_000n])
    expect(await short(1)).toEqual(await short(50))
    await fund(world, told, '12000.00', 'WIRE-2')
    expect(await short(2)).toEqual([0n, 0n, 0n, 0n, 0n])
  })
})

describe('what was announced to be on its way', () => {
  it('is money that nobody is asked for again, on home, on the cycle and on any page alike', async () => {
    await accountFor('USD')
    await call(world, told.employer, 'announceFunding', {
      body: { currency: 'USD', amount_in_smallest_unit: 500_000n, sent_on: '2026-05-01' },
    })
    const sums = (of: readonly { minor: bigint }[]) => of[0]?.minor ?? 0n
    const read = async (limit: number) =>
      (await everyPage(cursor => page('run', limit, cursor)))
        .flat()
        .filter(row => row.cycle_uuid !== null)
        .slice(0, 3)
    const rows = await read(50)
    expect(rows.map(row => [sums(row.short), sums(row.on_its_way), sums(row.to_send)])).toEqual([
      [340_000n, 340_000n, 0n],
      [340_000n, 160_000n, 180_000n],
      [340_000n, 0n, 340_000n],
    ])
    expect(await read(1)).toEqual(rows)
    for (const { policy_uuid, cycle_uuid, short, on_its_way, to_send } of rows) {
      const params = { policy_uuid, cycle_uuid: cycle_uuid ?? '' }
      const cycle = await call(world, told.employer, 'getCycle', { params, query: { limit: 5 } })
      expect(cycle).toMatchObject({ short, on_its_way, to_send })
      // The bars of its own page say the same once.
      expect(cycle.preview.coverage.map(of => of.short)).toEqual(short.map(of => of.minor))
    }
    // Booked it is money, and the notice is closed.
    await fund(world, told, '5000.00')
    expect((await read(50)).map(row => [sums(row.short), sums(row.on_its_way)])).toEqual([
      [0n, 0n],
      [180_000n, 0n],
      [340_000n, 0n],
    ])
  })

  it('leaves a pay that was approved without its money to Corridor, who books it', async () => {
    const [first] = (await page('run')).items
    const id = { policy_uuid: told.id.policy_uuid, cycle_uuid: first?.cycle_uuid ?? '' }
    await approveAll(world, told.employer, id, true)
    const acts = async () => (await page('run')).items[0]?.pay_state
    const blockers = async () =>
      (
        await call(world, told.employer, 'getCycle', { params: id, query: { limit: 10 } })
      ).items.flatMap(item => item.blockers.map(({ code, who, said }) => [code, who, said.text]))
    expect(await acts()).toMatchObject({ state: 'SHORT', acts: 'EMPLOYER' })
    expect(await blockers()).toEqual([['FUNDS', 'EMPLOYER', 'payments.blockers.FUNDS']])
    await accountFor('USD')
    await call(world, told.employer, 'announceFunding', {
      body: { currency: 'USD', amount_in_smallest_unit: 340_000n, sent_on: '2026-05-01' },
    })
    expect(await acts()).toMatchObject({ state: 'SHORT', acts: 'CORRIDOR' })
    expect(await blockers()).toEqual([['FUNDS', 'CORRIDOR', 'payments.blockers.FUNDS_ANNOUNCED']])
  })
})

describe('the next cycle', () => {
  it('opened by five at once is one, with its item', async () => {
    const [next] = (await page('run')).items.filter(row => row.cycle_uuid === null)
    expect(next?.allowed_actions).toEqual(['open'])
    const rows = await Promise.all([1, 2, 3, 4, 5].map(() => open(next?.end_date ?? '')))
    expect(new Set(rows.map(row => row.cycle_uuid)).size).toBe(1)
    expect(rows[0]).toMatchObject({ contractors: 1, estimate: false })
    await world.byTheClock()
    const found = await admin.rows('select from pay_cycle where end_date = $1', [next?.end_date])
    expect(found).toHaveLength(1)
  })

  it('is opened at most 60 days before its end, and is offered no earlier', async () => {
    const policy_uuid = await addPolicy(world, told.employer, 'Monthly', {
      ...MONTHLY,
      first_period_end_date: '2026-06-30',
    })
    const offered = async () => {
      const rows = (await page('run')).items.filter(row => row.policy_uuid === policy_uuid)
      return rows.find(row => row.cycle_uuid === null)?.allowed_actions
    }
    world.clock.set('2026-04-30T10:00:00Z')
    expect(await offered()).toEqual([])
    await expect(open('2026-06-30', policy_uuid)).rejects.toMatchObject({ code: 'VALIDATION' })
    world.clock.set('2026-05-01T10:00:00Z')
    expect(await offered()).toEqual(['open'])
    expect(await open('2026-06-30', policy_uuid)).toMatchObject({ start_date: '2026-05-31' })
  })

  it('is of an approved policy of one’s own', async () => {
    const id = uuidOf('draft')
    await put(id, MONTHLY)
    await expect(open('2026-05-31', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const own = told.id.policy_uuid
    await expect(open('2026-05-24', own, told.rival)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(open('2026-05-24', uuidOf('none'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is offered to no viewer, who sees all the same', async () => {
    const newcomer = { first_name: 'Vi', last_name: 'Ewer', password: 'Corridor-2026!-viewer' }
    const email = 'vi@northwind.test'
    const token = await inviteToTeam(world, told.employer, { email, role: 'viewer' })
    const viewer = await joinTeam(world, token, { ...newcomer, email })
    const seen = (await page('run', 50, undefined, viewer)).items
    const { items } = await page('run')
    expect(seen.map(row => row.pay_date)).toEqual(items.map(row => row.pay_date))
    expect(seen.flatMap(row => row.allowed_actions)).toEqual([])
    const { preview, ...cycle } = await call(world, viewer, 'getCycle', {
      params: told.id,
      query: { limit: 5 },
    })
    expect(cycle.allowed_actions).toEqual([])
    expect(cycle.items.flatMap(item => item.allowed_actions)).toEqual([])
    expect(preview.gross).toEqual([{ currency: 'USD', minor: 340_000n }])
  })
})

describe('a policy', () => {
  it('is previewed as it would be saved, and nothing is kept', async () => {
    const body = full(MONTHLY)
    const preview = await call(world, told.employer, 'previewPolicy', { body })
    const id = uuidOf('monthly')
    await expect(call(world, told.employer, 'getPolicy', { params: { id } })).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    )
    const { pay_periods, description } = await put(id, MONTHLY)
    expect({ pay_periods, description, change: null }).toEqual(preview)
    expect(pay_periods[0]).toMatchObject({ end_date: '2026-05-31', pay_date: '2026-06-05' })
  })

  it('saved twice and by two at once is one; another name or calendar changes it until it is in use', async () => {
    const id = uuidOf('monthly')
    const [one, two] = await Promise.all([put(id, MONTHLY), put(id, MONTHLY)])
    expect(one).toEqual(two)
    const actions = async () =>
      (
        await admin.rows<{ action: string }>(
          'select action from audit_entry where $1 = any(entity_uuids) order by seq',
          [id],
        )
      ).map(({ action }) => action)
    expect(await actions()).toEqual(['create'])
    const later = await put(id, { ...MONTHLY, preferred_pay_day: 10 })
    expect(later.preferred_pay_day).toBe(10)
    await call(world, told.employer, 'approvePolicy', { params: { id } })
    await call(world, told.employer, 'approvePolicy', { params: { id } })
    await world.byTheClock()
    await expect(put(id, MONTHLY)).rejects.toMatchObject({ code: 'POLICY_IN_USE' })
    const renamed = await put(id, { ...MONTHLY, preferred_pay_day: 10 }, told.employer, {
      label: 'End of month',
    })
    expect(renamed).toMatchObject({
      label: 'End of month',
      approved: true,
      allowed_actions: ['put_time'],
    })
    expect(await actions()).toEqual(['create', 'change', 'approve', 'change'])
  })

  it('sent under another id than its own is refused, and one’s rival finds none', async () => {
    const id = uuidOf('monthly')
    await expect(put(id, MONTHLY, told.employer, { uuid: uuidOf('other') })).rejects.toMatchObject({
      code: 'VALIDATION',
    })
    await put(id, MONTHLY, told.employer, { uuid: id })
    const refused = [
      put(id, MONTHLY, told.rival),
      call(world, told.rival, 'getPolicy', { params: { id } }),
      call(world, told.rival, 'approvePolicy', { params: { id } }),
    ]
    expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => 'NOT_FOUND'))
    const own = await call(world, told.employer, 'getPolicy', { params: { id } })
    expect(own.approved).toBe(false)
  })

  it('without the name of its rule has the one that its terms choose', async () => {
    const { pay_date_rule, ...terms } = MONTHLY
    expect(ruleOf(terms)).toBe(pay_date_rule)
    const body = { ...full(MONTHLY), pay_date_rule: undefined }
    const id = uuidOf('monthly')
    const saved = await call(world, told.employer, 'putPolicy', { params: { id }, body })
    expect(saved.pay_date_rule).toBe(pay_date_rule)
  })

  it('of terms that cannot go together names the fields, and keeps nothing', async () => {
    const id = uuidOf('wrong')
    for (const wrong of [
      { preferred_pay_day: undefined },
      { preferred_pay_day: 32 },
      { first_period_end_date: '2020-01-31' },
    ]) {
      const terms = { ...MONTHLY, ...wrong } as PayPolicyTerms
      await expect(put(id, terms)).rejects.toMatchObject({ code: 'VALIDATION' })
    }
    await expect(call(world, told.employer, 'getPolicy', { params: { id } })).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    )
  })
})
