/** The bank's statements day by day against the books: what is the same money finds each other, the rest is work until it is booked or explained. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import type { World } from '#test/harness/world.ts'
import { type AtTheBank, eachAtTheBank, monday, tuesday, wednesday } from './bank.test-data.ts'
import { statementOf, type Told } from './statements.test-data.ts'

let world: World
let admin: Admin
let noor: Person
let bank: AtTheBank['bank']
let ours = ''

eachAtTheBank(at => {
  ;({ world, admin, noor, bank, ours } = at)
})

describe('a statement', () => {
  it('is read once and whole, and finds what the books have', async () => {
    await bank.bookCsv('100.00', 'b-1', '2026-11-23')
    const told = monday([{ cents: 10_000, at: 'B-1' }])
    const answers = await Promise.all(Array.from({ length: 5 }, () => bank.read(told)))
    expect(answers.filter(({ again }) => !again)).toHaveLength(1)
    expect(answers.map(({ matched }) => matched).toSorted()).toEqual([0, 0, 0, 0, 2])
    expect(await admin.rows('select from bank_statement')).toHaveLength(1)
    const [day] = await bank.days()
    expect(day).toMatchObject({
      ...{ bank: { minor: 10_000n }, books: { minor: 10_000n }, difference: { minor: 0n } },
    })
    expect((await bank.differences()).map(({ kind, day }) => [kind, day])).toEqual([
      ['MISSING', '2026-11-24'],
      ['MISSING', '2026-11-25'],
    ])
    // The same day from another file, and one of before.
    expect(await outcome(bank.read(monday([{ cents: 10_001, at: 'B-9' }])))).toBe('CONFLICT')
    expect(await outcome(bank.read({ day: '2026-11-20', opening: 0 }))).toBe('VALIDATION')
    const [kept] = await admin.rows<{ party: string }>('select party from bank_entry')
    expect(kept?.party).toMatch(/^sealed:/)
    await bank.wellTold()
  })

  it('of two that say different things of one day at the same moment one is read', async () => {
    const answers = await Promise.all([
      outcome(bank.read(monday([{ cents: 10_000, at: 'B-1' }]))),
      outcome(bank.read(monday([{ cents: 20_000, at: 'B-2' }]))),
      outcome(bank.read(monday([{ cents: 30_000, at: 'B-3' }]))),
    ])
    expect(answers.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'done'])
    expect(await admin.rows('select from bank_entry')).toHaveLength(1)
  })

  it('shows of a credit what came on the account; a charge within what went is asked for as an entry of its own', async () => {
    const credit = { cents: 9_900, at: 'B-1', words: ours, ordered: 10_000 }
    const { statements } = await bank.read(monday([credit]))
    const id = statements[0]?.statement_uuid ?? ''
    await call(world, noor, 'bookStatementReceipts', { params: { id } })
    expect((await bank.days())[0]).toMatchObject({
      ...{ bank: { minor: 9_900n }, books: { minor: 9_900n }, difference: { minor: 0n } },
    })
    const debit = { cents: -5_100, at: 'B-2', ordered: -5_000 }
    const next = { day: '2026-11-24', opening: 9_900, lines: [debit] }
    await expect(bank.read(next)).rejects.toMatchObject({
      fields: [{ text: 'reconciliation.problems.parts' }],
    })
  })

  it('that is wrong is refused in words, and nothing is kept of it or of its neighbours', async () => {
    const good = monday([{ cents: 10_000, at: 'B-1' }])
    const wrong: Told[] = [
      { day: '2026-11-24', opening: 10_000, closing: 5, lines: [{ cents: 100, at: 'B-2' }] },
      { day: '2026-11-24', opening: 10_000, page: [1, 2], between: false },
      { day: '2026-11-24', opening: 0, lines: [{ cents: 1e14 + 100, at: 'B-2' }] },
      { day: '2026-11-24', opening: 2 ** 53 },
      { day: '2026-11-28', opening: 10_000 },
      { day: '2026-11-24', opening: 10_000, account: 'DE89370400440532013000' },
      { day: '2026-11-24', opening: 10_000, currency: 'USD' },
      { day: '2026-11-24', opening: 10_000, lines: [{ cents: 1, at: 'B-2', day: '2026-11-25' }] },
      { day: '2026-11-24', opening: 10_000, lines: [{ cents: 1, at: 'B-2', day: '2026-13-45' }] },
    ]
    for (const one of wrong)
      expect([one, await outcome(bank.read(good, one))]).toEqual([one, 'VALIDATION'])
    const whole = statementOf(good).bytes.toString()
    const spoiled = [
      '',
      '<',
      whole.slice(0, -30),
      whole.replaceAll('camt.053', 'camt.054'),
      whole.replace('<?xml version="1.0" encoding="UTF-8"?>', '<!DOCTYPE a [<!ENTITY b "c">]>'),
      whole.replace('CLBD', 'ITBD'),
      whole.replace('>100.00<', '>100.001<'),
      whole.replace('>100.00<', '>-100.00<'),
      whole.replaceAll('CRDT', 'SIDE'),
      'employer_domain,currency,amount\n',
    ]
    for (const text of spoiled) {
      const body = { file_name: 'x.xml', bytes: Buffer.from(text) }
      expect([text, await outcome(call(world, noor, 'readBankStatement', { body }))]).toEqual([
        text,
        'VALIDATION',
      ])
    }
    const other = { file_name: 'x.csv', bytes: Buffer.from('<Document xmlns="a"/>') }
    const said = await call(world, noor, 'readBankStatement', { body: other }).catch(
      (problem: unknown) => JSON.stringify(problem),
    )
    expect(said).toContain('camt.053.001.08')
    expect(said, 'a notification has no balances').not.toContain('camt.054')
    for (const table of ['bank_statement', 'bank_entry', 'bank_book', 'bank_movement'])
      expect(await admin.rows(`select from ${table}`)).toEqual([])
    expect((await bank.read(good)).statements).toMatchObject([{ closing: { minor: 10_000n } }])
  })

  it('begins where the books are, or two operators say why not', async () => {
    await bank.bookCsv('40.00', 'before', '2026-11-20')
    await bank.read(monday([], 10_000))
    expect(await bank.kinds()).toContainEqual(['OPENING', 6_000])
    const { waiting } = await bank.explain('opening:EUR', 6_000n)
    expect(await outcome(bank.approve(waiting?.step_uuid, noor))).toBe('SECOND_PERSON_NEEDED')
    expect(await bank.kinds()).toContainEqual(['OPENING', 6_000])
    await bank.approve(waiting?.step_uuid)
    expect(await bank.kinds()).not.toContainEqual(['OPENING', 6_000])
    expect(await bank.explain('opening:EUR', 6_000n)).toEqual({ explained: true })
    // A receipt of before, booked later, makes it another sum: it is asked about again.
    await bank.bookCsv('10.00', 'late', '2026-11-19')
    expect(await bank.kinds()).toContainEqual(['OPENING', 5_000])
    const { items } = await call(world, noor, 'listExplained', { query: { limit: 50 } })
    expect(items).toMatchObject([{ kind: 'OPENING', words: 'Known to the bank.' }])
    await bank.wellTold()
  })

  it('that does not follow on another is told, and mended by the one between', async () => {
    await bank.read(monday([{ cents: 100, at: 'B-1' }]))
    await bank.read(wednesday([], 350))
    expect(await bank.kinds()).toContainEqual(['GAP', 250])
    expect((await bank.kinds()).filter(([kind]) => kind === 'MISSING')).toEqual([])
    await bank.wellTold()
    await bank.read(tuesday([{ cents: 250, at: 'B-2' }], 100))
    expect((await bank.kinds()).map(([kind]) => kind)).toEqual(['UNKNOWN', 'UNKNOWN'])
    await bank.wellTold()
  })
})

describe('what the bank shows and no book knows', () => {
  it('is booked as the statement says, and found', async () => {
    const { statements } = await bank.read(
      monday([
        { cents: 10_000, at: 'B-1', words: ours },
        { cents: 700, at: 'B-2', words: 'no idea', name: 'Northwind Robotics' },
      ]),
    )
    const [first, second] = (await bank.differences()).filter(({ kind }) => kind === 'UNKNOWN')
    expect([first?.bank_reference, second?.bank_reference].toSorted()).toEqual(['B-1', 'B-2'])
    expect(first?.allowed_actions).toEqual(['book_receipts', 'book_as', 'explain'])
    const book = () =>
      call(world, noor, 'bookStatementReceipts', {
        params: { id: statements[0]?.statement_uuid ?? '' },
      })
    const answers = await Promise.all([book(), book(), book()])
    expect(answers.reduce((sum, { booked, suspended }) => sum + booked + suspended, 0)).toBe(2)
    expect((await bank.kinds()).map(([kind]) => kind)).toEqual(['MISSING', 'MISSING'])
    await bank.wellTold()
  })

  it('is the bank’s own charge or an exchange made there, by two operators and once', async () => {
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    await bank.read(
      monday([
        { cents: 10_000, at: 'B-1' },
        { cents: -250, at: 'B-2', words: 'Account fee' },
        { cents: -3_000, at: 'B-3', words: 'FX' },
        { cents: 40, at: 'B-4', words: 'Interest' },
      ]),
    )
    const bookAs = async (at: string, booked_as: 'COST' | 'EXCHANGE') => {
      const found = (await bank.differences()).find(of => of.bank_reference === at)
      const { waiting } = await call(world, noor, 'bookBankEntry', {
        params: { id: found?.entry_uuid ?? '' },
        body: { booked_as, words: 'By its advice.' },
      })
      await bank.approve(waiting?.step_uuid)
      return found?.entry_uuid ?? ''
    }
    const id = await bookAs('B-2', 'COST')
    await bookAs('B-3', 'EXCHANGE')
    await bookAs('B-4', 'COST')
    const body = { booked_as: 'COST' as const, words: 'By its advice.' }
    expect(await call(world, noor, 'bookBankEntry', { params: { id }, body })).toEqual({
      booked: true,
    })
    const again = call(world, noor, 'bookBankEntry', {
      params: { id },
      body: { ...body, booked_as: 'EXCHANGE' },
    })
    expect(await outcome(again)).toBe('TRANSITION_NOT_ALLOWED')
    const { currencies } = await call(world, noor, 'getTrialBalance', { query: {} })
    const lying = new Map(
      currencies
        .find(({ currency }) => currency === 'EUR')
        ?.kinds.map(({ kind, balance }) => [kind, balance.minor]),
    )
    expect(lying.get('costs')).toBe(-210n)
    expect(lying.get('fx')).toBe(-3_000n)
    expect((await bank.kinds()).map(([kind]) => kind)).toEqual(['MISSING', 'MISSING'])
    expect((await bank.days())[0]).toMatchObject({ difference: { minor: 0n } })
    await bank.wellTold()
  })

  it('is booked under another name: somebody says that it is the same, of one sum', async () => {
    await bank.bookCsv('100.00', 'OTHER', '2026-11-23')
    await bank.bookCsv('100.01', 'MORE', '2026-11-23')
    await bank.read(monday([{ cents: 10_000, at: 'B-1' }]))
    const [found] = await bank.differences()
    expect(found).toMatchObject({ kind: 'UNKNOWN', alike: [{ reference: 'other' }] })
    expect(found?.allowed_actions).toContain('match')
    const match = (transfer_uuid = '') =>
      call(world, noor, 'matchBankEntry', {
        params: { id: found?.entry_uuid ?? '' },
        body: { transfer_uuid },
      })
    const [other] = await admin.rows<{ id: string }>(
      'select transfer_uuid id from bank_movement where minor = 10001',
    )
    expect(await outcome(match(other?.id))).toBe('AMOUNT_MISMATCH')
    const alike = found?.alike[0]?.transfer_uuid
    expect(await Promise.all([match(alike), match(alike)])).toContainEqual({ matched: 2 })
    expect(await outcome(match(other?.id))).toBe('TRANSITION_NOT_ALLOWED')
    await bank.wellTold()
  })

  it('with another sum than the books says both, and is explained by two; what is booked meanwhile is not', async () => {
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    await bank.read(
      monday([
        { cents: 9_990, at: 'B-1' },
        { cents: 55, at: 'B-2', words: ours },
      ]),
    )
    const amount = (await bank.differences()).find(({ kind }) => kind === 'AMOUNT')
    expect(amount).toMatchObject({ amount: { minor: 9_990n }, books_say: { minor: 10_000n } })
    expect(await outcome(bank.explain(amount?.subject ?? '', 1n))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(bank.explain('entry:nobody', 1n))).toBe('NOT_FOUND')
    const { waiting } = await bank.explain(
      amount?.subject ?? '',
      9_990n,
      'The bank kept ten cents.',
    )
    await bank.approve(waiting?.step_uuid)
    const unknown = (await bank.differences()).find(({ kind }) => kind === 'UNKNOWN')
    const asked = await bank.explain(unknown?.subject ?? '', 55n)
    const [booked, explained] = await Promise.all([
      outcome(
        call(world, noor, 'bookStatementReceipts', {
          params: { id: unknown?.statement_uuid ?? '' },
        }),
      ),
      outcome(bank.approve(asked.waiting?.step_uuid)),
    ])
    // The statement as a whole is refused, as the one reference is booked with another sum.
    expect(booked).toBe('FUNDING_FILE_NOT_VALID')
    expect(explained).toBe('done')
    expect((await bank.kinds()).map(([kind]) => kind)).toEqual(['MISSING', 'MISSING'])
    await bank.wellTold()
  })

  it('is not explained by a yes to what it was before a book said another sum', async () => {
    await bank.read(monday([{ cents: 9_990, at: 'B-1' }]))
    const [unknown] = await bank.differences()
    const { waiting } = await bank.explain(unknown?.subject ?? '', 9_990n, 'Not for us, goes back.')
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    expect((await bank.kinds())[0]).toEqual(['AMOUNT', 9_990])
    expect(await outcome(bank.approve(waiting?.step_uuid))).toBe('STEP_STALE')
    const again = await bank.explain(unknown?.subject ?? '', 9_990n, 'The bank kept ten cents.')
    await bank.approve(again.waiting?.step_uuid)
    expect((await bank.kinds()).map(([kind]) => kind)).toEqual(['MISSING', 'MISSING'])
    await bank.wellTold()
  })

  it('is never both booked and explained, whoever is first', async () => {
    const { statements } = await bank.read(monday([{ cents: 55, at: 'B-2', words: ours }]))
    const [unknown] = await bank.differences()
    const { waiting } = await bank.explain(unknown?.subject ?? '', 55n)
    const [booked, explained] = await Promise.all([
      outcome(
        call(world, noor, 'bookStatementReceipts', {
          params: { id: statements[0]?.statement_uuid ?? '' },
        }),
      ),
      outcome(bank.approve(waiting?.step_uuid)),
    ])
    expect(booked).toBe('done')
    expect(['done', 'NOT_FOUND', 'CONFLICT', 'EXECUTION_STALE', 'APPROVAL_STALE']).toContain(
      explained,
    )
    const [row] = await admin.rows<{ explained: number; matched: boolean }>(
      'select (select count(*)::int from bank_explanation) explained, match_uuid is not null matched from bank_entry',
    )
    expect(row).toEqual({ explained: explained === 'done' ? 1 : 0, matched: true })
    await bank.wellTold()
  })
})
