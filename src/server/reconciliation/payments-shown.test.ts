/** Payments of ours on a bank's statement: by our own reference, file by file, and what is still under way. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/world.ts'
import { execute, type FilesStage, givenFiles, release } from '../payments/bank-files.test-data.ts'
import { type Line, statementOf } from './statements.test-data.ts'

let world: World
let admin: Admin
let stage: FilesStage
let payments: { id: string; reference: string }[]
const MINOR = 238_000
/** What the books have there before: the first statement begins with it. */
let before = 0

/** A file with the dollars of three contractors was released on Friday, 2026-03-20. */
eachInACopy(
  async first => {
    const made = await givenFiles(first, 3)
    const [batch] = await execute(first, made)
    await release(first, made.second, batch?.batch_uuid ?? '')
    return made
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)
beforeEach(async () => {
  payments = await admin.rows(
    "select payment_uuid id, reference from payment where currency = 'USD' order by 1",
  )
  const [kept] = await admin.rows<{ minor: string }>(
    "select (posted_out - posted_in)::text minor from ledger_account where kind = 'outside' and currency = 'USD'",
  )
  before = Number(kept?.minor ?? 0)
})

const read = (day: string, opening: number, lines: Line[], from = day) =>
  call(world, stage.second, 'readBankStatement', {
    body: statementOf({
      ...{ day, from, opening, lines, account: '100200300', currency: 'USD' },
    }),
  })
const differences = async () =>
  (
    await call(world, stage.second, 'listDifferences', { query: { limit: 50, sort: 'age' } })
  ).items.filter(({ kind }) => kind !== 'MISSING')
const out = (n: number): Line => ({
  cents: -MINOR,
  at: `D-${n}`,
  reference: payments[n]?.reference ?? '',
})
const settle = (ids: string[], reference = '') =>
  call(world, stage.second, 'bulkSettle', { body: { payment_uuids: ids, reference } })
const compare = () => call(world, stage.second, 'compareBank')

describe('a payment that the bank shows', () => {
  it('is under way in the books until it is marked, whether before or after the statement is read', async () => {
    await settle([payments[1]?.id ?? ''], 'BANK')
    await read('2026-03-20', before, [out(0), out(1)])
    const [found, ...more] = await differences()
    expect(more).toEqual([])
    expect(found).toMatchObject({
      ...{ kind: 'NOT_BOOKED', amount: { minor: BigInt(-MINOR) }, bank_reference: 'D-0' },
      payment: { payment_uuid: payments[0]?.id, status: 'SENT' },
      allowed_actions: ['settle', 'mend', 'explain'],
    })
    await settle([payments[0]?.id ?? ''], 'D-0')
    expect(await compare()).toEqual({ matched: 2 })
    expect(await compare()).toEqual({ matched: 0 })
    expect(await differences()).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  it('and that came back makes up for itself, or waits for the books to say so', async () => {
    await settle([payments[0]?.id ?? ''])
    const back: Line = {
      cents: MINOR,
      at: 'R-0',
      reference: payments[0]?.reference ?? '',
      returned: true,
    }
    await read('2026-03-20', before, [out(0)])
    world.clock.set('2026-03-24T10:00:00Z')
    await read('2026-03-23', before - MINOR, [back])
    expect(await differences()).toMatchObject([
      {
        kind: 'NOT_BOOKED',
        amount: { minor: BigInt(MINOR) },
        allowed_actions: ['mend', 'explain'],
      },
    ])
    // One that the books took back without ever having had it settled.
    await read('2026-03-24', before, [
      out(2),
      { cents: MINOR, at: 'R-2', reference: payments[2]?.reference ?? '', returned: true },
    ])
    expect((await differences()).map(of => of.bank_reference)).toEqual(['R-0'])
    expect(await world.broken()).toEqual([])
  })

  it('as one file is found once all of it is settled', async () => {
    const [file] = await admin.rows<{ id: string }>(
      "select 'CORRIDOR' || to_char(due_on, 'YYYYMMDD') || lpad(number::text, 8, '0') || '-USD' id from bank_batch",
    )
    const { file_name, bytes } = statementOf({
      ...{ day: '2026-03-20', opening: before, account: '100200300', currency: 'USD' },
      lines: [{ cents: -3 * MINOR, at: 'F-1' }],
    })
    const text = bytes
      .toString()
      .replace(
        /<NtryDtls>.*<\/NtryDtls>/s,
        `<NtryDtls><Btch><PmtInfId>${file?.id}</PmtInfId></Btch></NtryDtls>`,
      )
    const body = { file_name, bytes: Buffer.from(text) }
    await call(world, stage.second, 'readBankStatement', { body })
    expect(await differences()).toMatchObject([{ kind: 'NOT_BOOKED', payment: null }])
    await settle(payments.slice(0, 2).map(({ id }) => id))
    await compare()
    expect(await differences()).toMatchObject([
      { kind: 'AMOUNT', books_say: { minor: BigInt(-2 * MINOR) } },
    ])
    await settle(payments.map(({ id }) => id))
    await world.byTheClock()
    expect(await differences()).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

describe('a payment that the bank does not show', () => {
  it('is told after three business days, whether it was sent or settled', async () => {
    await settle([payments[1]?.id ?? ''], 'BANK')
    world.clock.set('2026-03-26T10:00:00Z')
    await read('2026-03-24', before, [], '2026-03-20')
    expect(await differences()).toEqual([])
    await read('2026-03-25', before, [])
    const found = await differences()
    expect(found.map(({ kind, day }) => [kind, day])).toEqual([
      ['NOT_SHOWN', '2026-03-20'],
      ['IN_FLIGHT', '2026-03-20'],
      ['IN_FLIGHT', '2026-03-20'],
    ])
    expect(found[1]).toMatchObject({
      payment: { status: 'SENT', contractor_name: expect.stringContaining('Amara') },
      allowed_actions: ['settle', 'mend', 'explain'],
    })
    expect(await world.broken()).toEqual([])
  })
})

describe('a payment that was marked paid by mistake', () => {
  it('makes up for itself, and what paid it afterwards is looked for by itself', async () => {
    const id = payments[1]?.id ?? ''
    await settle([id], 'BANK')
    await unmark(id)
    world.clock.set('2026-03-25T10:00:00Z')
    const [batch] = await execute(world, stage)
    await release(world, stage.second, batch?.batch_uuid ?? '')
    await settle([id], 'BANK')
    await read('2026-03-26', before, [], '2026-03-20')
    const left = await admin.rows<{ day: string; minor: number }>(
      'select day::text, minor::int from bank_movement where match_uuid is null and subject_uuid = $1',
      [id],
    )
    expect(left).toEqual([{ day: '2026-03-25', minor: -MINOR }])
    expect(await world.broken()).toEqual([])
  })
})

/** Marks a payment unpaid again. */
async function unmark(payment_uuid: string): Promise<void> {
  const [of] = await admin.rows<
    Record<'domain' | 'policy_uuid' | 'cycle_uuid' | 'line_item_uuid', string>
  >(
    `select e.domain, c.policy_uuid, c.cycle_uuid, p.line_item_uuid from payment p join line_item i using (line_item_uuid)
      join pay_cycle c on c.cycle_uuid = i.cycle_uuid join employer e on e.employer_uuid = c.employer_uuid where p.payment_uuid = $1`,
    [payment_uuid],
  )
  if (!of) throw new Error('no such payment')
  await call(world, stage.second, 'markLineItem', {
    params: { ...of, operation: 'unpaid', currency: 'USD' },
    body: { amount_in_smallest_unit: BigInt(MINOR), reference: 'By mistake.' },
  })
}
