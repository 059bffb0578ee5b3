/** A small first payment that does not come: others paid it, it is short, later or too small, or another wallet takes its place. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

type Stage = Awaited<ReturnType<typeof givenWish>>
let world: World
let admin: Admin
let stage: Stage

/** A contractor of whose pay a half goes to a wallet of Solana, to which a small payment is to go first; nothing is funded. */
async function givenWish(of: World) {
  const cycle = await givenApprovableCycle(of, 1)
  const [person] = cycle.contractors as [Person]
  of.clock.set('2026-03-18T10:00:00Z')
  const { destinations } = await call(of, person, 'getBanking')
  const wallet = destinations.find(({ network }) => network === 'solana')?.destination_uuid ?? ''
  await call(of, person, 'setFirstPayment', {
    params: { id: wallet },
    body: { first_payment: 'WANTED' },
  })
  return { ...cycle, person, wallet }
}

eachInACopy(givenWish, copy => {
  world = copy.world
  admin = copy.admin
  stage = copy.told
})

const approve = (id = stage.id, ahead = false) => approveAll(world, stage.employer, id, ahead)
const parts = async (to = stage.wallet) => {
  const rows = await admin.rows<{ part: string | null; state: string; currency: string }>(
    `select first_part part, coalesce(hold_reason, status) state, source_currency currency from payment
      where destination_uuid = $1 and status <> 'CANCELLED' order by pay_date, payment_uuid`,
    [to],
  )
  return rows.map(({ part, state, currency }) => `${part ?? 'WHOLE'} ${state} ${currency}`)
}
const execute = async (pay_date: string) => {
  const { payment_uuids } = await call(world, stage.operator, 'getChecklist', {
    query: { pay_date },
  })
  const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
    body: { pay_date, payment_uuids },
  })
  if (execution_uuid) await world.execute(execution_uuid)
}
/** The cycle after the first one, open at a time. */
const nextCycle = async (at: string) => {
  for (const moment of ['2026-03-21T10:00:00Z', '2026-03-30T10:00:00Z', at]) {
    world.clock.set(moment)
    await world.byTheClock()
  }
  const { items } = await call(world, stage.employer, 'listCycles', {
    query: { limit: 50, view: 'run' },
  })
  const open = items.find(of => of.cycle_uuid !== null && of.cycle_uuid !== stage.id.cycle_uuid)
  return { policy_uuid: stage.id.policy_uuid, cycle_uuid: open?.cycle_uuid ?? '' }
}
/** A batch that pays the wallet alone, of one row for each sum. */
const batch = async (...sums: string[]) => {
  const rows = sums.map((sum, at) => `${stage.person.email},${sum},Bonus ${at}`)
  const { cycle } = await call(world, stage.employer, 'submitPaymentBatch', {
    params: { batch_uuid: newUuid() },
    body: {
      text: ['email,amount,currency,reference', ...rows].join('\n'),
      ...{ mends: [], without: [], file_name: 'b.csv', pay_date: '2026-03-24', words: '' },
      leave_out_wrong: false,
    },
  })
  return { policy_uuid: cycle?.policy_uuid ?? '', cycle_uuid: cycle?.cycle_uuid ?? '' }
}
const allToWallet = async () => {
  const { destinations } = await call(world, stage.person, 'getBanking')
  await call(world, stage.person, 'putSetupPercentages', {
    body: destinations.map(({ identifier, network }) => ({
      identifier,
      percentage: network === 'solana' ? 10_000 : 0,
    })),
  })
  world.clock.set('2026-03-20T11:00:00Z')
}
const otherWallet = async (wanted: boolean) => {
  const { destinations } = await call(world, stage.person, 'putCryptoWallet', {
    body: {
      ...{ currency: 'USDC', blockchain: 'solana' },
      address: base58.encode(ed25519.keygen(new Uint8Array(32).fill(5)).publicKey),
    },
  })
  const id = destinations.at(-1)?.destination_uuid ?? ''
  const body = { first_payment: 'WANTED' } as const
  if (wanted) await call(world, stage.person, 'setFirstPayment', { params: { id }, body })
  return id
}
const replaceBy = (destination_uuid: string) =>
  call(world, stage.person, 'replaceDestination', {
    params: { id: stage.wallet },
    body: { destination_uuid },
  })

/** Marks what is owed in a currency of the first pay as paid by others than Corridor. */
const paidByOthers = async (currency: string) => {
  const domain = (await call(world, stage.employer, 'getEmployer')).domain ?? ''
  const [cycle] = await call(world, stage.operator, 'listOperationsPayCycles', {
    params: { id: domain },
    query: { summary: 'false', cycle_uuid: stage.id.cycle_uuid },
  })
  const [item] = cycle?.line_items ?? []
  const mark = item?.marks.find(of => of.currency === currency && of.operation === 'paid')
  await call(world, stage.operator, 'markLineItem', {
    params: {
      ...{ ...stage.id, line_item_uuid: item?.line_item_uuid ?? '' },
      ...{ domain, currency, operation: 'paid' },
    },
    body: {
      amount_in_smallest_unit: mark?.amount.minor ?? 0n,
      ...{ reference: 'EXT-9', outside: true },
    },
  })
}

it('that no rail carries keeps no other pay: the next part sends one', async () => {
  await fund(world, stage, '20000.00')
  await fund(world, stage, '100000', 'WIRE-J', 'JPY')
  await allToWallet()
  await approve(await batch('1,JPY', '2000.00,USD'))
  expect((await parts()).toSorted()).toEqual([
    'FIRST SCHEDULED USD',
    'REST FIRST_PAYMENT USD',
    'WHOLE SCHEDULED JPY',
  ])
  world.clock.set('2026-03-24T10:00:00Z')
  await world.release()
  await execute('2026-03-24')
  expect((await parts()).toSorted()).toEqual([
    'FIRST SENT USD',
    'REST FIRST_PAYMENT USD',
    'WHOLE SCHEDULED JPY',
  ])
  expect(await world.broken()).toEqual([])
})

it('that others paid is none: the next pay sends one', async () => {
  await fund(world, stage, '20000.00')
  await approve()
  for (const currency of ['USDC', 'USD']) await paidByOthers(currency)
  await approve(await nextCycle('2026-04-01T10:00:00Z'))
  expect((await parts()).slice(2)).toEqual(['FIRST SCHEDULED USD', 'REST FIRST_PAYMENT USD'])
})

it('of a later day keeps no earlier pay', async () => {
  await fund(world, stage, '20000.00')
  await approve(await nextCycle('2026-03-30T11:00:00Z'))
  await approve()
  expect(await parts()).toEqual([
    ...['FIRST SCHEDULED USD', 'REST FIRST_PAYMENT USD'],
    ...['FIRST SCHEDULED USD', 'REST FIRST_PAYMENT USD'],
  ])
  expect(await world.broken()).toEqual([])
})

it('that is short of its money keeps no pay that is funded', async () => {
  await allToWallet()
  await approve(await batch('500.00,EUR'), true)
  await fund(world, stage, '20000.00')
  await approve(await batch('2000.00,USD'))
  expect((await parts()).filter(part => part.startsWith('FIRST'))).toHaveLength(2)
  expect(await world.broken()).toEqual([])
})

it('is sent to the wallet that takes its place, where one is wanted there: no more goes there before', async () => {
  await fund(world, stage, '20000.00')
  await approve()
  world.clock.set('2026-03-20T10:00:00Z')
  await execute('2026-03-20')
  const other = await otherWallet(true)
  await replaceBy(other)
  world.clock.set('2026-03-21T11:00:00Z')
  await world.release()
  await execute('2026-03-20')
  expect((await parts(other)).toSorted()).toEqual(['FIRST SENT USD', 'REST FIRST_PAYMENT USD'])
  expect(await world.broken()).toEqual([])
})

it('or any approved pay goes elsewhere, and the books hold before payroll asks for it anew', async () => {
  await fund(world, stage, '20000.00')
  await approve()
  await replaceBy(await otherWallet(false))
  expect(await world.broken()).toEqual([])
})

const settle = async () => {
  const rows = await admin.rows<{ id: string }>(
    "select payment_uuid id from payment where status = 'SENT'",
  )
  const payment_uuids = rows.map(({ id }) => id)
  await call(world, stage.operator, 'bulkSettle', { body: { payment_uuids, reference: 'HASH' } })
}

it('that was taken back is sent anew of what waits for it, at once and once', async () => {
  await fund(world, stage, '20000.00')
  await approve()
  const second = await nextCycle('2026-03-30T11:00:00Z')
  await approve(second)
  expect((await parts()).slice(2)).toEqual(['REST FIRST_PAYMENT USD'])
  await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
  await Promise.all([world.release(), world.release()])
  await world.release()
  const anew = ['FIRST SCHEDULED USD', 'REST FIRST_PAYMENT USD']
  expect((await parts()).toSorted()).toEqual(anew)
  // What is approved meanwhile waits for the same one where that is of no later day, and else sends its own.
  await approve()
  expect(await parts()).toHaveLength(4)
  expect(await world.broken()).toEqual([])
  const [{ pay_date = '' } = {}] = await admin.rows<{ pay_date: string }>(
    'select max(pay_date)::text pay_date from payment',
  )
  for (const day of ['2026-03-20', pay_date]) {
    world.clock.set(`${day}T10:00:00Z`)
    await world.release()
    await execute(day)
  }
  await settle()
  await call(world, stage.person, 'setFirstPayment', {
    params: { id: stage.wallet },
    body: { first_payment: 'ARRIVED' },
  })
  await world.release()
  for (const day of ['2026-03-20', pay_date]) await execute(day)
  await settle()
  expect([...new Set((await parts()).map(of => of.split(' ')[1]))]).toEqual(['SETTLED'])
  const paid = await admin.rows("select from line_item where status = 'PAID'")
  expect(paid).toHaveLength(2)
  expect(await world.broken()).toEqual([])
})

it('that came back and was given back is sent anew of its own pay, which is paid then', async () => {
  await fund(world, stage, '20000.00')
  await approve()
  world.clock.set('2026-03-20T10:00:00Z')
  await execute('2026-03-20')
  await settle()
  const [first] = await admin.rows<{ id: string }>(
    "select payment_uuid id from payment where first_part = 'FIRST'",
  )
  const mend = (action: 'return' | 'give_back') =>
    call(world, stage.operator, 'mendPayments', {
      body: {
        ...{ action, payment_uuids: [first?.id ?? ''], words: 'Not theirs', reference: '' },
        ...(action === 'return' && { reason: 'OTHER' as const }),
      },
    })
  await mend('return')
  await world.release()
  // Somebody acts on it: nothing is sent beside it.
  expect(await parts()).toEqual(['FIRST RETURNED USD', 'REST NO_DESTINATION USD'])
  // What is told of the rest is told of what takes its place.
  const joined = { text: 'payments.notes.joined', params: { labels: 'Bank' } }
  await admin.rows("update payment set note_said = $1 where first_part = 'REST'", [joined])
  await mend('give_back')
  await world.release()
  expect((await parts()).toSorted()).toEqual(['FIRST SCHEDULED USD', 'REST FIRST_PAYMENT USD'])
  const rest = await admin.rows(
    "select note_said from payment where first_part = 'REST' and status = 'HELD'",
  )
  expect(rest).toEqual([{ note_said: joined }])
  expect(await world.broken()).toEqual([])
})

it('of which its contractor says nothing is asked for again, on each of its days and no longer', async () => {
  await fund(world, stage, '20000.00')
  await approve()
  world.clock.set('2026-03-20T10:00:00Z')
  await execute('2026-03-20')
  await settle()
  const asked = async (at: string) => {
    world.clock.set(at)
    for (let times = 0; times < 2; times++) await world.byTheClock()
    const rows = await admin.rows<{ n: number }>(
      "select count(*)::int n from outbox_event where type = 'payments.first_payment_settled'",
    )
    return rows[0]?.n
  }
  expect(await asked('2026-03-22T10:00:00Z')).toBe(1)
  expect(await asked('2026-03-23T10:00:00Z')).toBe(2)
  // Of days that nobody looked at it is asked once.
  expect(await asked('2026-04-04T10:00:00Z')).toBe(3)
  expect(await asked('2026-06-04T10:00:00Z')).toBe(4)
  expect(await parts()).toContain('REST FIRST_PAYMENT USD')
  const body = { first_payment: null }
  await call(world, stage.person, 'setFirstPayment', { params: { id: stage.wallet }, body })
  await world.release()
  expect(await parts()).toContain('REST SCHEDULED USD')
  expect(await world.broken()).toEqual([])
})

it('is asked for again by an operator, once a day however often and by how many', async () => {
  await fund(world, stage, '20000.00')
  await approve()
  const row = async () => {
    const { items } = await call(world, stage.operator, 'listUnpaid', { query: { limit: 50 } })
    return items.find(({ status }) => status === 'HELD')
  }
  const id = (await row())?.payment_uuid ?? ''
  const ask = () => call(world, stage.operator, 'askFirstPayment', { params: { id } })
  const mails = async () => {
    const rows = await admin.rows<{ n: number }>(
      "select count(*)::int n from outbox_event where type = 'payments.first_payment_settled'",
    )
    return rows[0]?.n
  }
  // It has not left: there is nothing to ask.
  expect(await outcome(ask())).toBe('TRANSITION_NOT_ALLOWED')
  world.clock.set('2026-03-20T10:00:00Z')
  await execute('2026-03-20')
  await settle()
  // The mail that asks first has just gone out.
  expect((await row())?.allowed_actions).toEqual([])
  expect(await outcome(ask())).toBe('TRANSITION_NOT_ALLOWED')

  world.clock.set('2026-03-23T11:00:00Z')
  expect((await row())?.allowed_actions).toEqual(['ask_first'])
  const before = await mails()
  await Promise.all([ask(), ask(), ask()])
  expect(await mails()).toBe((before ?? 0) + 1)
  const asked_at = new Date('2026-03-23T11:00:00Z')
  expect(await row()).toMatchObject({ allowed_actions: [], asked_first_at: asked_at })
  world.clock.set('2026-03-23T15:00:00Z')
  expect(await ask()).toEqual({ asked_at })
  // Nor does the clock ask on a day on which somebody did.
  await world.byTheClock()
  expect(await mails()).toBe((before ?? 0) + 1)
  const audited = await admin.rows("select from audit_entry where action = 'ask_again'")
  expect(audited).toHaveLength(1)

  world.clock.set('2026-03-24T11:00:00Z')
  await ask()
  expect(await mails()).toBe((before ?? 0) + 2)
  const none = call(world, stage.operator, 'askFirstPayment', { params: { id: stage.wallet } })
  expect(await outcome(none)).toBe('NOT_FOUND')
  const body = { first_payment: 'ARRIVED' as const }
  await call(world, stage.person, 'setFirstPayment', { params: { id: stage.wallet }, body })
  expect(await outcome(ask())).toBe('TRANSITION_NOT_ALLOWED')
  expect(await world.broken()).toEqual([])
})

it('of which nobody says anything for good is paid otherwise in the end, and its money is its employer’s again', async () => {
  await fund(world, stage, '20000.00')
  await approve()
  world.clock.set('2026-03-20T10:00:00Z')
  await execute('2026-03-20')
  await settle()
  await paidByOthers('USDC')
  expect(await parts()).toEqual(['FIRST SETTLED USD', 'REST SETTLED USD'])
  expect(await admin.rows("select from line_item where status = 'PAID'")).toHaveLength(1)
  expect(await world.broken()).toEqual([])
})
