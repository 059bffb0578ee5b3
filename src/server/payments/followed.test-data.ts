/** A pay that is due, of which a part goes out on a chain: handing it over, following it, and what became of that part. */
import { call } from '#db/seed/cast.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { Copy } from '#test/harness/copies.ts'
import type { CycleStage, World } from '#test/harness/world.ts'
import { followRails } from './index.ts'

export type Due = CycleStage & { payment_uuids: string[] }

/** A payment on a chain, with the rail of its attempt. */
export type OnChain = {
  readonly payment_uuid: string
  readonly status: string
  readonly amount_minor: string
  readonly reference: string
  readonly failure_reason: string | null
  readonly rail: string
}

/** Where transactions of payments on chains are looked at. */
export const EXPLORER = 'https://explorer.example.test/tx/'

/** Has each who is paid have a third of it on a network from then on, at the wallet of their number. */
export async function givenWallets(
  world: World,
  { contractors }: CycleStage,
  by: {
    readonly blockchain: 'solana' | 'ethereum' | 'algo' | 'hedera'
    readonly walletOf: (nth: number) => string
  },
): Promise<void> {
  for (const [nth, contractor] of contractors.entries()) {
    const { blockchain } = by
    const body = { currency: 'USDC', blockchain, address: by.walletOf(nth) } as const
    const { destinations } = await call(world, contractor, 'putCryptoWallet', { body })
    const shares = [7_000, 0, 3_000]
    const split = destinations.map(({ destination_uuid: identifier }, at) => ({
      ...{ identifier, percentage: shares[at] ?? 0 },
    }))
    await call(world, contractor, 'putSetupPercentages', { body: split })
  }
}

/** What is done with payments that are due and leave by a network. */
export function followed({ world, admin, told }: Copy<Due>, network: Blockchain) {
  return {
    follow: () => followRails({}, { kernel: world.kernel, unit: world.unit }),
    /** Executes all of them and hands them over. */
    execute: async () => {
      const { operator, payment_uuids } = told
      const body = { pay_date: '2026-03-20', payment_uuids }
      const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
      await world.execute(execution_uuid ?? '')
    },
    /** Those of the network, in the order of their attempts. */
    payments: () =>
      admin.rows<OnChain>(
        `select p.payment_uuid, p.status, p.amount_minor, p.reference, p.failure_reason, t.rail from payment p
          left join payment_attempt t on t.attempt_uuid = p.attempt_uuid where p.network = $1 order by t.number, p.payment_uuid`,
        [network],
      ),
  }
}
