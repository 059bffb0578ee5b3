/** Invoices of contractors to the employers they work for, against PostgreSQL: each pay once, and paid by Corridor alone. */
import { expect, it } from 'vitest'
import { approvalOf, approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { staleReviews } from '#test/harness/reviews.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'
import { outcome, outcomes } from '../identity/team.test-data.ts'
import { newUuid } from '../kernel/ids.ts'
import { followPays } from './index.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
eachInACopy(
  first => givenDuePayments(first, 2),
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
  },
)

const who = (): Person => due.contractors[0] ?? due.employer
const other = (): Person => due.contractors[1] ?? due.employer
const pays = (person = who()) => call(world, person, 'listPayToInvoice', {})
const onePay = async () => (await pays()).items[0] ?? expect.fail('no pay')
const write = (id: string, person = who()) => call(world, person, 'invoicePay', { params: { id } })
const read = (id: string) => call(world, who(), 'getInvoice', { params: { id } })
const send = (id: string) =>
  call(world, who(), 'sendInvoice', { params: { id }, body: { message: '', reminders: true } })
const follow = (line_item_uuid: string) =>
  world.unit(ctx => followPays(ctx, { line_item_uuids: [line_item_uuid] }))
/** What a link of it shows. */
async function open(id: string) {
  const { url } = await call(world, who(), 'makeInvoiceLink', { params: { id } })
  const token = decodeURIComponent(new URL(url).hash.slice(1))
  return call(world, who(), 'openInvoice', { body: { token } })
}
/** What was mailed of an invoice that is for another sum than its pay. */
async function told(): Promise<string[]> {
  await world.deliver()
  const mails = await waitingMails(world, admin)
  return mails
    .filter(({ subject }) => /you invoiced|does not pay/.test(subject))
    .map(({ to, subject }) => `${to}: ${subject}`)
}
/** What was mailed of an invoice that is void. */
async function toldVoid(): Promise<string[]> {
  await world.deliver()
  const mails = await waitingMails(world, admin)
  return mails.filter(({ subject }) => /is void/.test(subject)).map(({ text }) => text)
}
async function pay(): Promise<void> {
  const { operator, payment_uuids } = due
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  const body = { payment_uuids, reference: 'BANK 1' }
  await call(world, operator, 'bulkSettle', { body })
}

it('a pay is invoiced once, with its items, to who signed for the employer', async () => {
  const { line_item_uuid, amount } = await onePay()
  const [one, two] = await Promise.all([write(line_item_uuid), write(line_item_uuid)])
  expect(one.invoice_uuid).toBe(two.invoice_uuid)
  expect(one).toMatchObject({ status: 'CREATED', total: amount, line_item_uuid, lacking: [] })
  const sum = one.invoice_items.reduce((all, item) => all + item.amount.minor, 0n)
  expect(sum).toBe(amount.minor)
  expect((await pays()).items).toEqual([])
  expect(await outcome(write(line_item_uuid, other()))).toBe('NOT_FOUND')
  await call(world, who(), 'voidInvoice', { params: { id: one.invoice_uuid } })
  expect((await write(line_item_uuid)).invoice_uuid).not.toBe(one.invoice_uuid)
  const clients = await call(world, who(), 'listClients', { query: { limit: 10 } })
  expect(clients.items).toHaveLength(1)
})

it('nothing of it that counts is changed, and nobody else is asked to pay it', async () => {
  const { line_item_uuid } = await onePay()
  const draft = await write(line_item_uuid)
  const id = draft.invoice_uuid
  const { client_uuid, start_date, end_date, due_date, currency } = draft
  const body = {
    ...{ client_uuid, start_date, end_date, due_date, currency, tax_percentage: 0, note: '' },
    ...{ client_pays_transaction_fees: false, tax_category: null, tax_reason: '' },
    ...{ destination_uuids: null, invoice_items: draft.invoice_items },
  }
  const put = (change: object) =>
    call(world, who(), 'putInvoice', { params: { id }, body: { ...body, ...change } })
  expect(await put({ note: 'For March.' })).toMatchObject({ note: 'For March.' })
  expect(await outcome(put({ tax_percentage: 700 }))).toBe('VALIDATION')
  expect(await outcome(put({ invoice_items: [] }))).toBe('VALIDATION')
  const sent = await send(id)
  expect(sent).toMatchObject({ status: 'SENT', reminders: false })
  expect(sent.allowed_actions).not.toContain('record_payment')
  const payment = { amount: sent.total, received_on: '2026-03-02', reference: '', refund: false }
  const params = { id, payment_uuid: newUuid() }
  const calls = [
    call(world, who(), 'recordInvoicePayment', { params, body: payment }),
    call(world, who(), 'remindClient', { params: { id } }),
    call(world, who(), 'putInvoiceReminders', { params: { id }, body: { reminders: true } }),
  ]
  expect(new Set(await outcomes(calls))).toEqual(new Set(['TRANSITION_NOT_ALLOWED']))
})

it('it is paid once its pay arrived, whichever was first, and not any more where that did not', async () => {
  const { line_item_uuid } = await onePay()
  const early = (await write(line_item_uuid)).invoice_uuid
  await send(early)
  await pay()
  await follow(line_item_uuid)
  await follow(line_item_uuid)
  const paid = await read(early)
  expect(paid).toMatchObject({ status: 'PAID', owed: { minor: 0n } })
  expect(paid.payments).toHaveLength(1)
  const { domain } = await call(world, due.employer, 'getEmployer')
  await call(world, due.operator, 'markLineItem', {
    params: {
      ...due.id,
      line_item_uuid,
      domain: domain ?? '',
      operation: 'unpaid',
      currency: 'USD',
    },
    body: { amount_in_smallest_unit: 238_000n, reference: '' },
  })
  await follow(line_item_uuid)
  expect(await read(early)).toMatchObject({ status: 'SENT', payments: [] })
})

it('one that is sent after its pay arrived is paid at once', async () => {
  const { line_item_uuid } = await onePay()
  await pay()
  world.clock.set('2026-03-25T10:00:00Z')
  const { invoice_uuid } = await write(line_item_uuid)
  expect(await send(invoice_uuid)).toMatchObject({ status: 'PAID' })
  expect(await world.broken()).toEqual([])
})

it.each([
  ['before it was paid', false],
  ['after all of it had arrived', true],
])('a part that went back to the employer %s does not pay it', async (_, arrived_first) => {
  const { line_item_uuid } = await onePay()
  const { invoice_uuid, total } = await write(line_item_uuid)
  await send(invoice_uuid)
  const { operator, employer, id, payment_uuids } = due
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  const { items } = await call(world, employer, 'getCycle', { params: id, query: { limit: 9 } })
  const own = items.find(item => item.line_item_uuid === line_item_uuid)?.parts ?? []
  const ids = (tokens: boolean) =>
    own.filter(of => (of.network !== 'fiat') === tokens).flatMap(of => of.payment_uuid ?? [])
  await call(world, operator, 'bulkSettle', {
    body: { payment_uuids: arrived_first ? payment_uuids : ids(false), reference: 'BANK 1' },
  })
  await world.deliver()
  expect((await read(invoice_uuid)).status).toBe(arrived_first ? 'PAID' : 'SENT')
  const more = { payment_uuids: ids(true), words: 'Their bank wrote.', reference: '' }
  await call(world, operator, 'mendPayments', {
    body: { ...more, action: 'return', reason: 'ACCOUNT_CLOSED' },
  })
  await call(world, operator, 'mendPayments', { body: { ...more, action: 'give_back' } })
  await world.deliver()
  const arrived = own.find(of => of.network === 'fiat')?.source.minor ?? 0n
  const invoice = await read(invoice_uuid)
  expect(invoice).toMatchObject({ status: 'PARTIALLY_PAID', paid: { minor: arrived } })
  expect(invoice.owed).toMatchObject({ minor: total.minor - arrived })
})

it('one whose pay is another by now is not sent', async () => {
  const { line_item_uuid } = await onePay()
  const { invoice_uuid } = await write(line_item_uuid)
  const { id, employer } = due
  await call(world, employer, 'unapproveCycle', { params: id, body: {} })
  expect(await outcome(send(invoice_uuid))).toBe('TRANSITION_NOT_ALLOWED')
})

it('one whose pay became another after it was sent is not paid by it, and says so until it is void', async () => {
  const { line_item_uuid } = await onePay()
  const { invoice_uuid } = await write(line_item_uuid)
  expect(await send(invoice_uuid)).toMatchObject({ pay_differs: false })
  await world.deliver()
  const { id, employer, operator } = due
  await call(world, employer, 'unapproveCycle', { params: id, body: {} })
  expect(await read(invoice_uuid)).toMatchObject({ pay_differs: true, status: 'SENT' })
  await call(world, employer, 'editLineItem', {
    params: { ...id, line_item_uuid },
    body: { hours: 1000 },
  })
  await approveAll(world, employer, id)
  const { payment_uuids } = await call(world, operator, 'getChecklist', {
    query: { pay_date: '2026-03-20' },
  })
  due = { ...due, payment_uuids }
  await pay()
  await follow(line_item_uuid)
  const shown = await read(invoice_uuid)
  expect(shown).toMatchObject({ status: 'SENT', paid: { minor: 0n }, pay_differs: true })
  expect(shown.allowed_actions).toContain('void')
  const { items } = await call(world, who(), 'listInvoices', { query: { limit: 50, show: 'all' } })
  expect(items.map(({ pay_differs }) => pay_differs)).toEqual([true])
  await call(world, who(), 'voidInvoice', { params: { id: invoice_uuid }, query: {} })
  expect(await read(invoice_uuid)).toMatchObject({ status: 'VOID', pay_differs: false })
  // What it was of is paid by Corridor all the same: there was nothing to pay on it before.
  expect(await toldVoid()).toEqual([expect.not.stringMatching(/Pay nothing|have paid/)])
  const anew = await write(line_item_uuid)
  expect(anew.total.minor).toBeLessThan(shown.total.minor)
  expect(await send(anew.invoice_uuid)).toMatchObject({ status: 'PAID', pay_differs: false })
})

it('who approves a pay for another sum than was invoiced is told before and after, and so is who invoiced it', async () => {
  const { line_item_uuid } = await onePay()
  const { invoice_uuid } = await write(line_item_uuid)
  const sent = await send(invoice_uuid)
  const { id, employer } = due
  const unusual = async () => {
    const { items } = await call(world, employer, 'getCycle', { params: id, query: { limit: 50 } })
    const item = items.find(of => of.line_item_uuid === line_item_uuid)
    return item?.unusual.filter(({ code }) => code === 'INVOICE_DIFFERS').map(({ text }) => text)
  }
  await call(world, employer, 'unapproveCycle', { params: id, body: {} })
  expect(await unusual()).toEqual([])
  const edit = (hours: number) =>
    call(world, employer, 'editLineItem', { params: { ...id, line_item_uuid }, body: { hours } })
  await edit(1000)
  const [said = ''] = (await unusual()) ?? []
  expect(said).toContain(sent.number)
  expect(said).toContain('425.00 USD')
  const body = { ...(await approvalOf(world, employer, id)), acknowledged: [] }
  const refused = call(world, employer, 'approveCycle', {
    params: id,
    body: {
      ...body,
      acknowledged_kinds: (body.acknowledged_kinds ?? []).filter(
        ({ code }) => code !== 'INVOICE_DIFFERS',
      ),
    },
  })
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION' })
  await approveAll(world, employer, id)
  expect(await told()).toEqual([
    `${who().email}: Your pay is not what you invoiced`,
    `${employer.email}: The pay of March 20, 2026 does not pay an invoice that you have`,
  ])
  const opened = await open(invoice_uuid)
  expect(opened).toMatchObject({ by_corridor: true, pay_differs: true, ways: [] })
  expect(await staleReviews(world, admin)).toEqual([])
  await call(world, who(), 'voidInvoice', { params: { id: invoice_uuid }, query: {} })
  await call(world, employer, 'unapproveCycle', { params: id, body: {} })
  expect(await unusual()).toEqual([])
  expect(await staleReviews(world, admin)).toEqual([])
})

it('who approves a pay for what was invoiced is told nothing', async () => {
  const { line_item_uuid } = await onePay()
  const { invoice_uuid } = await write(line_item_uuid)
  await send(invoice_uuid)
  const { id, employer } = due
  await call(world, employer, 'unapproveCycle', { params: id, body: {} })
  await approveAll(world, employer, id)
  expect(await told()).toEqual([])
  expect(await open(invoice_uuid)).toMatchObject({ pay_differs: false })
})
