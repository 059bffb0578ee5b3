/** What a bank's own file says came in: booked by the reference in it, or put aside until it is known whose it is. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import { savePlatformLimit } from '#server/approvals/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let noor: Person
let emeka: Person
let employer: Person & { employer_uuid: string }
let domain = ''
let reference = ''
let serial = 0

beforeAll(async () => {
  world = await plainWorld('2026-11-26T10:00:00Z')
  admin = await adminOf(world)
  noor = await givenOperator(world)
  emeka = await givenOperator(world, 'emeka@corridor.test')
  employer = await givenEmployer(world, noor)
  domain = (await call(world, employer, 'getEmployer')).domain ?? ''
  reference = creditorReference(employer.employer_uuid)
  const { proposals } = await call(world, noor, 'proposeFundingAccount', {
    body: {
      ...{ currency: 'EUR', account_name: 'Corridor', bank_name: 'Bank', bank_address: '' },
      ...{ iban: 'FR1420041010050500013M02606', account_number: '', routing_number: '' },
      swift_code: '',
    },
  })
  const id = proposals[0]?.account_uuid ?? ''
  await call(world, emeka, 'confirmFundingAccount', { params: { id } })
})
afterAll(async () => {
  await admin.close()
  await world.close()
})
beforeEach(() => {
  serial += 1
})

type Credit = { cents: number; words?: string; name?: string; at?: string; direction?: string }
const two = (cents: number) => (cents / 100).toFixed(2)
const bankReference = (at: number) => `B-${serial}-${at}`
/** A statement as a bank writes it, version 08. */
const statement = (credits: readonly Credit[], iban = 'FR1420041010050500013M02606') => {
  const entry = (
    { cents, words = '', name = 'Somebody', at, direction = 'CRDT' }: Credit,
    n: number,
  ) =>
    `<Ntry><Amt Ccy="EUR">${two(cents)}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt>
<AcctSvcrRef>${at ?? bankReference(n)}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="EUR">${two(cents)}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>R</MsgId><CreDtTm>2026-11-26T06:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S</Id><CreDtTm>2026-11-26T06:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${credits.map(entry).join('\n')}</Stmt></BkToCstmrStmt></Document>`
}
const body = (text: string) => ({ file_name: 'statement.xml', bytes: Buffer.from(text) })
const book = (text: string, who = noor) => call(world, who, 'putBalances', { body: body(text) })
const preview = (text: string) => call(world, noor, 'previewFunding', { body: body(text) })
const list = async (view: 'open' | 'closed' = 'open') =>
  (await call(world, noor, 'listSuspense', { query: { view, limit: 50 } })).items
const euros = async () =>
  (await call(world, employer, 'getEmployerBalances')).balances.find(
    ({ currency }) => currency === 'EUR',
  )?.available ?? 0n
const approve = async (id = '') => {
  const { step } = await call(world, emeka, 'getApprovalStep', {
    params: { id },
    query: { limit: 50 },
  })
  await call(world, emeka, 'approveStep', { params: { id }, body: { digest: step.digest } })
}
const spaced = () => reference.toLowerCase().replace(/(.{4})/g, '$1 ')

describe('a statement of a bank', () => {
  it('is looked at before it is booked, and books whose reference it carries, once', async () => {
    const text = statement([
      { cents: 10_000, words: `pay ${spaced()} of november` },
      { cents: 7_000, words: 'no idea', name: 'Northwind Robotic' },
      { cents: 300, direction: 'DBIT' },
    ])
    const seen = await preview(text)
    expect(seen.counts).toEqual({ booked: 1, suspense: 1, known: 0 })
    expect(seen.receipts.map(({ becomes, owner }) => [becomes, owner?.employer_domain])).toEqual([
      ['BOOKED', domain],
      ['SUSPENSE', undefined],
    ])
    expect(await list()).toEqual([])
    const answers = await Promise.all(Array.from({ length: 6 }, () => book(text)))
    expect(answers.filter(({ booked, suspended }) => booked.length + suspended === 2)).toHaveLength(
      1,
    )
    expect(await euros()).toBe(10_000n)
    expect(await list()).toMatchObject([
      {
        ...{ status: 'OPEN', amount: { currency: 'EUR', minor: 7_000n } },
        payer: { name: 'Northwind Robotic', account: 'DE89370400440532013000', words: 'no idea' },
      },
    ])
    expect((await preview(text)).counts).toEqual({ booked: 0, suspense: 0, known: 2 })
    const [kept] = await admin.rows<{ payer: string }>('select payer from suspense_receipt')
    expect(kept?.payer).toMatch(/^sealed:/)
    expect(await world.broken()).toEqual([])
  })

  it('says whose a receipt may be: by a reference with a slip, a sum that was announced, the name', async () => {
    const slip = reference.slice(0, 9) + (reference[9] === '7' ? '8' : '7') + reference.slice(10)
    await call(world, employer, 'announceFunding', {
      body: { currency: 'EUR', amount_in_smallest_unit: 4_321n, sent_on: '2026-11-25' },
    })
    await book(
      statement([
        { cents: 1_111, words: slip },
        { cents: 4_321, words: 'from us' },
        { cents: 999, name: 'Nobody at all' },
      ]),
    )
    const why = async (cents: bigint) =>
      (await list())
        .find(({ amount }) => amount.minor === cents)
        ?.suggestions.map(of => [of.employer_domain, of.why])
    expect(await why(1_111n)).toEqual([[domain, ['REFERENCE']]])
    expect(await why(4_321n)).toEqual([[domain, ['ANNOUNCED']]])
    expect(await why(999n)).toEqual([])
  })

  it('with a word that banks write where there is no reference is refused, since it stands with any number', async () => {
    for (const at of ['NONREF', 'NOTPROVIDED', 'none'])
      await expect(book(statement([{ cents: 100, at }]))).rejects.toMatchObject({
        fields: [{ text: 'ledger.fundingFile.noReference' }],
      })
  })

  it('books nothing of what comes to nothing, and refuses a reference that no standard gives', async () => {
    const zero = { cents: 0, words: reference }
    expect(await book(statement([zero, { cents: 300, words: reference }]))).toMatchObject({
      booked: [{ amount: { minor: 300n } }],
      suspended: 0,
    })
    expect(await outcome(book(statement([zero])))).toBe('FUNDING_FILE_NOT_VALID')
    const long = statement([{ cents: 5, at: 'B'.repeat(6_000) }])
    await expect(book(long)).rejects.toMatchObject({
      fields: [{ text: 'ledger.fundingFile.longReference' }],
    })
  })

  it('books what came on the account, and not what was sent before the bank kept its charge', async () => {
    const charge = '<Chrgs><Rcrd><Amt Ccy="EUR">5.00</Amt></Rcrd></Chrgs><RltdPties>'
    const net = (text: string) =>
      text.replace('<Ntry><Amt Ccy="EUR">100.00', '<Ntry><Amt Ccy="EUR">95.00')
    const kept = net(statement([{ cents: 10_000, words: reference }]))
    expect(await book(kept.replace('<RltdPties>', charge))).toMatchObject({
      booked: [{ amount: { currency: 'EUR', minor: 9_500n } }],
    })
  })

  it('is refused where the parts of a credit do not come to what came on the account', async () => {
    const text = statement([{ cents: 10_000, words: reference }])
    const [part = ''] = /<TxDtls>.*<\/TxDtls>/s.exec(text) ?? []
    const parts = (one: string) =>
      text.replace(part, [1, 2].map(n => one.replace('NOTPROVIDED', `P${n}`)).join(''))
    // Each in dollars, which the account has none of.
    const dollars = parts(part.replace('<Amt Ccy="EUR">100.00', '<Amt Ccy="USD">54.00'))
    const kept = parts(
      part
        .replace('<Amt Ccy="EUR">100.00', '<Amt Ccy="EUR">52.00')
        .replace('<RltdPties>', '<Chrgs><Rcrd><Amt Ccy="EUR">2.00</Amt></Rcrd></Chrgs><RltdPties>'),
    )
    for (const wrong of [dollars, kept])
      for (const act of [book, preview])
        await expect(act(wrong)).rejects.toMatchObject({
          fields: [{ text: 'ledger.fundingFile.uneven' }, { text: 'ledger.fundingFile.uneven' }],
        })
  })

  it('is booked whole or not at all, and everything wrong is named', async () => {
    const known = (await list())[0]
    const refused = async (text: string) => {
      for (const act of [book, preview])
        expect(await outcome(act(text))).toBe('FUNDING_FILE_NOT_VALID')
    }
    const before = await list()
    await refused(statement([{ cents: 10 ** 15 }]))
    await refused(statement([{ cents: 100, at: known?.reference ?? '' }, { cents: 5 }]))
    await refused(statement([{ cents: 100 }], 'DE89370400440532013000'))
    await refused(statement([{ cents: 100, direction: 'DBIT' }]))
    await refused(statement([{ cents: 100 }]).slice(0, -40))
    const csv = `employer_domain,currency,amount,reference,received_on\n${domain},EUR,${two(Number(known?.amount.minor))},${known?.reference},2026-11-25\n`
    await refused(csv)
    expect(await list()).toEqual(before)
  })
})

describe('a receipt that waits', () => {
  const given = async (cents: number) => {
    await book(statement([{ cents, words: 'no idea' }]))
    const found = (await list()).find(({ reference: of }) => of === bankReference(0))
    return found?.receipt_uuid ?? ''
  }
  const match = (id: string, who = noor, employer_domain = domain) =>
    call(world, who, 'matchReceipt', { params: { id }, body: { employer_domain } })

  it('is counted among what waits, until it is somebody’s', async () => {
    const waits = async () => {
      const [{ work }, { counts }] = await Promise.all([
        call(world, noor, 'getBalances'),
        call(world, noor, 'getWaiting'),
      ])
      return { work, count: counts['/operations/funds'] ?? 0 }
    }
    const before = await waits()
    await book(statement([{ cents: 7_000 }]))
    const { work, count } = await waits()
    expect(count).toBe(before.count + 1)
    const receipts = (of: typeof work) => of?.find(({ kind }) => kind === 'RECEIPTS')
    expect(receipts(work)?.count).toBe((receipts(before.work)?.count ?? 0) + 1)
    expect(receipts(work)?.totals.map(({ currency }) => currency)).toEqual(['EUR'])
    const ours = (await list()).find(({ reference: own }) => own === bankReference(0))
    const id = ours?.receipt_uuid ?? ''
    await call(world, noor, 'matchReceipt', { params: { id }, body: { employer_domain: domain } })
    expect(await waits()).toEqual(before)
  })

  it('is matched once, and is the employer’s from then', async () => {
    const before = await euros()
    const id = await given(2_500)
    const answers = await Promise.all([outcome(match(id)), outcome(match(id, emeka))])
    expect(answers).toEqual(['done', 'done'])
    expect(await euros()).toBe(before + 2_500n)
    expect((await list('closed')).find(of => of.receipt_uuid === id)).toMatchObject({
      status: 'MATCHED',
      matched_to: { employer_domain: domain },
      allowed_actions: [],
    })
    expect(await outcome(match(id, noor, 'nobody.test'))).toBe('NOT_FOUND')
    expect(await world.broken()).toEqual([])
  })

  it('that was matched to the wrong company is taken back by two, once, and booked anew under a reference of its own', async () => {
    const other = await givenEmployer(world, noor, 'boss@wrongly.test')
    const id = await given(4_100)
    await match(id, noor, (await call(world, other, 'getEmployer')).domain ?? '')
    const moved = await call(world, noor, 'listTransfers', {
      query: { limit: 50, code: 'receipt_matched' },
    })
    const [matched] = moved.items
    expect(matched?.allowed_actions).toEqual(['reverse'])
    const params = { id: matched?.transfer_uuid ?? '' }
    const take = () =>
      call(world, noor, 'reverseFunding', { params, body: { reason: 'Another paid it.' } })
    await approve((await take()).waiting?.step_uuid)
    expect(await take()).toEqual({ reversed: true })
    const left = (await call(world, other, 'getEmployerBalances')).balances
    expect(left.every(({ available }) => available === 0n)).toBe(true)
    const before = await euros()
    const csv = `employer_domain,currency,amount,reference,received_on\n${domain},EUR,41.00,${bankReference(0)} again,2026-11-25\n`
    await book(csv)
    expect(await euros()).toBe(before + 4_100n)
    expect(await world.broken()).toEqual([])
  })

  it('takes a second operator above the limit', async () => {
    const id = await given(90_000)
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000n, ctx.now))
    const { receipt, waiting } = await match(id)
    expect(receipt).toBeNull()
    await approve(waiting?.step_uuid)
    expect((await list('closed')).find(of => of.receipt_uuid === id)?.status).toBe('MATCHED')
    await world.unit(ctx => savePlatformLimit(ctx.tx, null, ctx.now))
    expect(await world.broken()).toEqual([])
  })

  it('goes back by two operators, however small, and is nobody’s after that', async () => {
    const id = await given(100)
    const refund = () =>
      call(world, noor, 'refundReceipt', {
        params: { id },
        body: { reference: 'ORDER-9', words: 'Nobody knows them.' },
      })
    const { receipt, waiting } = await refund()
    expect(receipt).toBeNull()
    expect((await list()).some(of => of.receipt_uuid === id)).toBe(true)
    await approve(waiting?.step_uuid)
    expect((await list('closed')).find(of => of.receipt_uuid === id)).toMatchObject({
      ...{ status: 'REFUNDED', refund_reference: 'ORDER-9', words: 'Nobody knows them.' },
    })
    expect(await outcome(match(id))).toBe('TRANSITION_NOT_ALLOWED')
    const entries = await admin.rows(
      `select action from audit_entry where entity = 'suspense_receipt' and $1 = any(entity_uuids::text[]) order by seq`,
      [id],
    )
    expect(entries.map(({ action }) => action)).toEqual(['receive', 'refund'])
    expect(await world.broken()).toEqual([])
  })
})
