/** A pay in USDC on Solana of which a part waits its turn in the rail: it is asked once more whether it may leave before anything is signed for it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type LocalChain, localChain } from '../gateways/solana/local-chain.test-data.ts'
import { solanaNode } from '../gateways/solana/node.ts'
import { solanaChain } from '../gateways/solana/solana-chain.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import { importFtm } from '../screening/lists.test-data.ts'
import { type Due, followed } from './followed.test-data.ts'
import { HELD, SOL, treasury, walletOf } from './on-solana.test-data.ts'

let local: LocalChain
let chain: TokenChain
let on: Copy<Due> & ReturnType<typeof followed>
beforeEach(async () => {
  local = await localChain()
  await local.fund(treasury.address, 'SOL', SOL)
  await local.fund(treasury.address, 'USDC', 1_000_000n * HELD)
  chain = await solanaChain(solanaNode(local.url), treasury, { lanes: 1 })
  await chain.open(SOL)
  local.settle()
  return () => local.end()
})
eachInACopy(
  async (world: World) => {
    const stage = await givenApprovableCycle(world, 2)
    world.clock.set('2026-03-19T10:00:00Z')
    return givenDue(world, stage)
  },
  copy => {
    on = { ...copy, ...followed(copy, 'solana') }
  },
  {
    chains: ({ books }) => ({ solana: tokenRail(books, { chain, now: () => new Date() }) }),
  },
)

const minutes = async (count: number) => {
  for (let n = 0; n < count; n++) {
    local.settle()
    await on.follow()
  }
}
const made = async () => (await on.admin.rows('select from token_rail.transaction')).length
/** Whose payment the rail took and made nothing of, and whose it signed. */
async function parts(): Promise<{ waits: Person; signed: Person }> {
  const rows = await on.admin.rows<{ contractor_sub: string; waits: boolean }>(
    `select p.contractor_sub, r.txid is null waits from payment p join token_rail.payout r on r.attempt_uuid = p.attempt_uuid`,
  )
  const personOf = (waits: boolean) => {
    const sub = rows.find(row => row.waits === waits)?.contractor_sub
    const found = on.told.contractors.find(one => one.sub === sub)
    if (!found) throw new Error('one waits, and one is signed')
    return found
  }
  return { waits: personOf(true), signed: personOf(false) }
}
async function ofPayee({ sub }: Person) {
  const [row] = await on.admin.rows<{ status: string; failure_reason: string | null }>(
    "select status, failure_reason from payment where network = 'solana' and contractor_sub = $1",
    [sub],
  )
  return row
}
const stand = (whom: Person, operation: 'suspend' | 'reinstate') =>
  call(on.world, on.told.operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: whom.sub, operation },
    body: { reason: 'They were asked for a paper.' },
  })
/** Takes another wallet in the place of the one that is paid. */
async function takesAnother(whom: Person) {
  const walletsOf = async () =>
    (await call(on.world, whom, 'getBanking')).destinations.filter(of => of.kind === 'wallet')
  const [before] = await walletsOf()
  const body = { currency: 'USDC', blockchain: 'solana', address: walletOf(9) } as const
  await call(on.world, whom, 'putCryptoWallet', { body })
  const after = (await walletsOf()).find(of => of.address === walletOf(9))
  await call(on.world, whom, 'replaceDestination', {
    params: { id: before?.destination_uuid ?? '' },
    body: { destination_uuid: after?.destination_uuid ?? '' },
  })
}

describe('what waits its turn in a rail of tokens', () => {
  it('fails in words once its contractor is suspended, and leaves when they are reinstated and it is retried', async () => {
    await on.follow()
    await on.execute()
    const { waits, signed } = await parts()
    await stand(waits, 'suspend')
    await stand(signed, 'suspend')
    await minutes(3)
    // What was signed can be sent by whoever holds it: it is followed to its end.
    expect(await ofPayee(signed)).toMatchObject({ status: 'SETTLED' })
    expect(await ofPayee(waits)).toMatchObject({
      status: 'FAILED',
      failure_reason: expect.stringMatching(/^Stopped before it left: .*suspended/),
    })
    expect(await made()).toBe(1)
    expect(await on.world.checked(true)).toEqual([])
    await stand(waits, 'reinstate')
    const [failed] = (await on.payments()).filter(of => of.status === 'FAILED')
    const params = { id: failed?.payment_uuid ?? '' }
    await call(on.world, on.told.operator, 'retryPayment', { params })
    await on.execute()
    await minutes(3)
    expect((await on.payments()).map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    expect(await made()).toBe(2)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('fails where a list that came meanwhile names its wallet, also before anybody else looked', async () => {
    await on.follow()
    await on.execute()
    const { waits } = await parts()
    const [row] = await on.admin.rows<{ address: string }>(
      "select address from destination where contractor_sub = $1 and kind = 'wallet'",
      [waits.sub],
    )
    const publicKey = [row?.address]
    const listed = {
      id: 'w-1',
      schema: 'CryptoWallet',
      properties: { publicKey, topics: ['sanction', 'invented'] },
    }
    await importFtm(on.world, `${JSON.stringify(listed)}\n`)
    await minutes(3)
    expect(await ofPayee(waits)).toMatchObject({ status: 'FAILED' })
    expect(await made()).toBe(1)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('fails where its contractor took another wallet meanwhile', async () => {
    await on.follow()
    await on.execute()
    const { waits } = await parts()
    await takesAnother(waits)
    await minutes(3)
    expect(await ofPayee(waits)).toMatchObject({ status: 'FAILED' })
    expect(await made()).toBe(1)
    expect(await on.world.checked(true)).toEqual([])
  })
})
