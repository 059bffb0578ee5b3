/** What banks answer: looked at, then taken whole and once; money moves by it once at most, whatever comes twice, late or otherwise. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import type { World } from '#test/harness/world.ts'
import {
  execute,
  type FilesStage,
  givenFiles,
  notified,
  release,
  take,
} from './bank-files.test-data.ts'

type Payment = { readonly id: string; readonly reference: string; readonly item: string }
let world: World
let admin: Admin
let stage: FilesStage
let payments: Payment[]
/** A file with the dollars of three contractors was released. */
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
  payments = await admin.rows<Payment>(
    "select payment_uuid id, reference, line_item_uuid item from payment where currency = 'USD' order by 1",
  )
})

const MINOR = 238_000n
const of = (n: number) => payments[n] ?? { id: '', reference: '', item: '' }
const paid = (n: number, minor = MINOR) => ({
  ...{ reference: of(n).reference, minor, code: '', direction: 'DBIT' as const },
})
const back = (n: number, minor = MINOR) => ({
  ...{
    reference: of(n).reference,
    minor,
    code: 'AC04',
    direction: 'CRDT' as const,
    returned: true,
  },
})
const told = (name: string, ...movements: Parameters<typeof notified>[1]) =>
  notified(`${name}.xml`, movements)
const taking = (body: ReturnType<typeof told>, by = stage.second) =>
  take(world, by, stage.channel, body)
const looking = (body: { file_name: string; bytes: Buffer }) =>
  call(world, stage.second, 'previewAnswer', { params: { id: stage.channel }, body })
const statuses = async () =>
  (
    await admin.rows<{ status: string }>(
      "select status from payment where currency = 'USD' order by payment_uuid",
    )
  ).map(({ status }) => status)
const rejected = (n: number) => {
  const { reference } = of(n)
  const text = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.11"><CstmrPmtStsRpt>
<GrpHdr><MsgId>S</MsgId><CreDtTm>2026-03-20T12:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>X</OrgnlMsgId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>X-USD</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>RJCT</TxSts>
<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
  return { file_name: 'status.xml', bytes: Buffer.from(text) }
}
const references = () =>
  admin.rows("select reference from payment_attempt where currency = 'USD' order by payment_uuid")
const work = async () =>
  (await call(world, stage.operator, 'listWork', { query: { limit: 50, sort: 'age' } })).items
const mend = (action: 'lose' | 'close', payment_uuids: string[]) =>
  call(world, stage.operator, 'mendPayments', {
    body: { action, payment_uuids, words: 'As the bank says.', reference: '' },
  })
/** A status report of the whole file. */
const whole = async (status: string) => {
  const [row] = await admin.rows<{ id: string }>(
    "select 'CORRIDOR' || to_char(due_on, 'YYYYMMDD') || lpad(number::text, 8, '0') id from bank_batch",
  )
  const text = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.11"><CstmrPmtStsRpt>
<GrpHdr><MsgId>S</MsgId><CreDtTm>2026-03-20T12:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${row?.id}</OrgnlMsgId><GrpSts>${status}</GrpSts>
<StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`
  return { file_name: 'whole.xml', bytes: Buffer.from(text) }
}
/** What the bank booked of the file as one sum, which it does not take apart, and perhaps another payment beside it. */
const batch = async (
  minor: bigint,
  direction: 'DBIT' | 'CRDT' = 'DBIT',
  beside?: ReturnType<typeof back>,
  id?: string,
) => {
  const [row] = await admin.rows<{ id: string }>(
    "select 'CORRIDOR' || to_char(due_on, 'YYYYMMDD') || lpad(number::text, 8, '0') id from bank_batch",
  )
  const one = { reference: 'WHOLE', minor, code: '', direction }
  const text = told('batch', one, ...(beside ? [beside] : [])).bytes.toString()
  const whole = text
    .replace(/<TxDtls>.*?<\/TxDtls>/s, `<Btch><PmtInfId>${id ?? row?.id}-USD</PmtInfId></Btch>`)
    .replace('<BookgDt>', direction === 'CRDT' ? '<RvslInd>true</RvslInd><BookgDt>' : '<BookgDt>')
  return { file_name: 'batch.xml', bytes: Buffer.from(whole) }
}

describe('an answer', () => {
  it('is looked at first: it says what it would do, and does nothing', async () => {
    const said = await looking(told('a', paid(0), back(1), paid(2, 1n)))
    expect(said).toMatchObject({
      ...{ lines: 3, settled: 1, returned: 1, contradicts: 1, given_at: null },
      shown: [
        { did: 'CONTRADICTS', payment_uuid: of(2).id },
        { did: 'RETURNED', payment_uuid: of(1).id, reason: expect.stringContaining('closed') },
        { did: 'SETTLED', payment_uuid: of(0).id },
      ],
    })
    expect(said.shown[0]?.contractor_name).toContain('Amara')
    expect(await statuses()).toEqual(['SENT', 'SENT', 'SENT'])
    expect(await admin.rows('select from bank_answer')).toEqual([])
  })

  it('is taken whole: what arrived settles, what was turned away fails, what came back is held', async () => {
    await taking(told('a', paid(0), back(1)))
    await taking(rejected(2))
    expect(await statuses()).toEqual(['SETTLED', 'RETURNED', 'FAILED'])
    const held = await admin.rows<{ minor: string }>(
      "select (posted_in - posted_out)::text minor from ledger_account where kind = 'held' and currency = 'USD'",
    )
    expect(held).toEqual([{ minor: String(2n * MINOR) }])
    const reasons = await admin.rows<{ reason: string }>(
      "select failure_reason reason from payment where failure_reason is not null and currency = 'USD' order by payment_uuid",
    )
    expect(reasons.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('closed'),
      expect.stringContaining('account'),
    ])
    expect(
      await admin.rows(
        "select from outbox_event where type = 'payments.payment_failed' and reaction = 'mailFailure'",
      ),
    ).toHaveLength(2)
    const { answers } = await call(world, stage.operator, 'listBatches')
    expect(answers.map(one => [one.file_name, one.settled, one.failed, one.returned])).toEqual([
      ['status.xml', 0, 1, 0],
      ['a.xml', 1, 0, 1],
    ])
  })

  it('of what arrived and came back, in one file or in two, in whatever order, holds it once', async () => {
    await taking(told('both', paid(0), back(0)))
    await taking(told('back first', back(1)))
    await taking(told('paid later', paid(1)))
    await taking(told('paid', paid(2)))
    await taking(told('weeks later', back(2)))
    expect(await statuses()).toEqual(['RETURNED', 'RETURNED', 'RETURNED'])
  })

  it('of a whole file is of every payment in it of which nothing else is said', async () => {
    await taking(told('one', paid(0)))
    expect(await taking(await whole('RJCT'))).toMatchObject({ failed: 2, contradicts: 1 })
    expect(await statuses()).toEqual(['SETTLED', 'FAILED', 'FAILED'])
  })

  it('of a whole batch is of every payment in it where it comes to their sum, and else of nobody knows which', async () => {
    for (const some of [await batch(MINOR), await batch(2n * MINOR), await batch(MINOR, 'CRDT')])
      expect(await taking(some)).toMatchObject({ contradicts: 3, settled: 0, returned: 0 })
    expect(await statuses()).toEqual(['SENT', 'SENT', 'SENT'])
  })

  it('of a whole batch is of those that the bank had not turned away, where it comes to theirs', async () => {
    await taking(rejected(2))
    expect(await taking(await batch(2n * MINOR))).toMatchObject({ settled: 2, contradicts: 0 })
    expect(await taking(await batch(MINOR, 'CRDT'))).toMatchObject({ returned: 0, nothing: 1 })
    expect(await taking(await batch(2n * MINOR, 'CRDT'))).toMatchObject({ returned: 2 })
    expect(await statuses()).toEqual(['RETURNED', 'RETURNED', 'FAILED'])
  })

  it('of a whole batch is of those of which the same file says nothing else', async () => {
    const both = await batch(3n * MINOR, 'DBIT', back(1))
    expect(await taking(both)).toMatchObject({ settled: 2, returned: 1, contradicts: 0 })
    expect(await statuses()).toEqual(['SETTLED', 'RETURNED', 'SETTLED'])
  })

  it('of a batch that cannot be one of ours is named', async () => {
    for (const id of ['CORRIDOR2026029900000001', 'CORRIDOR0000032000000001', 'CORRIDOR20260320'])
      for (const number of ['', '9'.repeat(30)])
        expect(await taking(await batch(MINOR, 'DBIT', undefined, id + number))).toMatchObject({
          lines: 1,
          unknown: 1,
        })
  })

  it('that the bank will pay does nothing, and one of others is named', async () => {
    expect(await taking(await whole('ACSP'))).toMatchObject({ lines: 3, nothing: 3 })
    const other = { ...paid(0), reference: 'SOMEBODY-ELSES' }
    expect(await taking(told('other', other))).toMatchObject({ unknown: 1, settled: 0 })
    expect(await statuses()).toEqual(['SENT', 'SENT', 'SENT'])
  })

  it('that contradicts what is known moves nothing', async () => {
    await taking(rejected(0))
    await call(world, stage.operator, 'retryPayment', { params: { id: of(0).id } })
    // Once it has left again, by another attempt.
    const [batch] = await execute(world, stage)
    await release(world, stage.second, batch?.batch_uuid ?? '')
    const first = await admin.rows<{ reference: string }>(
      `select l.reference from bank_batch_line l join payment_attempt a using (attempt_uuid) where a.payment_uuid = $1 and a.number = 1`,
      [of(0).id],
    )
    const again = { ...paid(0), reference: first[0]?.reference ?? '' }
    expect(await taking(told('after all', again))).toMatchObject({ contradicts: 1, settled: 0 })
    expect(await statuses()).toEqual(['SENT', 'SENT', 'SENT'])
    await taking(told('the others', paid(1)))
    expect(await taking(await whole('RJCT'))).toMatchObject({ contradicts: 1, failed: 1 })
    expect((await work()).filter(({ kind }) => kind === 'CONTRADICTED')).toHaveLength(2)
    expect(await world.broken()).toEqual([])
  })

  it('ends a doubt: what nobody could find arrived, was turned away or came back', async () => {
    const payment_uuids = payments.map(({ id }) => id)
    const sent = await references()
    await mend('lose', payment_uuids)
    expect(await statuses()).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN'])
    expect(await taking(told('at last', paid(0), back(1)))).toMatchObject({
      ...{ settled: 1, returned: 1, contradicts: 0 },
    })
    // Of what it says of the whole file each keeps the reference by which it left.
    expect(await taking(await whole('RJCT'))).toMatchObject({ failed: 1, contradicts: 1 })
    expect(await statuses()).toEqual(['SETTLED', 'RETURNED', 'FAILED'])
    expect(await references()).toEqual(sent)
    expect(await world.broken()).toEqual([])
  })

  it('that it paid what it had turned away stops the payment, which nobody pays twice', async () => {
    await taking(rejected(0))
    const id = of(0).id
    await call(world, stage.operator, 'retryPayment', { params: { id } })
    expect(await taking(told('after all', paid(0)))).toMatchObject({ contradicts: 1 })
    expect(await work()).toMatchObject([{ payment_uuid: id, kind: 'CONTRADICTED' }])
    await execute(world, stage)
    expect(await statuses()).toEqual(['SCHEDULED', 'SENT', 'SENT'])
    await mend('close', [id])
    await execute(world, stage)
    expect(await statuses()).toEqual(['EXECUTING', 'SENT', 'SENT'])
    expect(await world.broken()).toEqual([])
  })

  it('that is wrong names every line of it and is not taken', async () => {
    const cut = { file_name: 'cut.xml', bytes: Buffer.from('<Document><Wrong/></Document>') }
    await expect(looking(cut)).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [{ loc: ['body', 'answer', expect.anything(), expect.anything()] }],
    })
    const empty = { file_name: 'empty.csv', bytes: Buffer.alloc(0) }
    expect(await outcome(looking(empty))).toBe('VALIDATION')
    const list = 'x\nReference;Status;Amount;Currency;Date;Code\nA;Lost;1,00;USD;20/03/2026;\n'
    expect(await outcome(looking({ file_name: 'l.csv', bytes: Buffer.from(list) }))).toBe(
      'VALIDATION',
    )
  })

  it('of the bank’s own list is read as it was saved', async () => {
    const row = `${of(0).reference};Paid;2380,00;USD;20/03/2026;`
    const list = `x\nReference;Status;Amount;Currency;Date;Code\n${row}\n`
    await taking({ file_name: 'list.csv', bytes: Buffer.from(list) })
    expect(await statuses()).toEqual(['SETTLED', 'SENT', 'SENT'])
  })
})

describe('the same answer', () => {
  it('twice, or at once, is taken once and answers what it did', async () => {
    const body = told('a', paid(0), back(1))
    const answers = await Promise.all([
      taking(body),
      taking(body, stage.third),
      taking(body, stage.operator),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ settled: 1, returned: 1 })
    expect(await taking(body)).toMatchObject({ settled: 1, returned: 1 })
    expect(await admin.rows('select from bank_answer')).toHaveLength(1)
    expect(await statuses()).toEqual(['SETTLED', 'RETURNED', 'SENT'])
  })

  it('by two files at once settles once; who looked at it before looks again', async () => {
    const [one, two] = [told('one', paid(0), paid(1)), told('two', paid(1), paid(2), paid(0))]
    const done = await Promise.all([outcome(taking(one)), outcome(taking(two, stage.third))])
    expect(done).toContain('done')
    for (const body of [one, two]) await taking(body)
    expect(await statuses()).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
  })

  it('and an operator who marks it paid at once settle it once', async () => {
    const { domain } = await call(world, stage.employer, 'getEmployer')
    const mark = call(world, stage.operator, 'markLineItem', {
      params: {
        ...{ domain: domain ?? '', ...stage.id, line_item_uuid: of(0).item },
        ...{ currency: 'USD', operation: 'paid' },
      } as never,
      body: { amount_in_smallest_unit: MINOR, reference: 'BY HAND' } as never,
    })
    const [marked] = await Promise.all([outcome(mark), outcome(taking(told('a', paid(0))))])
    expect(marked).toBe('done')
    await taking(told('a', paid(0)))
    expect(await statuses()).toEqual(['SETTLED', 'SENT', 'SENT'])
  })
})
