/** A client says by the link that they sent the money: it is told once a day, counts for nothing, and is answered by its contractor alone. */
import { beforeEach, describe, expect, it } from 'vitest'
import { actorOf, call, callAs, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import type { World } from '#test/harness/world.ts'
import { outcome, outcomes } from '../identity/team.test-data.ts'
import { ANONYMOUS } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { remindClients } from './index.ts'
import { invoiceBody, START, usd, withInvoices } from './invoicing.test-data.ts'

const TOTAL = 449_640n
let world: World
let admin: Admin
let amara: Person
let kwame: Person
let client_uuid: string

withInvoices(told => {
  ;({ world, admin, amara, kwame, client_uuid } = told)
})
beforeEach(async () => {
  await admin.rows('delete from rate_limit')
  world.clock.set(START)
})

async function sent(): Promise<{ id: string; token: string }> {
  const id = newUuid()
  await call(world, amara, 'putInvoice', { params: { id }, body: invoiceBody(client_uuid) })
  let token = ''
  const hear = (_: string, said: { readonly secret?: string }) => {
    token = said.secret ?? ''
  }
  const given = { params: { id }, body: { message: '', reminders: false } }
  await callAs(world, await actorOf(world, amara), 'sendInvoice', given, hear)
  return { id, token }
}
const say = (token: string, sent_on = '2026-03-02', reference = 'WIRE 7') =>
  callAs(world, ANONYMOUS, 'sayInvoiceSent', { body: { token, sent_on, reference } })
const read = (id: string, who = amara) => call(world, who, 'getInvoice', { params: { id } })
const told = async () => {
  await world.deliver()
  const { items } = await call(world, amara, 'listNotifications', { query: { limit: 200 } })
  return items.filter(({ text }) => text.startsWith('A client says that they paid')).length
}

describe('what a client says that they sent', () => {
  it('is seen by both, told once, and counts as nothing', async () => {
    const before = await told()
    const { id, token } = await sent()
    expect((await read(id)).said_sent).toBeNull()
    const shown = await say(token)
    const said = { sent_on: '2026-03-02', reference: 'WIRE 7' }
    expect(shown).toMatchObject({ said_sent: said, owed: usd(TOTAL), paid: usd(0n) })
    // Twice is as once, also at the same moment.
    await Promise.all([say(token), say(token)])
    expect(await read(id)).toMatchObject({ said_sent: said, status: 'SENT', payments: [] })
    expect(await told()).toBe(before + 1)
    await say(token, '2026-03-03', 'WIRE 8')
    expect((await read(id)).said_sent).toMatchObject({ reference: 'WIRE 8' })
    expect(await told()).toBe(before + 1)
    const [{ n } = { n: 0 }] = await admin.rows<{ n: number }>(
      `select count(*)::int n from audit_entry where action = 'client_says_sent' and $1 = any(entity_uuids)`,
      [id],
    )
    expect(n).toBe(2)
    world.clock.set('2026-03-03T10:00:00Z')
    await say(token, '2026-03-03', 'WIRE 9')
    expect(await told()).toBe(before + 2)
  })

  it('is said five times a day at most, and mailed to the contractor alone', async () => {
    const { token } = await sent()
    const ends = await outcomes(
      Array.from({ length: 8 }, (_, n) => () => say(token, '2026-03-02', `WIRE ${n}`)).map(one =>
        one(),
      ),
    )
    expect(ends.filter(end => end === 'ok')).toHaveLength(5)
    expect(new Set(ends)).toEqual(new Set(['ok', 'TOO_MANY_REQUESTS']))
    await told()
    const mails = await waitingMails(world, admin)
    const said = mails.filter(({ subject }) => subject.startsWith('A client says that they paid'))
    expect(new Set(said.map(({ to }) => to))).toEqual(new Set([amara.email]))
    for (const { text } of said) expect(text).not.toMatch(/WIRE/)
  })

  it('is answered by a payment that is recorded, or by saying that nothing came', async () => {
    const { id, token } = await sent()
    await say(token)
    const dismiss = (who = amara) =>
      call(world, who, 'dismissSaidSent', { params: { id }, query: {} })
    expect(await outcome(dismiss(kwame))).toBe('NOT_FOUND')
    for (const _ of [1, 2]) expect((await dismiss()).said_sent).toBeNull()
    await say(token, '2026-03-02', 'WIRE 8')
    const after = await call(world, amara, 'recordInvoicePayment', {
      params: { id, payment_uuid: newUuid() },
      body: { amount: usd(1000n), received_on: '2026-03-02', reference: '', refund: false },
    })
    expect(after).toMatchObject({ said_sent: null, status: 'PARTIALLY_PAID' })
    expect((await say(token, '2026-03-02', 'The rest')).said_sent).toMatchObject({
      reference: 'The rest',
    })
  })

  it('is not raised again for a week by the same words once nothing came of it, and is after a payment', async () => {
    const before = await told()
    const { id, token } = await sent()
    await say(token)
    expect(await told()).toBe(before + 1)
    await call(world, amara, 'dismissSaidSent', { params: { id }, query: {} })
    for (const at of ['2026-03-02T10:00:00Z', '2026-03-09T09:59:59Z']) {
      world.clock.set(at)
      expect(await outcome(say(token))).toBe('TRANSITION_NOT_ALLOWED')
      expect((await read(id)).said_sent).toBeNull()
    }
    expect(await told()).toBe(before + 1)
    world.clock.set('2026-03-09T10:00:00Z')
    expect((await say(token)).said_sent).toMatchObject({ reference: 'WIRE 7' })
    expect(await told()).toBe(before + 2)
    world.clock.set('2026-03-09T11:00:00Z')
    await call(world, amara, 'recordInvoicePayment', {
      params: { id, payment_uuid: newUuid() },
      body: { amount: usd(1000n), received_on: '2026-03-09', reference: '', refund: false },
    })
    expect((await say(token)).said_sent).toMatchObject({ reference: 'WIRE 7' })
  })

  it('is answered as it was seen: what was said since then stays', async () => {
    const { id, token } = await sent()
    await say(token)
    const seen = (await read(id)).said_sent?.said_at
    world.clock.set('2026-03-02T11:00:00Z')
    await say(token, '2026-03-02', 'WIRE 8')
    const dismiss = (at?: Date) =>
      call(world, amara, 'dismissSaidSent', { params: { id }, query: { seen: at } })
    expect(await outcome(dismiss(seen))).toBe('CONFLICT')
    expect((await read(id)).said_sent).toMatchObject({ reference: 'WIRE 8' })
    const now = (await read(id)).said_sent?.said_at
    for (const _ of [1, 2]) expect((await dismiss(now)).said_sent).toBeNull()
  })

  it('waits for nobody once nothing is owed: its contractor is mailed nothing of what is void, or paid by what a process of before wrote down', async () => {
    const before = await told()
    const { id, token } = await sent()
    await say(token)
    const after = await call(world, amara, 'voidInvoice', { params: { id }, query: {} })
    expect(after).toMatchObject({ said_sent: null, status: 'VOID' })
    expect(await told()).toBe(before)
    const old = await sent()
    await say(old.token)
    await admin.rows(
      `update invoice set status = 'PAID', paid_minor = total_minor where invoice_uuid = $1`,
      [old.id],
    )
    expect((await read(old.id)).said_sent).toBeNull()
    expect(await told()).toBe(before)
  })

  it('puts a reminder off for a week, or until its contractor says that nothing came', async () => {
    const { id, token } = await sent()
    const params = { id }
    await call(world, amara, 'putInvoiceReminders', { params, body: { reminders: true } })
    const reminded = async (at: string) => {
      world.clock.set(at)
      await remindClients(world.unit)
      const rows = await admin.rows(
        `select from audit_entry where action = 'remind_client' and $1 = any(entity_uuids)`,
        [id],
      )
      return rows.length
    }
    world.clock.set('2026-03-16T12:00:00Z')
    await say(token, '2026-03-16')
    expect(await reminded('2026-03-23T11:59:59Z')).toBe(0)
    expect(await reminded('2026-03-23T12:00:00Z')).toBe(1)
    await say(token, '2026-03-23')
    expect(await reminded('2026-03-30T10:00:00Z')).toBe(1)
    await call(world, amara, 'dismissSaidSent', { params, query: {} })
    expect(await reminded('2026-03-30T10:00:00Z')).toBe(2)
  })

  it('is refused where nothing is asked, of no day that is to come, and by no link that shows nothing', async () => {
    const { id, token } = await sent()
    for (const day of ['2026-03-04', '2026-02-20'])
      expect(await outcome(say(token, day))).toBe('VALIDATION')
    expect(await outcome(say('x'.repeat(40)))).toBe('LINK_NOT_VALID')
    await call(world, amara, 'recordInvoicePayment', {
      params: { id, payment_uuid: newUuid() },
      body: { amount: usd(TOTAL), received_on: '2026-03-02', reference: '', refund: false },
    })
    expect(await outcome(say(token))).toBe('TRANSITION_NOT_ALLOWED')
    await call(world, amara, 'revokeInvoiceLinks', { params: { id } })
    expect(await outcome(say(token))).toBe('LINK_NOT_VALID')
  })
})
