/**
 * The newest calls that move money, or let it go, asked over HTTP by who may not, in part, twice at once and under a key that was used: what is answered
 * says what is wrong, nothing of it is done, and what is done is done once.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { BASE_PATH } from '#contract/kernel/endpoint.ts'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { confirmAccount } from '#server/reconciliation/bank.test-data.ts'
import { statementOf } from '#server/reconciliation/statements.test-data.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import {
  fund,
  givenApprovableCycle,
  givenContractor,
  givenEmployer,
  givenOperator,
  type World,
} from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'

type Story = Awaited<ReturnType<typeof given>>
type Sent = {
  readonly entry: keyof typeof api
  readonly by: Person
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
  /** The same call, about something else. */
  readonly other?: object
}

let world: World
let admin: Admin
let told: Story
let http: HttpWorld

eachInACopy(given, copy => {
  world = copy.world
  admin = copy.admin
  told = copy.told
})
beforeEach(async () => {
  http = await httpWorld(world)
  return () => http.close()
})

/** A company whose contractor has a wallet and two bank accounts; euro accounts of ours; a company and a contractor of elsewhere. */
async function given(first: World) {
  const stage = await givenApprovableCycle(first, 1)
  const { operator, employer } = stage
  const second = await givenOperator(first, 'second@corridor.test')
  const rival = await givenEmployer(first, operator, 'boss@rival.test')
  const stranger = await givenContractor(first, operator, 'nobody@rival.test')
  const { domain } = await call(first, employer, 'getEmployer')
  await fund(first, stage, '20000.00')
  const person = stage.contractors[0] ?? employer
  await call(first, person, 'putBankingInformation', {
    body: {
      account_name: 'Amara',
      ...{ currency: 'USD', account_number: '7770001', swift_code: 'FBNINGLA' },
    },
  })
  first.clock.set('2026-03-18T10:00:00Z')
  await confirmAccount(first, { noor: operator, emeka: second }, EUROS)
  const { destinations } = await call(first, person, 'getBanking')
  const wallet = destinations.find(({ network }) => network === 'solana')?.destination_uuid ?? ''
  const { domain: rivals } = await call(first, rival, 'getEmployer')
  const domains = { domain: domain ?? '', rivals: rivals ?? '' }
  return { ...stage, second, rival, stranger, person, wallet, ...domains }
}

const EUROS = 'FR1420041010050500013M02606'
const OTHER = base58.encode(ed25519.keygen(new Uint8Array(32).fill(7)).publicKey)

const wish = (first_payment: 'WANTED' | 'ARRIVED' | null): Sent => ({
  ...{ entry: 'setFirstPayment', by: told.person, params: { id: told.wallet } },
  ...{ body: { first_payment }, other: { first_payment: first_payment ? null : 'WANTED' } },
})

/** Approves, and pays all that may leave on its day. */
async function pay() {
  await approveAll(world, told.employer, told.id)
  world.clock.set('2026-03-20T10:00:00Z')
  await world.release()
  const { payment_uuids } = await call(world, told.operator, 'getChecklist', {
    query: { pay_date: '2026-03-20' },
  })
  const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
}

/** A payment in dollars that came back, with the other account of its contractor. */
async function cameBack() {
  await pay()
  const [row] = await admin.rows<{ id: string }>(
    "select payment_uuid id from payment where currency = 'USD' and status = 'SENT'",
  )
  const payment_uuids = [row?.id ?? '']
  await call(world, told.operator, 'mendPayments', {
    body: { action: 'return', payment_uuids, reason: 'ACCOUNT_CLOSED', words: '', reference: '' },
  })
  const { items } = await call(world, told.operator, 'listWork', {
    query: { limit: 5, sort: 'age' },
  })
  const to = items[0]?.mended?.destination_uuid ?? ''
  return { payment_uuids, id: row?.id ?? '', to }
}

/** What the bank shows on a day; both of nobody. */
const shown = () =>
  statementOf({
    ...{ day: '2026-03-17', opening: 0 },
    lines: [
      { cents: 10_000, at: 'B-9' },
      { cents: 500, at: 'B-8' },
    ],
  })

const CALLS: Readonly<Record<string, () => Promise<Sent>>> = {
  'wishing for a small first payment': async () => wish('WANTED'),
  'taking that back': async () => {
    await call(world, told.person, 'setFirstPayment', {
      params: { id: told.wallet },
      body: { first_payment: 'WANTED' },
    })
    return wish(null)
  },
  'saying that it is there': async () => {
    await call(world, told.person, 'setFirstPayment', {
      params: { id: told.wallet },
      body: { first_payment: 'WANTED' },
    })
    await pay()
    return wish('ARRIVED')
  },
  'sending a payment elsewhere': async () => {
    const { payment_uuids, id, to } = await cameBack()
    const seen = [{ payment_uuid: id, destination_uuid: to }]
    return {
      ...{ entry: 'mendPayments', by: told.operator },
      body: { action: 'redirect', payment_uuids, seen },
      other: { action: 'give_back', payment_uuids },
    }
  },
  'sending a payment again': async () => {
    const { id } = await cameBack()
    return {
      ...{ entry: 'retryPayment', by: told.operator, params: { id }, body: {} },
      other: { destination_uuid: told.wallet },
    }
  },
  'booking what a statement shows': async () => {
    const { statements } = await call(world, told.operator, 'readBankStatement', { body: shown() })
    const params = { id: statements[0]?.statement_uuid ?? '' }
    return { entry: 'bookStatementReceipts', by: told.operator, params }
  },
  'taking a booking apart': async () => {
    const [row] = await admin.rows<{ id: string }>(
      "select transfer_uuid id from ledger_transfer where code = 'funding_received'",
    )
    return {
      ...{ entry: 'reverseFunding', by: told.operator, params: { id: row?.id ?? '' } },
      body: { reason: 'Of several.', apart: true },
      other: { reason: 'Of several.' },
    }
  },
  'closing what is nobody’s as taken apart': async () => {
    await call(world, told.operator, 'putBalances', { body: shown() })
    const { items } = await call(world, told.operator, 'listSuspense', {
      query: { view: 'open', limit: 5 },
    })
    return {
      ...{ entry: 'refundReceipt', by: told.operator },
      params: { id: items[0]?.receipt_uuid ?? '' },
      ...{ body: { apart: true, words: 'Of several.' }, other: { reference: 'ORDER 1' } },
    }
  },
  'replacing a wallet': async () => {
    await call(world, told.person, 'putCryptoWallet', {
      body: { currency: 'USDC', blockchain: 'solana', address: OTHER },
    })
    const { destinations } = await call(world, told.person, 'getBanking')
    const to = destinations.find(({ address }) => address === OTHER)?.destination_uuid ?? ''
    return {
      ...{ entry: 'replaceDestination', by: told.person, params: { id: told.wallet } },
      ...{ body: { destination_uuid: to }, other: { destination_uuid: told.wallet } },
    }
  },
  'saying whose a receipt is': async () => {
    await call(world, told.operator, 'putBalances', { body: shown() })
    const { items } = await call(world, told.operator, 'listSuspense', {
      query: { view: 'open', limit: 5 },
    })
    return {
      ...{ entry: 'matchReceipt', by: told.operator },
      params: { id: items[0]?.receipt_uuid ?? '' },
      ...{ body: { employer_domain: told.domain }, other: { employer_domain: told.rivals } },
    }
  },
  'exchanging what a company has': async () => {
    const asked = { from_currency: 'USD', to_currency: 'EUR', fixed_side: 'from' }
    const body = { ...asked, amount_in_smallest_unit: 1_000, conversion_date: '2026-03-20' }
    return {
      ...{ entry: 'scheduleConversion', by: told.operator, params: { domain: told.domain } },
      ...{ body, other: { ...body, amount_in_smallest_unit: 2_000 } },
    }
  },
  'sending a batch in': async () => {
    const text = `email,amount,currency,reference\n${told.person.email},10.00,USD,B-1`
    const body = { text, file_name: 'pay.csv', pay_date: '2026-03-20' }
    return {
      ...{ entry: 'submitPaymentBatch', by: told.employer, params: { batch_uuid: newUuid() } },
      ...{ body, other: { ...body, words: 'Otherwise' } },
    }
  },
  'asking a company for money': async () => {
    const body = {
      currency: 'EUR',
      amount_in_smallest_unit: 500,
      needed_on: '2026-03-25',
      words: '',
    }
    return {
      ...{ entry: 'requestFunds', by: told.operator, params: { domain: told.domain } },
      ...{ body, other: { ...body, words: 'Please' } },
    }
  },
  'announcing money': async () => ({
    ...{ entry: 'announceFunding', by: told.employer },
    body: { currency: 'EUR', amount_in_smallest_unit: 100, sent_on: '2026-03-18' },
    other: { currency: 'EUR', amount_in_smallest_unit: 200, sent_on: '2026-03-18' },
  }),
}

/** All that is there but what counts who asked. */
async function whatIsThere(): Promise<unknown> {
  const tables = await admin.rows<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) name from information_schema.tables
      where table_schema in ('public', 'simulated_rail') and table_type = 'BASE TABLE' order by 1`,
  )
  const counted = tables.filter(({ name }) => !/idempotency_key|rate_limit|session/.test(name))
  const each = counted.map(
    ({ name }) =>
      `select '${name}' of, count(*)::int n, md5(string_agg(t::text, ',' order by t::text)) rows from ${name} t`,
  )
  return admin.rows(`${each.join(' union all ')} order by 1`)
}

const url = ({ entry, params = {} }: Sent) =>
  `${BASE_PATH}${api[entry].path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'x')}`

/** Sends bytes as the body of a call. */
async function sendRaw(sent: Sent, payload: string) {
  const { statusCode, body } = await http.app.inject({
    ...{ method: api[sent.entry].method, url: url(sent), payload },
    headers: {
      authorization: `Bearer ${await http.tokenOf(sent.by)}`,
      'content-type': 'application/json',
    },
  })
  return { status: statusCode, body }
}

const send = async (sent: Sent, more: { by?: Person; key?: string; body?: object } = {}) => {
  const { by = sent.by, key, body = sent.body } = more
  return http.ask(api[sent.entry], {
    ...{ token: await http.tokenOf(by), params: sent.params ?? {}, body },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
}

const OWN: readonly string[] = ['announceFunding', 'submitPaymentBatch']

describe.each(Object.entries(CALLS))('%s', (_, prepare) => {
  it('is done for nobody else, and not in part', async () => {
    const sent = await prepare()
    const before = await whatIsThere()
    const { entry, params = {}, body } = sent
    expect((await http.ask(api[entry], { params, body })).status).toBe(401)
    const refused = await http.ask(api[entry], { params, body, token: 'e30.e30.' })
    expect(refused.status).toBe(401)
    for (const by of [told.rival, told.stranger, told.employer, told.person, told.operator]) {
      if (by === sent.by) continue
      // A company may announce its own money, and pay whom it likes.
      if (by === told.rival && OWN.includes(entry)) continue
      const answer = await send(sent, { by })
      expect([403, 404, 422]).toContain(answer.status)
    }
    const text = JSON.stringify(body ?? {})
    const cut = Array.from({ length: text.length - 1 }, (_at, n) => text.slice(0, n + 1))
    const hostile = ['null', '[]', '""', '1e999', '{"__proto__":1}', '{"x":1}', '\u0000', '{}{}']
    // A call that takes nothing reads nothing.
    for (const payload of body ? [...cut, ...hostile] : []) {
      const answer = await sendRaw(sent, payload)
      const fine = answer.status >= 400 && answer.status < 500 && /code/.test(answer.body)
      expect(fine ? 'refused' : [payload, answer]).toBe('refused')
    }
    expect(await whatIsThere()).toEqual(before)
  })

  it('is done once, however often it is asked at one moment, and under one key for one thing alone', async () => {
    const sent = await prepare()
    const key = newUuid()
    const same = await Promise.all([1, 2, 3].map(() => send(sent, { key })))
    expect(new Set(same.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(same[0]?.status).toBe(200)
    const after = await whatIsThere()
    if (sent.other)
      expect((await send(sent, { key, body: sent.other })).body).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      })
    expect(await whatIsThere()).toEqual(after)
    const again = await Promise.all([1, 2, 3].map(() => send(sent)))
    for (const { status } of again) expect([200, 409, 422]).toContain(status)
  })
})

/** Two different calls that meet: one of each pair is of another row of the same whole, or of what it decides by. */
const MEETING: Readonly<Record<string, () => Promise<readonly Sent[]>>> = {
  'a payment that is sent elsewhere, given back and sent again': async () => {
    const { payment_uuids, id, to } = await cameBack()
    const by = told.operator
    const seen = [{ payment_uuid: id, destination_uuid: to }]
    return [
      { entry: 'mendPayments', by, body: { action: 'redirect', payment_uuids, seen } },
      { entry: 'mendPayments', by: told.second, body: { action: 'give_back', payment_uuids } },
      { entry: 'retryPayment', by, params: { id }, body: {} },
    ]
  },
  'a payment that is sent elsewhere, and its contractor who puts that account out of use':
    async () => {
      const { payment_uuids, id, to } = await cameBack()
      const seen = [{ payment_uuid: id, destination_uuid: to }]
      return [
        {
          ...{ entry: 'mendPayments', by: told.operator },
          body: { action: 'redirect', payment_uuids, seen },
        },
        { entry: 'deactivateDestination', by: told.person, body: { destination_uuid: to } },
      ]
    },
  'a word that the first payment is there, and a wallet in its place': async () => [
    await (CALLS['saying that it is there'] ?? NONE)(),
    await (CALLS['replacing a wallet'] ?? NONE)(),
  ],
  'a wish that is taken back, an approval that is, and the freeze of all': async () => {
    await (CALLS['taking that back'] ?? NONE)()
    await approveAll(world, told.employer, told.id)
    return [
      wish(null),
      { entry: 'unapproveCycle', by: told.employer, params: told.id, body: {} },
      { entry: 'freezePayments', by: told.operator, body: { before: '2026-04-01' } },
    ]
  },
  'receipts of a statement, and one of them of a file': async () => [
    await (CALLS['booking what a statement shows'] ?? NONE)(),
    await (CALLS['booking what a statement shows'] ?? NONE)(),
    await (CALLS['closing what is nobody’s as taken apart'] ?? NONE)(),
  ],
}
const NONE = async (): Promise<Sent> => {
  throw new Error('there is such a call')
}

describe.each(Object.entries(MEETING))('%s', (_, prepare) => {
  it.each([1, 2, 3])('come one after the other (round %i)', async () => {
    const all = await prepare()
    const answers = await Promise.all(all.map(sent => send(sent)))
    for (const { status, text } of answers)
      expect(status === 200 || (status >= 400 && status < 500) ? '' : text).toBe('')
    const again = await Promise.all(all.toReversed().map(sent => send(sent)))
    for (const { status, text } of again)
      expect(status === 200 || (status >= 400 && status < 500) ? '' : text).toBe('')
    // What left is what the rail took, once each.
    await world.release()
    const twice = await admin.rows(
      `select payment_uuid from payment_attempt where outcome = 'SENT' group by 1 having count(*) > 1`,
    )
    expect(twice).toEqual([])
    const [books] = await admin.rows<{ sum: string }>(
      'select coalesce(sum(posted_in - posted_out), 0)::text sum from ledger_account',
    )
    expect(books?.sum).toBe('0')
  })
})
