/** A pay of which a part goes out in bitcoin, by a chain in memory, as its tests tell it. */
import { call } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { type CycleStage, givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { type MemoryChain, memoryChain } from '../gateways/bitcoin/memory-chain.test-data.ts'
import { signerOf } from '../gateways/bitcoin/signer.ts'
import { bitcoinRail } from '../gateways/rails/bitcoin.ts'
import { first, paymentsIn } from './held.test-data.ts'
import { followRails } from './index.ts'

export const signer = signerOf(new Uint8Array(32).fill(7))
export const wallet = signerOf(new Uint8Array(32).fill(101)).address

type Told = CycleStage & { payment_uuids: string[] }
export type InBitcoin = {
  readonly world: World
  readonly admin: Admin
  readonly told: Told
  readonly chain: MemoryChain
  follow(): Promise<void>
  /** Executes the payments and hands them over. */
  execute(): Promise<void>
  payment(): Promise<{
    payment_uuid: string
    status: string
    amount_minor: string
    reference: string
    failure_reason: string | null
    rail: string
  }>
  /** A coin that the treasury's transactions spend. */
  spent(): Promise<{ coin_txid: string; coin_vout: number }>
}

/** A contractor with a bank account, a wallet for dollars and one for bitcoin, whose pay is due. */
async function givenDueInBitcoin(on: World) {
  const stage = await givenApprovableCycle(on)
  const contractor = first(stage)
  await call(on, contractor, 'putCryptoWallet', {
    body: { currency: 'BTC', blockchain: 'bitcoin', address: wallet },
  })
  const admin = await adminOf(on)
  await paymentsIn({ world: on, admin }).setSplit(contractor, [5_000, 2_000, 3_000])
  await admin.close()
  on.clock.set('2026-03-19T10:00:00Z')
  return givenDue(on, stage)
}

/** Opens it before each test, with five million satoshi in the treasury. */
export function eachInBitcoin(take: (it: InBitcoin) => void): void {
  let chain: MemoryChain
  eachInACopy(
    givenDueInBitcoin,
    ({ world, admin, told }) => {
      chain.fund(signer.address, 5_000_000n)
      chain.mine()
      take({ world, admin, told, chain, ...doing({ world, admin, told }) })
    },
    {
      chains: ({ books }) => {
        chain = memoryChain()
        const { node } = chain
        const explorer = 'https://explorer.example.test/tx/'
        const bitcoin = bitcoinRail(books, {
          ...{ node, chain: 'main', signer, from_height: 0, explorer, now: () => new Date() },
        })
        return { bitcoin }
      },
    },
  )
}

function doing({ world, admin, told }: Pick<InBitcoin, 'world' | 'admin' | 'told'>) {
  const one = async <T extends object>(sql: string): Promise<T> => {
    const [row] = await admin.rows<T>(sql)
    if (!row) throw new Error(`nothing found: ${sql}`)
    return row
  }
  return {
    follow: () => followRails({}, { kernel: world.kernel, unit: world.unit }),
    execute: async () => {
      const { operator, payment_uuids } = told
      const body = { pay_date: '2026-03-20', payment_uuids }
      const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
      await world.execute(execution_uuid ?? '')
    },
    payment: () =>
      one<Awaited<ReturnType<InBitcoin['payment']>>>(
        `select p.payment_uuid, p.status, p.amount_minor, p.reference, p.failure_reason, t.rail from payment p
          left join payment_attempt t on t.attempt_uuid = p.attempt_uuid where p.network = 'bitcoin'`,
      ),
    spent: () =>
      one<Awaited<ReturnType<InBitcoin['spent']>>>(
        'select coin_txid, coin_vout from bitcoin_rail.input',
      ),
  }
}
