/**
 * Whoever sends a call that moves money many times at once, under one key, moves it once: every answer is the same, and what is left in the
 * database is what one call leaves.
 */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { approvalOf, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { heavy } from '#test/harness/heavy.ts'
import { givenApprovableCycle, givenDue, givenOperator, type World } from '#test/harness/world.ts'
import { type Ask, type HttpWorld, httpWorld } from './http-world.ts'

const AT_ONCE = heavy(40, 1_000)

type Story = Awaited<ReturnType<typeof given>>
type Sent = { readonly entry: keyof typeof api; readonly by: Person } & Omit<
  Ask,
  'token' | 'headers'
>

let world: World
let admin: Admin
let told: Story
let http: HttpWorld
/** What one call of each leaves. */
const once = new Map<string, unknown>()

eachInACopy(given, copy => {
  world = copy.world
  admin = copy.admin
  told = copy.told
})
beforeEach(async () => {
  http = await httpWorld(world)
  return () => http.close()
})
afterAll(() => expect(once.size).toBe(Object.keys(CALLS).length))

async function given(first: World) {
  const due = await givenDue(first, await givenApprovableCycle(first, 2))
  const second = await givenOperator(first, 'second@corridor.test')
  const { domain } = await call(first, due.employer, 'getEmployer')
  const [row] = await call(first, due.operator, 'listOperationsPayCycles', {
    params: { id: domain ?? '' },
    query: { summary: 'false', cycle_uuid: due.id.cycle_uuid },
  })
  return { ...due, second, domain: domain ?? '', item: row?.line_items?.[0]?.line_item_uuid ?? '' }
}

const PAY_DATE = '2026-03-20'
const executed = async () => {
  const { operator, payment_uuids } = told
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: PAY_DATE, payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
}
const settled = async () => {
  await executed()
  const { operator, payment_uuids } = told
  await call(world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK 1' } })
}
const frozen = () =>
  call(world, told.second, 'freezePayments', { body: { before: '2026-03-21', words: '' } })

async function marking(operation: 'paid' | 'unpaid'): Promise<Sent> {
  const { domain, id, item: line_item_uuid, operator } = told
  const [row] = await call(world, operator, 'listOperationsPayCycles', {
    params: { id: domain },
    query: { summary: 'false', cycle_uuid: id.cycle_uuid },
  })
  const item = row?.line_items?.find(one => one.line_item_uuid === line_item_uuid)
  const mark = item?.marks.find(one => one.operation === operation)
  return {
    entry: 'markLineItem',
    by: operator,
    params: { domain, ...id, line_item_uuid, operation, currency: mark?.amount.currency ?? '' },
    body: { amount_in_smallest_unit: Number(mark?.amount.minor), reference: 'BANK 1' },
  }
}

const CALLS: Readonly<Record<string, () => Promise<Sent>>> = {
  'booking funding': async () => ({
    entry: 'putBalances',
    by: told.operator,
    file: {
      field: 'funding_csv',
      name: 'wires.csv',
      bytes: Buffer.from(
        `employer_domain,currency,amount,reference,received_on\n${told.domain},USD,10.00,W-1,2026-03-01\n`,
      ),
    },
  }),
  executing: async () => ({
    entry: 'bulkExecute',
    by: told.operator,
    body: { pay_date: PAY_DATE, payment_uuids: told.payment_uuids },
  }),
  settling: async () => {
    await executed()
    const { operator, payment_uuids } = told
    return { entry: 'bulkSettle', by: operator, body: { payment_uuids, reference: 'BANK 2' } }
  },
  'marking paid': async () => {
    await executed()
    return marking('paid')
  },
  'marking unpaid': async () => {
    await settled()
    return marking('unpaid')
  },
  freezing: async () => ({
    entry: 'freezePayments',
    by: told.operator,
    body: { before: '2026-03-21' },
  }),
  'lifting a freeze': async () => {
    const { freeze_uuid } = await frozen()
    return { entry: 'liftFreeze', by: told.operator, params: { id: freeze_uuid }, body: {} }
  },
  'taking an approval back': async () => ({
    entry: 'unapproveCycle',
    by: told.employer,
    params: told.id,
  }),
  approving: async () => {
    await call(world, told.employer, 'unapproveCycle', { params: told.id })
    const body = await approvalOf(world, told.employer, told.id)
    return { entry: 'approveCycle', by: told.employer, params: told.id, body }
  },
  'taking the approval of one back': async () => ({
    entry: 'unapproveLineItem',
    by: told.employer,
    params: { ...told.id, line_item_uuid: told.item },
  }),
}

/** How many rows each table has, and what each account of the ledger holds; answers that are kept are beside the point. */
async function whatIsThere(): Promise<unknown> {
  const tables = await admin.rows<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) name from information_schema.tables
      where table_schema in ('public', 'simulated_rail') and table_type = 'BASE TABLE' order by 1`,
  )
  const counted = tables.filter(({ name }) => !/idempotency_key|rate_limit/.test(name))
  const each = counted.map(({ name }) => `select '${name}' as of, count(*)::int n from ${name}`)
  const rows = await admin.rows(`${each.join(' union all ')} order by 1`)
  const accounts = await admin.rows(
    `select case when employer_uuid is null then owner else 'employer' end owner, kind, currency, posted_in, posted_out, pending_in, pending_out
      from ledger_account order by 1, 2, 3`,
  )
  const jobs = await admin.rows(
    'select task_identifier, count(*)::int n from graphile_worker.jobs group by 1 order by 1',
  )
  return { rows, accounts, jobs }
}

/** The different answers to one call that is sent so many times at once. */
async function send({ entry, by, ...request }: Sent, times: number): Promise<string[]> {
  const ask: Ask = {
    ...request,
    token: await http.tokenOf(by),
    headers: { 'idempotency-key': newUuid() },
  }
  const answers = await Promise.all(Array.from({ length: times }, () => http.ask(api[entry], ask)))
  return [...new Set(answers.map(({ status, text }) => `${status} ${text}`))]
}

describe.each(Object.entries(CALLS))('%s', (name, prepare) => {
  it('once', async () => {
    expect(await send(await prepare(), 1)).toEqual([expect.stringMatching(/^200 /)])
    once.set(name, await whatIsThere())
  })

  it(`${AT_ONCE} times at once leaves what one call leaves, and answers each the same`, async () => {
    expect(await send(await prepare(), AT_ONCE)).toEqual([expect.stringMatching(/^200 /)])
    expect(await whatIsThere()).toEqual(once.get(name))
  })
})
