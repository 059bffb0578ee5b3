/** The journal: every entry balances in its currency, in each layout, and what is on the balance is what the ledger says. */
import { describe, expect, it } from 'vitest'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/open-world.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  givenOperator,
} from '#test/harness/world.ts'
import { registerIn } from '../people/registered.test-data.ts'

let world: World
let told: CycleStage & { rival: Person }
/** Two people were paid on March 20, one with an expense and a bonus; fees were billed on April 1. */
eachInACopy(
  async first => {
    const stage = await givenApprovableCycle(first, 2)
    const rival = await givenEmployer(first, stage.operator, 'boss@rival.test')
    await call(first, stage.operator, 'putPrices', {
      params: { id: stage.employer.employer_uuid ?? '' },
      body: { currency: 'USD', per_contractor: 900, per_payment: {}, margin: 0, tax: 1000 },
    })
    const { items } = await call(first, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 9 },
    })
    const line_item_uuid = items[0]?.line_item_uuid ?? ''
    for (const [kind, amount] of [
      ['EXPENSE', 12_345n],
      ['BONUS', 50_000n],
    ] as const)
      await call(first, stage.employer, 'addEntry', {
        params: { ...stage.id, line_item_uuid, entry_uuid: newUuid() },
        body: { kind, amount_in_smallest_unit: amount, words: `=${kind}` },
      })
    await fund(first, stage, '8000.00')
    await approveAll(first, stage.employer, stage.id)
    first.clock.set('2026-03-20T10:00:00Z')
    const { payment_uuids } = await call(first, stage.operator, 'getChecklist', { query: {} })
    const { execution_uuid } = await call(first, stage.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await first.execute(execution_uuid ?? '')
    await call(first, stage.operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK' } })
    await first.deliver()
    first.clock.set('2026-04-01T00:10:00Z')
    await first.byTheClock()
    return { ...stage, rival }
  },
  copy => {
    world = copy.world
    told = copy.told
  },
)

const PERIOD = { from: '2026-01-01', to: '2026-12-31' }
async function rowsOf({ pieces }: FileInPieces) {
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  const [head = '', ...lines] = text.replace('\ufeff', '').trim().split('\n')
  const names = head.split(',')
  return lines.map(line => {
    const values = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map(of => of.replace(/^"|"$/g, ''))
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
  })
}
const general = async (who: Person = told.employer, query: object = {}) =>
  rowsOf(await call(world, who, 'getJournalCsv', { query: { ...PERIOD, ...query } }))
const layout = async (of: 'quickbooks' | 'xero', query: object = {}) =>
  rowsOf(
    await call(world, told.employer, 'getJournalImport', {
      params: { layout: of },
      query: { ...PERIOD, ...query },
    }),
  )
const cents = (text = '') => Math.round(Number(text || 0) * 100)

describe('the journal', () => {
  it('balances in every entry, and leaves on the balance what is there', async () => {
    const rows = await general()
    const byEntry = Map.groupBy(rows, row => `${row.journal_no} ${row.currency}`)
    expect(byEntry.size).toBe(3)
    for (const lines of byEntry.values())
      expect(lines.reduce((sum, row) => sum + cents(row.debit) - cents(row.credit), 0)).toBe(0)
    const on = (account: string) =>
      rows
        .filter(row => row.account === account)
        .reduce((sum, row) => sum + cents(row.debit) - cents(row.credit), 0)
    const [balance] = (await call(world, told.employer, 'getEmployerBalances')).balances
    expect(BigInt(on('Corridor balance'))).toBe(balance?.available)
    expect(on('Contractors')).toBe(680_000 + 50_000)
    expect(on('Reimbursed expenses')).toBe(12_345)
    expect([on('Payroll service fees'), on('Tax on service fees')]).toEqual([1800, 180])
    expect(on('Bank transfers to Corridor')).toBe(-800_000)
  })

  it('carries what was exchanged and what was taken back, and each balance ends at what is there', async () => {
    const { operator, employer } = told
    const emeka = await givenOperator(world, 'emeka@corridor.test')
    await fund(world, told, '1000.00', 'WIRE-2')
    const { domain } = await call(world, employer, 'getEmployer')
    await call(world, operator, 'scheduleConversion', {
      params: { domain: domain ?? '' },
      body: {
        ...{ from_currency: 'USD', to_currency: 'EUR', fixed_side: 'from' },
        ...{ amount_in_smallest_unit: 20_000n, conversion_date: '2026-04-01' },
      },
    })
    await world.byTheClock()
    const { items } = await call(world, operator, 'listTransfers', { query: { limit: 50 } })
    const wrong = items.find(of => of.allowed_actions.includes('reverse'))
    const { waiting } = await call(world, operator, 'reverseFunding', {
      params: { id: wrong?.transfer_uuid ?? '' },
      body: { reason: 'Of another company.' },
    })
    const params = { id: waiting?.step_uuid ?? '' }
    const { step } = await call(world, emeka, 'getApprovalStep', { params, query: { limit: 5 } })
    await call(world, emeka, 'approveStep', { params, body: { digest: step.digest } })

    const rows = await general()
    const on = (currency: string) =>
      rows
        .filter(row => row.account === 'Corridor balance' && row.currency === currency)
        .reduce((sum, row) => sum + cents(row.debit) - cents(row.credit), 0)
    const { balances } = await call(world, employer, 'getEmployerBalances')
    expect(balances.map(of => [of.currency, BigInt(on(of.currency))])).toEqual(
      balances.map(of => [of.currency, of.available]),
    )
    for (const lines of Map.groupBy(rows, row => row.journal_no).values())
      expect(lines.reduce((sum, row) => sum + cents(row.debit) - cents(row.credit), 0)).toBe(0)
    const letters = rows.map(row => row.journal_no?.slice(0, 1))
    expect(letters.filter(letter => letter === 'X')).toHaveLength(4)
    expect(letters.filter(letter => letter === 'R')).toHaveLength(2)
    expect(rows.map(row => row.description)).toContain('Conversion USD → EUR, 0.863259668508287')
    expect(await layout('xero', { currency: 'EUR' })).toHaveLength(2)
  })

  it('names people and ids line by line', async () => {
    const pay = (await general()).filter(row => row.contractor_sub)
    expect(new Set(pay.map(row => row.line_item_uuid)).size).toBe(2)
    expect(pay.every(row => row.contractor_name && row.description?.includes('March 20'))).toBe(
      true,
    )
  })

  it('has for QuickBooks one entry for each of them, in numbers that it keeps', async () => {
    const rows = await layout('quickbooks')
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['JournalNo', 'JournalDate', 'Currency', 'AccountName', 'Debits', 'Credits'],
      'Description',
    ])
    for (const lines of Map.groupBy(rows, row => row.JournalNo).values())
      expect(lines.reduce((sum, row) => sum + cents(row.Debits) - cents(row.Credits), 0)).toBe(0)
    expect(rows.map(row => row.JournalDate)).toContain('03/20/2026')
    expect(rows.every(row => (row.JournalNo?.length ?? 99) <= 21)).toBe(true)
    expect(rows.filter(row => row.JournalNo?.startsWith('P'))).toHaveLength(3)
  })

  it('has for Xero journals of one currency whose amounts sum to nothing', async () => {
    await expect(layout('xero')).rejects.toMatchObject({ code: 'VALIDATION' })
    const rows = await layout('xero', { currency: 'USD' })
    for (const lines of Map.groupBy(rows, row => row['*Narration']).values())
      expect(lines.reduce((sum, row) => sum + cents(row['*Amount']), 0)).toBe(0)
    // An amount below nothing stays a number.
    expect(rows.some(row => row['*Amount']?.startsWith('-'))).toBe(true)
    expect(new Set(rows.map(row => row['*Date']))).toContain('20 Mar 2026')
    expect(await layout('xero', { currency: 'EUR' })).toEqual([])
  })

  it('calls no tax as Xero does where the company is registered, wherever it signed up', async () => {
    const said = async () =>
      new Set((await layout('xero', { currency: 'USD' })).map(row => row['*TaxRate']))
    expect(await said()).toEqual(new Set(['Tax Exempt']))
    await registerIn(world, told.employer, 'GB')
    expect(await said()).toEqual(new Set(['No VAT']))
  })

  it('is of a period of a year at most, and of one’s own', async () => {
    await expect(general(told.employer, { to: '2025-12-31' })).rejects.toMatchObject({
      code: 'VALIDATION',
    })
    await expect(general(told.employer, { to: '2027-06-30' })).rejects.toMatchObject({
      code: 'VALIDATION',
    })
    expect(await general(told.rival)).toEqual([])
    expect(await general(told.employer, { from: '2026-03-21', to: '2026-03-31' })).toEqual([])
  })

  it('says of a pay that was taken back what it said before, the opposite on that day, and it anew once it is paid again', async () => {
    const { items } = await call(world, told.employer, 'getCycle', {
      params: told.id,
      query: { limit: 9 },
    })
    const line_item_uuid = items.find(of => of.amount.minor === 340_000n)?.line_item_uuid ?? ''
    const before = await general()
    world.clock.set('2026-04-07T10:00:00Z')
    const { domain } = await call(world, told.employer, 'getEmployer')
    await call(world, told.operator, 'markLineItem', {
      params: {
        ...{ ...told.id, line_item_uuid, domain: domain ?? '' },
        ...({ operation: 'unpaid', currency: 'USD' } as const),
      },
      body: { amount_in_smallest_unit: 238_000n, reference: 'BACK' },
    })
    const after = await general()
    expect(after.filter(row => row.date !== '2026-04-07')).toEqual(before)
    const back = after.filter(row => row.date === '2026-04-07')
    const sides = (rows: typeof before) =>
      rows.map(row => [row.line_item_uuid, row.account, row.debit, row.credit])
    const paid = before.filter(row => row.line_item_uuid === line_item_uuid)
    expect(paid).toHaveLength(2)
    expect(sides(back)).toEqual(
      paid.map(row => [row.line_item_uuid, row.account, row.credit, row.debit]),
    )
    for (const row of back) expect(row.description).toContain('taken back April 7')
    world.clock.set('2026-05-04T10:00:00Z')
    const { payment_uuids } = await call(world, told.operator, 'getChecklist', { query: {} })
    const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    await call(world, told.operator, 'bulkSettle', { body: { payment_uuids, reference: 'AGAIN' } })
    const again = await general()
    expect(again.filter(row => row.date !== '2026-05-04')).toEqual(after)
    expect(sides(again.filter(row => row.date === '2026-05-04'))).toEqual(sides(paid))
    // Each once in the layouts of programs as well, and all of it comes to what was paid once.
    const net = (await layout('xero', { currency: 'USD' }))
      .filter(row => row.Description === 'Contractors')
      .reduce((sum, row) => sum + cents(row['*Amount']), 0)
    expect(net).toBe(680_000 + 50_000)
  })

  it('goes into accounts by the names and codes that an employer gives them', async () => {
    const accounts = [{ account: 'CONTRACTORS' as const, name: 'Subcontractors', code: '5200' }]
    const put = () => call(world, told.employer, 'putJournalAccounts', { body: { accounts } })
    await Promise.all([put(), put()])
    const answer = await call(world, told.employer, 'getJournalAccounts')
    expect(answer.accounts).toContainEqual(accounts[0])
    expect(answer.accounts).toHaveLength(7)
    expect(answer.currencies).toContain('USD')
    const rows = await general()
    expect(
      rows.filter(row => row.account === 'Subcontractors').map(row => row.account_code),
    ).toEqual([...['5200', '5200']])
    expect((await layout('xero', { currency: 'USD' })).map(row => row['*AccountCode'])).toContain(
      '5200',
    )
    expect((await call(world, told.rival, 'getJournalAccounts')).accounts).not.toContainEqual(
      accounts[0],
    )
  })
})
