/** Clients and invoices, against PostgreSQL: drafts, numbers, what is frozen, and what a link shows to whom. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { actorOf, call, callAs, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { dumpTables, placesOf } from '#test/harness/dump.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import { givenContractor, type World } from '#test/harness/world.ts'
import { createCollectingMailer, type MailMessage } from '../gateways/mail/mailer.ts'
import { outcome, outcomes } from '../identity/team.test-data.ts'
import { ANONYMOUS } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { mailInvoice, mailJob } from '../notifications/index.ts'
import { clientBody, invoiceBody, START, usd, withInvoices } from './invoicing.test-data.ts'

let world: World
let admin: Admin
let amara: Person
let kwame: Person
let efua: Person
let operator: Person
let client_uuid: string

withInvoices(told => {
  ;({ world, admin, operator, amara, kwame, client_uuid } = told)
})
beforeAll(async () => {
  efua = await givenContractor(world, operator, 'efua@boateng.test')
})
beforeEach(async () => {
  await admin.rows('delete from rate_limit')
  world.clock.set(START)
})

const givenClient = (who: Person, change: object = {}) =>
  call(world, who, 'createClient', { body: clientBody(change) })
const draft = (change: object = {}) => invoiceBody(client_uuid, change)
const put = (id: string, change: object = {}, who: Person = amara) =>
  call(world, who, 'putInvoice', { params: { id }, body: draft(change) })
const read = (id: string, who: Person = amara) => call(world, who, 'getInvoice', { params: { id } })
const list = (who: Person = amara, show: 'all' | 'open' = 'all') =>
  call(world, who, 'listInvoices', { query: { limit: 50, show } })
/** Sends it and answers the token of the link that is mailed. */
async function send(id: string, who: Person = amara): Promise<string> {
  let token = ''
  const hear = (_: string, said: { readonly secret?: string }) => {
    token = said.secret ?? ''
  }
  const given = { params: { id }, body: { message: 'Thank you.', reminders: false } }
  await callAs(world, await actorOf(world, who), 'sendInvoice', given, hear)
  return token
}
async function sent(change: object = {}, who: Person = amara) {
  const id = newUuid()
  await put(id, change, who)
  return { id, token: await send(id, who) }
}
async function mails(invoice_uuid: string, secret: string): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  const job = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  const { kernel, unit } = world
  await unit(async ctx => {
    const enqueueEach = async (_task: string, each: readonly { payload: object }[]) => {
      for (const { payload } of each) await job({ ...payload }, { kernel, unit })
    }
    const event = { invoice_uuid, link_uuid: newUuid(), secret }
    await mailInvoice({ ...ctx, enqueueEach }, event)
  })
  return sent
}
const open = (token: string) => callAs(world, ANONYMOUS, 'openInvoice', { body: { token } })
const openPdf = (token: string) => callAs(world, ANONYMOUS, 'openInvoicePdf', { body: { token } })

describe('a draft', () => {
  it('is kept as it is typed, with its totals and what it lacks', async () => {
    const id = newUuid()
    const none = { client_uuid: null, start_date: null, end_date: null, due_date: null }
    const first = await put(id, { ...none, invoice_items: [] })
    expect(first).toMatchObject({ status: 'CREATED', number: null, version: 1, total: usd(500n) })
    expect(first.lacking.map(({ field }) => field)).toEqual([
      ...['client_uuid', 'start_date', 'end_date', 'due_date', 'invoice_items'],
    ])
    const whole = await put(id, { version: 1 })
    expect(whole).toMatchObject({ version: 2, lacking: [], client_name: 'Latarnia Optics' })
    expect([whole.net, whole.tax, whole.total, whole.receives].map(({ minor }) => minor)).toEqual([
      ...[368_640n, 80_500n, 449_640n, 449_140n],
    ])
  })

  it('the same again changes nothing, and what was not seen is not written over', async () => {
    const id = newUuid()
    await put(id)
    expect((await put(id, { version: 1 })).version).toBe(1)
    expect((await put(id, { note: 'Two', version: 1 })).version).toBe(2)
    expect(await outcome(put(id, { note: 'Three', version: 1 }))).toBe('CONFLICT')
    expect((await read(id)).note).toBe('Two')
  })

  it('of one id is made once, by two at the same moment', async () => {
    const id = newUuid()
    await Promise.all([put(id), put(id)])
    expect(await admin.rows('select from invoice_item where invoice_uuid = $1', [id])).toHaveLength(
      3,
    )
  })

  it('is nobody else’s: not to read, to change, to send, to end, to link or to print', async () => {
    const id = newUuid()
    await put(id)
    const params = { id }
    const ends = await outcomes([
      read(id, kwame),
      put(id, { client_uuid: null }, kwame),
      call(world, kwame, 'sendInvoice', { params, body: { message: '', reminders: false } }),
      call(world, kwame, 'voidInvoice', { params }),
      call(world, kwame, 'makeInvoiceLink', { params }),
      call(world, kwame, 'revokeInvoiceLinks', { params }),
      call(world, kwame, 'getInvoicePdf', { params }),
      call(world, kwame, 'previewInvoice', { params }),
    ])
    expect(new Set(ends)).toEqual(new Set(['NOT_FOUND']))
    expect((await list(kwame)).items).toEqual([])
    expect(await outcome(put(newUuid(), {}, kwame))).toBe('VALIDATION')
  })

  it('is in one currency, which a bank pays in', async () => {
    const items = [{ description: 'A', amount: { currency: 'EUR', minor: 1n }, apply_taxes: false }]
    expect(await outcome(put(newUuid(), { invoice_items: items }))).toBe('VALIDATION')
    expect(await outcome(put(newUuid(), { currency: 'BTC', invoice_items: [] }))).toBe('VALIDATION')
  })

  it('that lacks something is not sent, and takes no number', async () => {
    const id = newUuid()
    await put(id, { due_date: '2026-03-01' })
    const before = await call(world, amara, 'getInvoiceDefaults')
    expect(await outcome(send(id))).toBe('VALIDATION')
    expect(await call(world, amara, 'getInvoiceDefaults')).toEqual(before)
  })
})

describe('sending', () => {
  it('numbers without a gap per contractor and year, also at the same moment', async () => {
    const ids = Array.from({ length: 5 }, () => newUuid())
    for (const id of ids) await put(id)
    await Promise.all(ids.map(id => send(id)))
    await admin.rows('delete from rate_limit')
    world.clock.set('2027-01-04T10:00:00Z')
    await sent({ due_date: '2027-01-31' })
    const rows = await admin.rows<{ year: number; numbers: number[] }>(
      `select year, array_agg(number order by number) numbers from invoice
        where contractor_sub = $1 and number is not null group by year order by year`,
      [amara.sub],
    )
    for (const { numbers } of rows) expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    expect(rows.map(({ year }) => year)).toEqual([2026, 2027])
    const own = await givenClient(kwame)
    const { id } = await sent({ client_uuid: own.uuid, due_date: '2027-01-31' }, kwame)
    expect((await read(id, kwame)).number).toMatch(/^[A-Z]{0,2}-?2027-001$/)
  })

  it('happens once', async () => {
    const id = newUuid()
    await put(id)
    const ends = await outcomes([send(id), send(id)])
    expect(ends.toSorted()).toEqual(['TRANSITION_NOT_ALLOWED', 'ok'])
    expect(await outcome(put(id, { note: 'Later' }))).toBe('TRANSITION_NOT_ALLOWED')
  })

  it('freezes what the client reads, whatever changes afterwards', async () => {
    const mine = await givenClient(amara, { company_name: 'Before Ltd.' })
    const { id, token } = await sent({ client_uuid: mine.uuid })
    const before = await open(token)
    const other = { client_name: 'Other', company_name: '', phone_number: '', tax_number: '' }
    const body = { ...other, email: 'o@other.test', address: clientBody().address, currency: 'USD' }
    await call(world, amara, 'putClient', { params: { id: mine.uuid }, body })
    await call(world, amara, 'archiveClient', { params: { id: mine.uuid } })
    expect(await open(token)).toEqual(before)
    expect((await read(id)).client_name).toBe('Before Ltd.')
    for (const change of ["currency = 'EUR'", 'due_date = due_date + 1', 'number = 999'])
      await expect(
        admin.rows(`update invoice set ${change} where invoice_uuid = $1`, [id]),
      ).rejects.toThrow('stays as it was sent')
    await expect(
      admin.rows('delete from invoice_item where invoice_uuid = $1', [id]),
    ).rejects.toThrow('stay')
  })

  it('mails the client a link that works, and nothing once it was stopped', async () => {
    const { id, token } = await sent()
    const [mail] = await mails(id, token)
    expect(mail?.to).toBe('magda@latarnia.test')
    expect(mail?.subject).toBe('An invoice of 4496.40 USD, due on March 16, 2026')
    expect(mail?.text).toContain(`/payment-information#${token}`)
    expect(mail?.text).toContain('Thank you.')
    await call(world, amara, 'revokeInvoiceLinks', { params: { id } })
    expect(await mails(id, token)).toEqual([])
  })

  it('goes ten times a day to one address, and to none that wants no such mail', async () => {
    for (let n = 0; n < 10; n++) await sent()
    expect(await outcome(sent())).toBe('TOO_MANY_REQUESTS')
    const email = 'stopped@latarnia.test'
    const other = await givenClient(amara, { email })
    const token = world.kernel.gateways.stopLinks.tokenOf(email)
    await callAs(world, ANONYMOUS, 'stopInvitations', { body: { token, stopped: true } })
    expect(await outcome(sent({ client_uuid: other.uuid }))).toBe('ADDRESS_STOPPED')
  })
})

describe('a link', () => {
  it('shows what is owed and how to pay, and nothing of other invoices', async () => {
    const { id, token } = await sent()
    const shown = await open(token)
    expect(shown).toMatchObject({
      status: 'SENT',
      owed: usd(449_640n),
      tax: usd(80_500n),
      fee: usd(500n),
      from: { tax_number: 'PL0001234567', verified: true },
      to: { name: 'Latarnia Optics' },
    })
    expect(shown.ways.length).toBeGreaterThan(0)
    expect(
      JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(id)
    expect((await read(id)).opened_at?.toISOString()).toBe('2026-03-02T10:00:00.000Z')
    expect((await openPdf(token)).mime_type).toBe('application/pdf')
  })

  it('leaves out where the contractor was paid to for less than a day', async () => {
    const { ways } = await open((await sent()).token)
    await call(world, amara, 'putCryptoWallet', {
      body: { currency: 'USDC', blockchain: 'hedera', address: '0.0.48211' },
    })
    const fresh = await open((await sent()).token)
    expect(fresh.ways).toEqual(ways)
    world.clock.set('2026-03-04T10:00:00Z')
    expect((await open((await sent()).token)).ways).toHaveLength(ways.length + 1)
  })

  it('offers accounts before wallets, whichever was added first: they take the very sum', async () => {
    const account = { account_name: 'Amara', currency: 'USD', account_number: '7788990' }
    await call(world, amara, 'putBankingInformation', {
      body: { ...account, swift_code: 'FBNINGLA' },
    })
    world.clock.set('2026-03-06T10:00:00Z')
    const { ways } = await open((await sent()).token)
    expect(ways.map(({ kind }) => kind)).toEqual(['bank', 'bank', 'wallet', 'wallet'])
  })

  it('that is none is answered as one that was stopped', async () => {
    const { id, token } = await sent()
    const guesses = ['', 'x', token.slice(1), `${token}A`, id, newUuid()]
    const answers = (tokens: string[]) =>
      Promise.all(
        tokens
          .flatMap(one => [open(one), openPdf(one)])
          .map(asked => asked.then(String, problem => `${problem.code} ${problem.text}`)),
      )
    const said = await answers(guesses)
    const stopped = await call(world, amara, 'revokeInvoiceLinks', { params: { id } })
    expect(stopped.allowed_actions).not.toContain('revoke_link')
    expect(new Set([...said, ...(await answers([token]))]).size).toBe(1)
    const { url } = await call(world, amara, 'makeInvoiceLink', { params: { id } })
    expect((await open(url.split('#')[1] ?? '')).owed).toEqual(usd(449_640n))
  })

  it('is not kept: its token stands in no table once its mail left', async () => {
    const { token } = await sent()
    await world.deliver()
    expect(placesOf(token, await dumpTables(admin, []))).toEqual([])
  })

  it('is tried so often from one network and no more', async () => {
    const ends: (string | undefined)[] = []
    for (let n = 0; n < 62; n++) ends.push(await outcome(open('guess')))
    expect(ends[0]).toBe('LINK_NOT_VALID')
    expect(ends.at(-1)).toBe('TOO_MANY_REQUESTS')
  })
})

describe('an invoice that ends', () => {
  it('owes nothing any more, says so by its link and keeps its number', async () => {
    const { id, token } = await sent()
    const { number } = await read(id)
    const ended = await call(world, amara, 'voidInvoice', { params: { id } })
    expect(ended).toMatchObject({ status: 'VOID', number, owed: usd(0n) })
    expect(await call(world, amara, 'voidInvoice', { params: { id } })).toEqual(ended)
    expect(await open(token)).toMatchObject({ status: 'VOID', owed: usd(0n), ways: [] })
  })

  it('has nobody pay by its PDF either, which says so, by the way to pay or by a machine', async () => {
    const { id, token } = await sent()
    const printed = async () => {
      const given = vi.spyOn(world.kernel.gateways.pdf, 'render')
      await wholeFile(await openPdf(token))
      const [, data] = given.mock.calls[0] ?? []
      given.mockRestore()
      return data
    }
    expect(await printed()).toMatchObject({ void: false, xml: expect.stringContaining('<?xml') })
    await call(world, amara, 'voidInvoice', { params: { id } })
    expect(await printed()).toMatchObject({ void: true, xml: null, ways: [] })
  })

  it('is not made void as the draft that it was when it was decided', async () => {
    const { id } = await sent()
    const end = (seen: 'CREATED' | 'SENT') =>
      call(world, amara, 'voidInvoice', { params: { id }, query: { seen } })
    expect(await outcome(end('CREATED'))).toBe('CONFLICT')
    expect(await read(id)).toMatchObject({ status: 'SENT' })
    expect(await end('SENT')).toMatchObject({ status: 'VOID' })
    // Sent again it is over already, whatever was seen.
    expect(await end('SENT')).toMatchObject({ status: 'VOID' })
  })

  it('before it was sent is gone from the list', async () => {
    const id = newUuid()
    await put(id)
    const before = await list()
    await call(world, amara, 'voidInvoice', { params: { id } })
    const after = await list()
    expect(after.counts.all).toBe(before.counts.all - 1)
    expect(after.items.map(({ invoice_uuid }) => invoice_uuid)).not.toContain(id)
  })
})

describe('a payment of a client', () => {
  const pay = (id: string, minor: bigint, payment_uuid: string, who: Person = amara) =>
    call(world, who, 'recordInvoicePayment', {
      params: { id, payment_uuid },
      body: { amount: usd(minor), received_on: '2026-03-02', reference: 'WIRE', refund: false },
    })

  it('in parts leaves the rest owed, until nothing is', async () => {
    const { id, token } = await sent()
    const [first, second] = [newUuid(), newUuid()]
    expect(await pay(id, 100_000n, first)).toMatchObject({
      status: 'PARTIALLY_PAID',
      owed: usd(349_640n),
    })
    expect((await pay(id, 100_000n, first)).payments).toHaveLength(1)
    expect(await outcome(pay(id, 99n, first))).toBe('CONFLICT')
    expect(await outcome(pay(id, 349_641n, second))).toBe('VALIDATION')
    expect(await open(token)).toMatchObject({ owed: usd(349_640n), paid: usd(100_000n) })
    expect(await pay(id, 349_640n, second)).toMatchObject({ status: 'PAID', owed: usd(0n) })
    expect(await open(token)).toMatchObject({ status: 'PAID', ways: [] })
    expect(await outcome(call(world, amara, 'voidInvoice', { params: { id } }))).toBe(
      'TRANSITION_NOT_ALLOWED',
    )
  })

  it('that was a mistake is taken back, and counts no more', async () => {
    const { id } = await sent()
    const payment_uuid = newUuid()
    await pay(id, 449_640n, payment_uuid)
    const params = { id, payment_uuid }
    const back = await call(world, amara, 'removeInvoicePayment', { params })
    expect(back).toMatchObject({ status: 'SENT', owed: usd(449_640n), payments: [] })
    expect(await outcome(call(world, amara, 'removeInvoicePayment', { params }))).toBe('NOT_FOUND')
    expect(await outcome(pay(id, 1n, payment_uuid))).toBe('NOT_FOUND')
  })

  it('is never counted above what is owed, of two at the same moment, and by nobody else', async () => {
    const { id } = await sent()
    const ends = await outcomes([pay(id, 300_000n, newUuid()), pay(id, 300_000n, newUuid())])
    expect(ends.toSorted()).toEqual(['VALIDATION', 'ok'])
    expect(await outcome(pay(id, 1n, newUuid(), kwame))).toBe('NOT_FOUND')
  })
})

describe('the list', () => {
  it('sums what is owed and what is overdue, by currency', async () => {
    const own = await givenClient(efua)
    const change = { client_uuid: own.uuid }
    await sent(change, efua)
    await sent({ ...change, due_date: '2026-03-03' }, efua)
    world.clock.set('2026-03-04T10:00:00Z')
    const { sums, items } = await list(efua, 'open')
    expect(sums).toMatchObject([{ owed: usd(899_280n), overdue: usd(449_640n), paid: usd(0n) }])
    expect(items.map(({ overdue }) => overdue)).toEqual([true, false])
  })

  it('is read page by page', async () => {
    const whole = await list()
    const first = await call(world, amara, 'listInvoices', { query: { limit: 2, show: 'all' } })
    const rest = await call(world, amara, 'listInvoices', {
      query: { limit: 200, show: 'all', cursor: first.next_cursor ?? '' },
    })
    const ids = [...first.items, ...rest.items].map(({ invoice_uuid }) => invoice_uuid)
    expect(ids).toEqual(whole.items.map(({ invoice_uuid }) => invoice_uuid))
    expect(
      await outcome(
        call(world, amara, 'listInvoices', { query: { limit: 2, show: 'all', cursor: 'x' } }),
      ),
    ).toBe('VALIDATION')
  })
})
