/** What a rail is handed: the whole account of whom it is for, exactly the money that the ledger says, and each attempt once. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Rail, RailOrder } from '#server/gateways/rails/rail.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
let handed: RailOrder[] = []
const listening = (rail: Rail): Rail => ({
  ...rail,
  send: async orders => {
    handed.push(...orders)
    return rail.send(orders)
  },
})
/** One contractor's 3400.00 USD go to seven places in five currencies; all of it is approved and due. */
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first)
    const [contractor] = made.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    await addPlaces(first, contractor)
    first.clock.set('2026-03-19T10:00:00Z')
    await fund(first, made, '3400.00')
    await approveAll(first, made.employer, made.id)
    first.clock.set('2026-03-20T10:00:00Z')
    return made
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
    handed = []
  },
  { rail: listening },
)

const SHARES = [2000, 1000, 1500, 1500, 1333, 1334, 1333]

async function addPlaces(on: World, who: Person): Promise<void> {
  const bank = (body: object) =>
    call(on, who, 'putBankingInformation', {
      body: { account_name: 'Amara Okafor', ...body } as never,
    })
  await bank({
    currency: 'EUR',
    swift_code: 'COBADEFF',
    iban: 'DE89 3704 0044 0532 0130 00',
    account_number: '532013000',
    account_name: 'A. Okafor',
  })
  await bank({ currency: 'CAD', interac_email: 'amara@bank.test' })
  await bank({
    currency: 'CAD',
    account_number: '1234567',
    transit_number: '00011',
    institution_number: '003',
  })
  await bank({ currency: 'JPY', account_number: '7654321', swift_code: 'BOTKJPJT' })
  await call(on, who, 'putCryptoWallet', {
    body: {
      currency: 'BTC',
      blockchain: 'bitcoin',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    },
  })
  const { destinations } = await call(on, who, 'getBanking')
  await call(on, who, 'putSetupPercentages', {
    body: destinations.map(({ identifier }, n) => ({ identifier, percentage: SHARES[n] ?? 0 })),
  })
}

const execute = async () => {
  const { payment_uuids } = await call(world, stage.operator, 'getChecklist', { query: {} })
  const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  return { payment_uuids, execution_uuid: execution_uuid ?? '' }
}

describe('orders', () => {
  it('name the whole account of each kind of place, and who holds it', async () => {
    await execute()
    const told = handed.map(({ amount, network, account, account_name }) => [
      amount.currency,
      network,
      account,
      account_name,
    ])
    expect(told.toSorted()).toEqual(
      [
        ['USD', 'fiat', '0123453391', 'Amara Okafor'],
        ['USDC', 'solana', 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt', ''],
        ['EUR', 'fiat', 'DE89370400440532013000', 'A. Okafor'],
        ['CAD', 'fiat', 'amara@bank.test', 'Amara Okafor'],
        ['CAD', 'fiat', '1234567', 'Amara Okafor'],
        ['JPY', 'fiat', '7654321', 'Amara Okafor'],
        ['BTC', 'bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ''],
      ].toSorted(),
    )
  })

  it('are for exactly what was taken from the employer, converted once and rounded to the smallest unit', async () => {
    await execute()
    const sources = await admin.rows<{ currency: string; minor: string }>(
      'select sum(source_minor)::text minor from payment',
    )
    expect(sources[0]?.minor).toBe('340000')
    const ours = await admin.rows<{ attempt_uuid: string; currency: string; minor: string }>(
      'select attempt_uuid, currency, amount_minor::text minor from payment order by attempt_uuid',
    )
    expect(
      handed
        .map(({ attempt_uuid, amount }) => ({
          attempt_uuid,
          currency: amount.currency,
          minor: String(amount.minor),
        }))
        .toSorted((a, b) => (a.attempt_uuid < b.attempt_uuid ? -1 : 1)),
    ).toEqual(ours)
    const inFlight = await admin.rows(
      "select currency, (posted_in - posted_out)::text minor from ledger_account where kind = 'in_flight' and posted_in <> posted_out order by 1",
    )
    const sums = new Map<string, bigint>()
    for (const { amount } of handed)
      sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor)
    expect(inFlight).toEqual(
      [...sums]
        .map(([currency, minor]) => ({ currency, minor: String(minor) }))
        .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    )
    // 20 % are 680.00 USD; 13.34 % are 453.56 USD, at 177.89 / 1.1584 yen.
    expect(sums.get('USD')).toBe(68_000n)
    expect(sums.get('JPY')).toBe(69_651n)
  })

  it('are the promise that was approved, to whom it was made', async () => {
    const { items } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 5 },
    })
    const promised = items.flatMap(item => item.parts.map(part => part.promised))
    await execute()
    const arrived = handed.map(({ amount }) => amount)
    const said = (amounts: readonly ({ currency: string; minor: bigint } | null)[]) =>
      amounts.map(of => `${of?.currency} ${of?.minor}`).toSorted()
    expect(said(arrived)).toEqual(said(promised))
  })

  it('are handed over once each, whatever is asked again', async () => {
    const { payment_uuids, execution_uuid } = await execute()
    await world.execute(execution_uuid)
    const again = await call(world, stage.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids: [...payment_uuids, ...payment_uuids] },
    })
    expect(again).toMatchObject({ execution_uuid, queued: 7, refused: 0 })
    await world.execute(again.execution_uuid ?? '')
    expect(handed).toHaveLength(7)
    expect(new Set(handed.map(of => of.attempt_uuid)).size).toBe(7)
  })
})

describe('an execution', () => {
  it('tells by rail and currency what was sent, failed and waits, and as a whole what may be settled', async () => {
    const { execution_uuid, payment_uuids } = await execute()
    const look = () =>
      call(world, stage.operator, 'getExecution', { params: { id: execution_uuid } })
    const found = await look()
    expect(found).toMatchObject({ payments: 7, sent: 7, waiting: 0, finished: true, unsettled: 7 })
    expect(found.by_rail.map(of => [of.network, of.currency, of.payments])).toEqual([
      ['bitcoin', 'BTC', 1],
      ['fiat', 'CAD', 2],
      ['fiat', 'EUR', 1],
      ['fiat', 'JPY', 1],
      ['fiat', 'USD', 1],
      ['solana', 'USDC', 1],
    ])
    const settle = (body: object) =>
      call(world, stage.operator, 'bulkSettle', { body: { reference: 'B', ...body } })
    await settle({ payment_uuids: payment_uuids.slice(0, 2) })
    await expect(settle({ sent: found.sent_seen })).rejects.toMatchObject({
      code: 'EXECUTION_STALE',
    })
    const { sent_seen, unsettled } = await look()
    expect(unsettled).toBe(5)
    expect(await settle({ sent: sent_seen })).toEqual({ settled: 5, refused: [] })
    await expect(settle({ sent: sent_seen })).rejects.toMatchObject({ code: 'EXECUTION_STALE' })
    expect(await look()).toMatchObject({ unsettled: 0, sent: 7, sent_seen: null })
    expect(await admin.rows('select status from line_item')).toEqual([{ status: 'PAID' }])
  })
})
