/** A pay of which a part goes out in bitcoin, by a chain in memory, as its tests tell it. */
import type { Kysely } from 'kysely'
import { call } from '#db/seed/cast.ts'
import type { DB } from '#db/types.gen.ts'
import { adminOf } from '#test/harness/admin.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { type MemoryChain, memoryChain } from '../gateways/bitcoin/memory-chain.test-data.ts'
import { type BitcoinSigner, signerOf } from '../gateways/bitcoin/signer.ts'
import { bitcoinRail } from '../gateways/rails/bitcoin.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { type Due, EXPLORER, followed, type OnChain } from './followed.test-data.ts'
import { first, paymentsIn } from './held.test-data.ts'

export const signer = signerOf(new Uint8Array(32).fill(7))
export const wallet = signerOf(new Uint8Array(32).fill(101)).address

export type InBitcoin = Copy<Due> & {
  readonly chain: MemoryChain
  follow(): Promise<void>
  /** Executes the payments and hands them over. */
  execute(): Promise<void>
  payment(): Promise<OnChain>
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

/** Opens it before each test, with five million satoshi in the treasury; of another signer where one is given, and beside other rails. */
export function eachInBitcoin(
  take: (it: InBitcoin) => void,
  by: BitcoinSigner = signer,
  beside: (books: Kysely<DB>) => Readonly<Partial<Record<string, Rail>>> = () => ({}),
): void {
  let chain: MemoryChain
  eachInACopy(
    givenDueInBitcoin,
    copy => {
      chain.fund(by.address, 5_000_000n)
      chain.mine()
      take({ ...copy, chain, ...doing(copy) })
    },
    {
      chains: ({ books }) => {
        chain = memoryChain()
        const { node } = chain
        const bitcoin = bitcoinRail(books, {
          ...{ node, chain: 'main', signer: by, from_height: 0, explorer: EXPLORER },
          now: () => new Date(),
        })
        return { ...beside(books), bitcoin }
      },
    },
  )
}

function doing(copy: Copy<Due>) {
  const { payments, ...rest } = followed(copy, 'bitcoin')
  const only = <T>([row]: readonly T[]): T => {
    if (!row) throw new Error('nothing leaves in bitcoin')
    return row
  }
  return {
    ...rest,
    payment: async () => only(await payments()),
    spent: async () =>
      only(
        await copy.admin.rows<Awaited<ReturnType<InBitcoin['spent']>>>(
          'select coin_txid, coin_vout from bitcoin_rail.input',
        ),
      ),
  }
}
