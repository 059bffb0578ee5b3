/** The bank's statements day by day against the books: what is the same money finds each other, the rest is work until it is booked or explained. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { givenEmployer, givenOperator, type World } from '#test/harness/world.ts'
import { EURO_ACCOUNT, type Line, statementOf, type Told } from './statements.test-data.ts'

type Stage = { noor: Person; emeka: Person; employer: Person & { employer_uuid: string } }

let world: World
let admin: Admin
let noor: Person
let emeka: Person
let employer: Stage['employer']
let domain = ''
let ours = ''

eachInACopy(
  async (first): Promise<Stage> => {
    first.clock.set('2026-11-26T10:00:00Z')
    const operator = await givenOperator(first)
    const second = await givenOperator(first, 'emeka@corridor.test')
    const company = await givenEmployer(first, operator)
    const { proposals } = await call(first, operator, 'proposeFundingAccount', {
      body: {
        ...{ currency: 'EUR', account_name: 'Corridor', bank_name: 'Bank', bank_address: '' },
        ...{ iban: EURO_ACCOUNT, account_number: '', routing_number: '', swift_code: '' },
      },
    })
    const id = proposals[0]?.account_uuid ?? ''
    await call(first, second, 'confirmFundingAccount', { params: { id } })
    return { noor: operator, emeka: second, employer: company }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    noor = copy.told.noor
    emeka = copy.told.emeka
    employer = copy.told.employer
  },
)
beforeEach(async () => {
  world.clock.set('2026-11-26T10:00:00Z')
  domain = (await call(world, employer, 'getEmployer')).domain ?? ''
  ours = creditorReference(employer.employer_uuid)
})

const read = (...told: Told[]) =>
  call(world, noor, 'readBankStatement', { body: statementOf(...told) })
const differences = async (sort: 'age' | 'amount' = 'age') =>
  (await call(world, noor, 'listDifferences', { query: { limit: 50, sort } })).items
const kinds = async () =>
  (await differences()).map(({ kind, amount }) => [kind, Number(amount.minor)])
const days = async () =>
  (await call(world, noor, 'listBankDays', { query: { currency: 'EUR', limit: 50 } })).items
/** A CSV of ours, in which somebody wrote whose it is. */
const bookCsv = (amount: string, reference: string, day: string) =>
  call(world, noor, 'putBalances', {
    body: {
      file_name: 'wires.csv',
      bytes: Buffer.from(
        `employer_domain,currency,amount,reference,received_on\n${domain},EUR,${amount},${reference},${day}\n`,
      ),
    },
  })
const approve = async (id = '', who = emeka) => {
  const { step } = await call(world, who, 'getApprovalStep', {
    params: { id },
    query: { limit: 50 },
  })
  return call(world, who, 'approveStep', { params: { id }, body: { digest: step.digest } })
}
const explain = (subject: string, minor: bigint, words = 'Known to the bank.') =>
  call(world, noor, 'explainDifference', {
    body: { subject, amount_in_smallest_unit: minor, words },
  })
const monday = (lines: Line[] = [], opening = 0): Told => ({ day: '2026-11-23', opening, lines })
const tuesday = (lines: Line[], opening: number): Told => ({ day: '2026-11-24', opening, lines })
const wednesday = (lines: Line[], opening: number): Told => ({ day: '2026-11-25', opening, lines })
/** Every day is what the bank says less what the books say, and all of it is told why. */
const wellTold = async () => {
  for (const of of await days()) {
    const { bank, books, difference, only_bank, only_books, other_day, of_statements } = of
    expect(difference.minor).toBe(bank.minor - books.minor)
    expect(only_bank.minor - only_books.minor + other_day.minor + of_statements.minor).toBe(
      difference.minor,
    )
  }
  expect(await world.broken()).toEqual([])
}

describe('a statement', () => {
  it('is read once and whole, and finds what the books have', async () => {
    await bookCsv('100.00', 'b-1', '2026-11-23')
    const told = monday([{ cents: 10_000, at: 'B-1' }])
    const answers = await Promise.all(Array.from({ length: 5 }, () => read(told)))
    expect(answers.filter(({ again }) => !again)).toHaveLength(1)
    expect(answers.map(({ matched }) => matched).toSorted()).toEqual([0, 0, 0, 0, 2])
    expect(await admin.rows('select from bank_statement')).toHaveLength(1)
    const [day] = await days()
    expect(day).toMatchObject({
      ...{ bank: { minor: 10_000n }, books: { minor: 10_000n }, difference: { minor: 0n } },
    })
    expect((await differences()).map(({ kind, day }) => [kind, day])).toEqual([
      ['MISSING', '2026-11-24'],
      ['MISSING', '2026-11-25'],
    ])
    // The same day from another file, and one of before.
    expect(await outcome(read(monday([{ cents: 10_001, at: 'B-9' }])))).toBe('CONFLICT')
    expect(await outcome(read({ day: '2026-11-20', opening: 0 }))).toBe('VALIDATION')
    const [kept] = await admin.rows<{ party: string }>('select party from bank_entry')
    expect(kept?.party).toMatch(/^sealed:/)
    await wellTold()
  })

  it('of two that say different things of one day at the same moment one is read', async () => {
    const answers = await Promise.all([
      outcome(read(monday([{ cents: 10_000, at: 'B-1' }]))),
      outcome(read(monday([{ cents: 20_000, at: 'B-2' }]))),
      outcome(read(monday([{ cents: 30_000, at: 'B-3' }]))),
    ])
    expect(answers.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'done'])
    expect(await admin.rows('select from bank_entry')).toHaveLength(1)
  })

  it('that is wrong is refused in words, and nothing is kept of it or of its neighbours', async () => {
    const good = monday([{ cents: 10_000, at: 'B-1' }])
    const wrong: Told[] = [
      { day: '2026-11-24', opening: 10_000, closing: 5, lines: [{ cents: 100, at: 'B-2' }] },
      { day: '2026-11-24', opening: 10_000, paged: true },
      { day: '2026-11-28', opening: 10_000 },
      { day: '2026-11-24', opening: 10_000, account: 'DE89370400440532013000' },
      { day: '2026-11-24', opening: 10_000, currency: 'USD' },
      { day: '2026-11-24', opening: 10_000, lines: [{ cents: 1, at: 'B-2', day: '2026-11-25' }] },
      { day: '2026-11-24', opening: 10_000, lines: [{ cents: 1, at: 'B-2', day: '2026-13-45' }] },
    ]
    for (const one of wrong)
      expect([one, await outcome(read(good, one))]).toEqual([one, 'VALIDATION'])
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
    for (const table of ['bank_statement', 'bank_entry', 'bank_book', 'bank_movement'])
      expect(await admin.rows(`select from ${table}`)).toEqual([])
    expect((await read(good)).statements).toMatchObject([{ closing: { minor: 10_000n } }])
  })

  it('begins where the books are, or two operators say why not', async () => {
    await bookCsv('40.00', 'before', '2026-11-20')
    await read(monday([], 10_000))
    expect(await kinds()).toContainEqual(['OPENING', 6_000])
    const { waiting } = await explain('opening:EUR', 6_000n)
    expect(await outcome(approve(waiting?.step_uuid, noor))).toBe('SECOND_PERSON_NEEDED')
    expect(await kinds()).toContainEqual(['OPENING', 6_000])
    await approve(waiting?.step_uuid)
    expect(await kinds()).not.toContainEqual(['OPENING', 6_000])
    expect(await explain('opening:EUR', 6_000n)).toEqual({ explained: true })
    // A receipt of before, booked later, makes it another sum: it is asked about again.
    await bookCsv('10.00', 'late', '2026-11-19')
    expect(await kinds()).toContainEqual(['OPENING', 5_000])
    const { items } = await call(world, noor, 'listExplained', { query: { limit: 50 } })
    expect(items).toMatchObject([{ kind: 'OPENING', words: 'Known to the bank.' }])
    await wellTold()
  })

  it('that does not follow on another is told, and mended by the one between', async () => {
    await read(monday([{ cents: 100, at: 'B-1' }]))
    await read(wednesday([], 350))
    expect(await kinds()).toContainEqual(['GAP', 250])
    expect((await kinds()).filter(([kind]) => kind === 'MISSING')).toEqual([])
    await wellTold()
    await read(tuesday([{ cents: 250, at: 'B-2' }], 100))
    expect((await kinds()).map(([kind]) => kind)).toEqual(['UNKNOWN', 'UNKNOWN'])
    await wellTold()
  })
})

describe('what the bank shows and no book knows', () => {
  it('is booked as the statement says, and found', async () => {
    const { statements } = await read(
      monday([
        { cents: 10_000, at: 'B-1', words: ours },
        { cents: 700, at: 'B-2', words: 'no idea', name: 'Northwind Robotics' },
      ]),
    )
    const [first, second] = (await differences()).filter(({ kind }) => kind === 'UNKNOWN')
    expect([first?.bank_reference, second?.bank_reference].toSorted()).toEqual(['B-1', 'B-2'])
    expect(first?.allowed_actions).toEqual(['book_receipts', 'book_as', 'explain'])
    const book = () =>
      call(world, noor, 'bookStatementReceipts', {
        params: { id: statements[0]?.statement_uuid ?? '' },
      })
    const answers = await Promise.all([book(), book(), book()])
    expect(answers.reduce((sum, { booked, suspended }) => sum + booked + suspended, 0)).toBe(2)
    expect((await kinds()).map(([kind]) => kind)).toEqual(['MISSING', 'MISSING'])
    await wellTold()
  })

  it('is the bank’s own charge or an exchange made there, by two operators and once', async () => {
    await bookCsv('100.00', 'B-1', '2026-11-23')
    await read(
      monday([
        { cents: 10_000, at: 'B-1' },
        { cents: -250, at: 'B-2', words: 'Account fee' },
        { cents: -3_000, at: 'B-3', words: 'FX' },
        { cents: 40, at: 'B-4', words: 'Interest' },
      ]),
    )
    const bookAs = async (at: string, booked_as: 'COST' | 'EXCHANGE') => {
      const found = (await differences()).find(of => of.bank_reference === at)
      const { waiting } = await call(world, noor, 'bookBankEntry', {
        params: { id: found?.entry_uuid ?? '' },
        body: { booked_as, words: 'By its advice.' },
      })
      await approve(waiting?.step_uuid)
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
    expect((await kinds()).map(([kind]) => kind)).toEqual(['MISSING', 'MISSING'])
    expect((await days())[0]).toMatchObject({ difference: { minor: 0n } })
    await wellTold()
  })

  it('is booked under another name: somebody says that it is the same, of one sum', async () => {
    await bookCsv('100.00', 'OTHER', '2026-11-23')
    await bookCsv('100.01', 'MORE', '2026-11-23')
    await read(monday([{ cents: 10_000, at: 'B-1' }]))
    const [found] = await differences()
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
    await wellTold()
  })

  it('with another sum than the books says both, and is explained by two; what is booked meanwhile is not', async () => {
    await bookCsv('100.00', 'B-1', '2026-11-23')
    await read(
      monday([
        { cents: 9_990, at: 'B-1' },
        { cents: 55, at: 'B-2', words: ours },
      ]),
    )
    const amount = (await differences()).find(({ kind }) => kind === 'AMOUNT')
    expect(amount).toMatchObject({ amount: { minor: 9_990n }, books_say: { minor: 10_000n } })
    expect(await outcome(explain(amount?.subject ?? '', 1n))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(explain('entry:nobody', 1n))).toBe('NOT_FOUND')
    const { waiting } = await explain(amount?.subject ?? '', 9_990n, 'The bank kept ten cents.')
    await approve(waiting?.step_uuid)
    const unknown = (await differences()).find(({ kind }) => kind === 'UNKNOWN')
    const asked = await explain(unknown?.subject ?? '', 55n)
    const [booked, explained] = await Promise.all([
      outcome(
        call(world, noor, 'bookStatementReceipts', {
          params: { id: unknown?.statement_uuid ?? '' },
        }),
      ),
      outcome(approve(asked.waiting?.step_uuid)),
    ])
    // The statement as a whole is refused, as the one reference is booked with another sum.
    expect(booked).toBe('FUNDING_FILE_NOT_VALID')
    expect(explained).toBe('done')
    expect((await kinds()).map(([kind]) => kind)).toEqual(['MISSING', 'MISSING'])
    await wellTold()
  })

  it('is not explained by a yes to what it was before a book said another sum', async () => {
    await read(monday([{ cents: 9_990, at: 'B-1' }]))
    const [unknown] = await differences()
    const { waiting } = await explain(unknown?.subject ?? '', 9_990n, 'Not for us, goes back.')
    await bookCsv('100.00', 'B-1', '2026-11-23')
    expect((await kinds())[0]).toEqual(['AMOUNT', 9_990])
    expect(await outcome(approve(waiting?.step_uuid))).toBe('STEP_STALE')
    const again = await explain(unknown?.subject ?? '', 9_990n, 'The bank kept ten cents.')
    await approve(again.waiting?.step_uuid)
    expect((await kinds()).map(([kind]) => kind)).toEqual(['MISSING', 'MISSING'])
    await wellTold()
  })

  it('is never both booked and explained, whoever is first', async () => {
    const { statements } = await read(monday([{ cents: 55, at: 'B-2', words: ours }]))
    const [unknown] = await differences()
    const { waiting } = await explain(unknown?.subject ?? '', 55n)
    const [booked, explained] = await Promise.all([
      outcome(
        call(world, noor, 'bookStatementReceipts', {
          params: { id: statements[0]?.statement_uuid ?? '' },
        }),
      ),
      outcome(approve(waiting?.step_uuid)),
    ])
    expect(booked).toBe('done')
    expect(['done', 'NOT_FOUND', 'CONFLICT', 'EXECUTION_STALE', 'APPROVAL_STALE']).toContain(
      explained,
    )
    const [row] = await admin.rows<{ explained: number; matched: boolean }>(
      'select (select count(*)::int from bank_explanation) explained, match_uuid is not null matched from bank_entry',
    )
    expect(row).toEqual({ explained: explained === 'done' ? 1 : 0, matched: true })
    await wellTold()
  })
})

describe('what the books have and the bank does not show', () => {
  it('is told after three business days of statements; what was taken back is not', async () => {
    world.clock.set('2026-12-02T10:00:00Z')
    await bookCsv('100.00', 'W-1', '2026-11-23')
    await bookCsv('30.00', 'W-2', '2026-11-23')
    await bookCsv('50.00', 'W-3', '2026-11-30')
    await read({ day: '2026-11-25', from: '2026-11-23', opening: 0 })
    expect((await kinds()).filter(([kind]) => kind !== 'MISSING')).toEqual([])
    const [transfer] = await admin.rows<{ id: string }>(
      'select transfer_uuid id from bank_movement where minor = 3000',
    )
    await read({ day: '2026-12-01', from: '2026-11-26', opening: 0 })
    expect((await differences('amount')).map(({ kind, amount }) => [kind, amount.minor])).toEqual([
      ['NOT_SHOWN', 10_000n],
      ['NOT_SHOWN', 3_000n],
    ])
    const { waiting } = await call(world, noor, 'reverseFunding', {
      params: { id: transfer?.id ?? '' },
      body: { reason: 'Never came.' },
    })
    await approve(waiting?.step_uuid)
    // Both of it once that is old enough as well.
    world.clock.set('2026-12-09T10:00:00Z')
    await read({ day: '2026-12-08', from: '2026-12-02', opening: 0 })
    await call(world, noor, 'compareBank')
    expect((await kinds()).filter(([kind]) => kind === 'NOT_SHOWN')).toEqual([
      ['NOT_SHOWN', 10_000],
      ['NOT_SHOWN', 5_000],
    ])
    const { currencies } = await call(world, noor, 'countDifferences')
    expect(currencies).toMatchObject([
      { currency: 'EUR', differences: 2, since_on: '2026-11-23', total: { minor: 15_000n } },
    ])
    const first = await call(world, noor, 'listDifferences', {
      query: { limit: 1, sort: 'amount' },
    })
    const next = await call(world, noor, 'listDifferences', {
      query: { limit: 1, sort: 'amount', cursor: first.next_cursor ?? '' },
    })
    expect([...first.items, ...next.items].map(({ amount }) => amount.minor)).toEqual([
      10_000n,
      5_000n,
    ])
    expect(next.next_cursor).toBeNull()
    await wellTold()
  })

  it('is found by the clock once it is booked, also while the statement is read', async () => {
    await read(monday([]))
    const [answer] = await Promise.all([
      read(tuesday([{ cents: 10_000, at: 'B-1' }], 0)),
      bookCsv('100.00', 'B-1', '2026-11-24'),
    ])
    expect(answer.again).toBe(false)
    await world.byTheClock()
    expect((await kinds()).map(([kind]) => kind)).toEqual(['MISSING'])
    await wellTold()
  })
})
