/** A small first payment: a little goes to a new wallet, and the rest when its owner says that it is there, once, whatever happens beside. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome, rounds } from '#test/harness/races.ts'
import { fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

type Stage = Awaited<ReturnType<typeof givenWallet>>
type Said = 'WANTED' | 'ARRIVED' | null
let world: World
let admin: Admin
let stage: Stage
const OTHER = base58.encode(ed25519.keygen(new Uint8Array(32).fill(5)).publicKey)

/** A contractor of whose pay a half goes to a wallet of Solana, to which nothing was paid yet. */
async function givenWallet(of: World) {
  const cycle = await givenApprovableCycle(of, 1)
  await fund(of, cycle, '20000.00')
  const [person] = cycle.contractors as [Person]
  of.clock.set('2026-03-18T10:00:00Z')
  const { destinations } = await call(of, person, 'getBanking')
  const wallet = destinations.find(({ network }) => network === 'solana')?.destination_uuid ?? ''
  const bank = destinations.find(({ kind }) => kind === 'bank')?.destination_uuid ?? ''
  return { ...cycle, person, wallet, bank }
}

eachInACopy(givenWallet, copy => {
  world = copy.world
  admin = copy.admin
  stage = copy.told
})

const say = (first_payment: Said, id = stage.wallet, who = stage.person) =>
  call(world, who, 'setFirstPayment', { params: { id }, body: { first_payment } })
const approve = () => approveAll(world, stage.employer, stage.id)
const wallet = async () => {
  const { destinations } = await call(world, stage.person, 'getBanking')
  return destinations.find(({ destination_uuid }) => destination_uuid === stage.wallet)
}
type Row = { part: string | null; status: string; hold_reason: string | null; minor: bigint }
const parts = async (to = stage.wallet) => {
  const rows = await admin.rows<Row>(
    `select first_part part, status, hold_reason, coalesce(amount_minor, promised_minor) minor from payment
      where destination_uuid = $1 and status <> 'CANCELLED' order by payment_uuid`,
    [to],
  )
  return rows.map(({ part, status, hold_reason }) => [part, hold_reason ?? status].join(' '))
}
const execute = async (pay_date = '2026-03-20') => {
  const { payment_uuids } = await call(world, stage.operator, 'getChecklist', {
    query: { pay_date },
  })
  const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
    body: { pay_date, payment_uuids },
  })
  if (execution_uuid) await world.execute(execution_uuid)
}
const settle = async () => {
  const rows = await admin.rows<{ id: string }>(
    "select payment_uuid id from payment where status = 'SENT'",
  )
  const payment_uuids = rows.map(({ id }) => id)
  await call(world, stage.operator, 'bulkSettle', { body: { payment_uuids, reference: 'HASH' } })
}
const sentToWallet = () =>
  admin.rows(
    `select t.amount_minor::text from simulated_rail.transfer t join payment p using (attempt_uuid) where accepted and p.network = 'solana'`,
  )

/** Another wallet of the same person, to take the place of the first one. */
const otherWallet = async () => {
  await call(world, stage.person, 'putCryptoWallet', {
    body: { currency: 'USDC', blockchain: 'solana', address: OTHER },
  })
  const { destinations } = await call(world, stage.person, 'getBanking')
  const other = destinations.find(({ address }) => address === OTHER)?.destination_uuid ?? ''
  const replace = () =>
    call(world, stage.person, 'replaceDestination', {
      params: { id: stage.wallet },
      body: { destination_uuid: other },
    })
  return { replace, other }
}
it('goes first, and the rest waits for its owner’s word: all of it arrives, and the pay is paid', async () => {
  expect(await wallet()).toMatchObject({ first_payment: null, first_payment_may_be: ['WANTED'] })
  await say('WANTED')
  expect(await wallet()).toMatchObject({ first_payment: 'WANTED', first_payment_may_be: [null] })
  // Before it is approved as well no day is promised for the rest.
  const [planned] = await call(world, stage.person, 'listNextPays')
  expect(planned?.parts.map(({ arrives }) => arrives === null)).toEqual(
    planned?.parts.map(({ source }) => source.minor === 101_900n),
  )
  await approve()
  expect(await parts()).toEqual(['FIRST SCHEDULED', 'REST FIRST_PAYMENT'])
  expect(await parts(stage.bank)).toEqual([' SCHEDULED'])
  const [pay] = await call(world, stage.person, 'listNextPays')
  expect(pay?.parts.map(({ note_said }) => note_said?.text)).toContain('payments.notes.first')
  expect(pay?.pay_state).toMatchObject({ state: 'BLOCKED', tone: 'WAITS', acts: 'CONTRACTOR' })
  // Of the pay that alone is held back which waits for a word: all else leaves on its day, and arrives then.
  const waits = pay?.parts.find(({ hold_reason }) => hold_reason === 'FIRST_PAYMENT')
  expect(waits).toMatchObject({ source: { minor: 101_900n }, arrives: null })
  expect(pay).toMatchObject({ unsent: waits?.source, beside: { minor: 340_000n - 101_900n } })
  expect(pay?.parts.filter(({ arrives }) => arrives !== null)).toHaveLength(2)
  expect(pay?.steps.map(({ title, text, when }) => [title, text, when])).toContainEqual([
    'To be sent',
    'In 3 parts, of which 1 waits',
    '2026-03-20',
  ])

  // It cannot be there before it left.
  expect(await outcome(say('ARRIVED'))).toBe('TRANSITION_NOT_ALLOWED')
  world.clock.set('2026-03-20T10:00:00Z')
  await world.release()
  await execute()
  expect(await parts()).toEqual(['FIRST SENT', 'REST FIRST_PAYMENT'])
  expect(await sentToWallet()).toEqual([{ amount_minor: '1000000' }])
  // What is told of the pay is what of it waits, and that the rest was sent.
  const [sent] = await call(world, stage.person, 'listNextPays')
  const rest = sent?.parts.find(({ status }) => status === 'HELD')
  expect(rest?.source.minor).toBe(101_900n)
  expect(sent).toMatchObject({ unsent: rest?.source, amount: { minor: 340_000n } })
  expect(sent?.steps.map(({ title, text }) => `${title}: ${text}`)).toContain(
    'Sent in part: 2 of 3 parts',
  )
  await settle()
  const asked = await admin.rows(
    "select payload from outbox_event where type = 'payments.first_payment_settled'",
  )
  expect(asked).toHaveLength(1)
  expect(await wallet()).toMatchObject({ first_payment_may_be: ['ARRIVED', null] })

  await Promise.all([say('ARRIVED'), say('ARRIVED')])
  await world.release()
  expect(await parts()).toEqual(['FIRST SETTLED', 'REST SCHEDULED'])
  await execute()
  await settle()
  expect(await parts()).toEqual(['FIRST SETTLED', 'REST SETTLED'])
  const [item] = await admin.rows('select status, amount_minor from line_item')
  expect(item).toMatchObject({ status: 'PAID' })
  expect(await outcome(say(null))).toBe('TRANSITION_NOT_ALLOWED')
  expect(await world.broken()).toEqual([])
})

it('is taken back: all of it is sent at once, and it is no change of where pay goes', async () => {
  await say('WANTED')
  await approve()
  const [before] = await admin.rows('select version from destination where destination_uuid = $1', [
    stage.wallet,
  ])
  await say(null)
  await world.release()
  expect(await parts()).toEqual(['FIRST SCHEDULED', 'REST SCHEDULED'])
  world.clock.set('2026-03-20T10:00:00Z')
  await execute()
  expect(await parts()).toEqual(['FIRST SENT', 'REST SENT'])
  expect(
    await admin.rows('select version from destination where destination_uuid = $1', [stage.wallet]),
  ).toEqual([before])
  expect(await world.broken()).toEqual([])
})

it('that was wished for after an approval is for the next one', async () => {
  await approve()
  await say('WANTED')
  await world.release()
  expect(await parts()).toEqual([' SCHEDULED'])
  world.clock.set('2026-03-20T10:00:00Z')
  await execute()
  expect(await parts()).toEqual([' SENT'])
  expect(await world.broken()).toEqual([])
})

it('that did not come in is followed by no rest: another wallet takes its place', async () => {
  await say('WANTED')
  await approve()
  world.clock.set('2026-03-20T10:00:00Z')
  await execute()
  await settle()
  const { replace, other } = await otherWallet()
  await replace()
  expect(await parts()).toEqual(['FIRST SETTLED'])
  // It waits because it is new, and for no word: of another wallet none was asked.
  world.clock.set('2026-03-21T10:00:01Z')
  await world.release()
  expect(await parts(other)).toEqual([' SCHEDULED'])
  expect(await world.broken()).toEqual([])
})

it('is nobody else’s to ask for, and of no account of a bank', async () => {
  expect(await outcome(say('WANTED', stage.bank))).toBe('TRANSITION_NOT_ALLOWED')
  expect(await outcome(say(null, stage.bank))).toBe('done')
  expect(await outcome(say('WANTED', '00000000-0000-7000-8000-000000000001'))).toBe('NOT_FOUND')
  expect(await outcome(say('WANTED', stage.wallet, stage.employer))).toBe('NOT_FOUND')
  expect(await wallet()).toMatchObject({ first_payment: null })
})

/** What waits for a word that nobody is asked for any more. */
const stranded = () =>
  admin.rows(
    `select p.status from payment p join destination d using (destination_uuid)
      where p.hold_reason = 'FIRST_PAYMENT' and d.first_payment is distinct from 'WANTED'`,
  )

it.each(rounds)('holds whatever is asked at one moment, round %i', async round => {
  const sayings: Said[] = ['WANTED', null, 'ARRIVED']
  await say('WANTED')
  if (round % 2 === 0) await approve()
  if (round % 3 === 0) {
    world.clock.set('2026-03-20T10:00:00Z')
    await approve().catch(() => undefined)
    await execute()
    await settle()
  }
  const { replace } = await otherWallet()
  await Promise.all([
    outcome(say(sayings[round % 3] ?? null)),
    outcome(say(sayings[(round + 1) % 3] ?? null)),
    outcome(approve()),
    outcome(execute()),
    ...(round % 2 ? [outcome(replace())] : []),
  ])
  await world.release()
  expect(await stranded()).toEqual([])
  const sent = await admin.rows(
    'select payment_uuid from simulated_rail.transfer join payment_attempt using (attempt_uuid) where accepted group by 1 having count(*) > 1',
  )
  expect(sent).toEqual([])
  expect(await world.broken()).toEqual([])
})
