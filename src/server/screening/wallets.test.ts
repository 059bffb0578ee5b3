/** Wallets that a list names are found by their address, and nothing is paid to whose they are until two people looked. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenDuePayments, plainWorld, type World } from '#test/harness/world.ts'
import { importList } from './index.ts'
import { decide, fileOf, importFtm, invented, screenAll, waitingHits } from './lists.test-data.ts'

let world: World
let admin: Admin
let stage: Awaited<ReturnType<typeof givenDuePayments>>
beforeEach(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenDuePayments(world, 2)
})
afterEach(async () => {
  await admin.close()
  await world.close()
})

const ETHEREUM = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
const paid = () => stage.contractors[0] as Person
async function addressOf({ sub }: Person): Promise<string> {
  const [row] = await admin.rows<{ address: string }>(
    "select address from destination where contractor_sub = $1 and kind = 'wallet'",
    [sub],
  )
  return row?.address ?? ''
}
const wallet = (id: string, publicKey: string, more: object = {}) =>
  `${JSON.stringify({ id, schema: 'CryptoWallet', properties: { publicKey: [publicKey], topics: ['sanction', 'invented'], ...more } })}\n`
const hits = () => waitingHits(world, stage.operator)
/** Whose payments wait, as operators read it. */
async function held(): Promise<string[]> {
  const { items } = await call(world, stage.operator, 'listUnpaid', { query: { limit: 50 } })
  const waits = items.filter(({ blockers }) => blockers.some(({ code }) => code === 'COMPLIANCE'))
  return [...new Set(waits.map(item => item.contractor_name))].sort()
}

it('holds what is paid to somebody whose wallet is on it, and nobody else, until it is decided', async () => {
  const address = await addressOf(paid())
  await importFtm(world, wallet('w-1', address))
  await screenAll(world)
  expect(await held()).toHaveLength(1)
  const [hit, ...others] = await hits()
  expect(others).toEqual([])
  expect(hit).toMatchObject({
    status: 'OPEN',
    score: 100,
    subject_kind: 'wallet',
    party: { kind: 'contractor', id: paid().sub },
    subject: { names: [], wallets: [address] },
    entry: { entry_id: 'w-1', names: [], wallets: [address], topics: ['sanction', 'invented'] },
    reasons: [{ field: 'wallet', agrees: 'same', points: 100 }, { field: 'name' }],
  })
  if (hit) await decide(world, stage.operator, hit, 'clear', 'The list took it off yesterday.')
  expect(await held()).toEqual([])
  // Decided is decided, for this wallet and this entry as they are.
  await importFtm(world, wallet('w-1', address) + invented({ id: 'i', name: 'Else Where' }))
  await screenAll(world)
  expect(await hits()).toEqual([])
  expect(await world.broken()).toEqual([])
})

it('says whose it is where the list has that, in whichever line, and ends with the list that leaves it out', async () => {
  const address = await addressOf(paid())
  const text =
    wallet('w-1', address, { holder: ['inv-9'] }) + invented({ id: 'inv-9', name: 'Vashkelo' })
  await importFtm(world, text)
  await screenAll(world)
  const found = await hits()
  expect(found).toMatchObject([
    {
      subject_kind: 'wallet',
      entry: { entry_id: 'inv-9', names: ['Vashkelo'], wallets: [address] },
    },
  ])
  await importFtm(world, invented({ id: 'inv-9', name: 'Vashkelo' }), { version: '2' })
  await screenAll(world)
  expect(await hits()).toEqual([])
  expect(await held()).toEqual([])
})

it('finds a wallet that is added later before anything is paid to it, however its letters are written', async () => {
  await importFtm(world, wallet('w-2', ETHEREUM.toLowerCase()))
  await screenAll(world)
  expect(await hits()).toEqual([])
  await call(world, paid(), 'putCryptoWallet', {
    body: { currency: 'USDC', blockchain: 'ethereum', address: ETHEREUM },
  })
  const { pay_date, payment_uuids } = { pay_date: '2026-03-20', payment_uuids: stage.payment_uuids }
  const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
    body: { pay_date, payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  expect(await hits()).toMatchObject([
    { subject_kind: 'wallet', party: { id: paid().sub }, subject: { wallets: [ETHEREUM] } },
  ])
  expect(await held()).toHaveLength(1)
})

it('finds what a company funds from, out of OFAC’s remarks, and holds what it pays', async () => {
  await call(world, stage.employer, 'putEmployerCryptoInfo', {
    body: { currency: 'USDC', blockchain: 'ethereum', address: ETHEREUM },
  })
  const remarks = `DOB 1962; Digital Currency Address - ETH ${ETHEREUM}; invented.`
  const row = [
    '7',
    '"VASHKELO, Tobrin"',
    'individual',
    'INVENTED',
    ...Array(7).fill('-0- '),
    `"${remarks}"`,
  ]
  const path = await fileOf(`${row.join(',')}\n`, 'sdn.csv')
  const files = { source: 'ofac', format: 'ofac', version: '1', path } as const
  await world.unit(ctx => importList(ctx.tx, files, ctx.now))
  await screenAll(world)
  expect(await hits()).toMatchObject([
    {
      subject_kind: 'wallet',
      party: { kind: 'employer', id: stage.employer.employer_uuid },
      entry: { entry_id: '7', names: ['VASHKELO, Tobrin'], wallets: [ETHEREUM] },
    },
  ])
  expect(await held()).toHaveLength(2)
})
