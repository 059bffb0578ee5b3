import type { z } from 'zod'
import { treasuries as entries, type Treasuries } from '#contract/treasuries.ts'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { limitOf } from '../kernel/wallet-limit.ts'
import { readKeptOutside } from '../ledger/index.ts'

/** The wallets of rails that know theirs, each as its chain was last read; none where everything is recorded by hand. */
export async function listTreasuries(ctx: Ctx): Promise<z.output<typeof Treasuries>> {
  const may = mayCall(ctx.actor, entries.explainMissing)
  const found = await Promise.all(
    BLOCKCHAINS.map(async network => {
      const { treasuries, byHand } = ctx.gateways.railOf(network)
      const held = (await treasuries?.()) ?? []
      return Promise.all(
        held.map(async treasury => {
          const { currency } = treasury.held
          const minor = await readKeptOutside(ctx.tx, currency)
          return {
            ...{ network, ...treasury, booked: { currency, minor } },
            // A limit is for what lies by a key on a server.
            ...limitOf(treasury.held, byHand ? undefined : ctx.gateways.walletLimits),
            allowed_actions:
              (treasury.missing ?? treasury.coin_missing) && may
                ? ['explain_missing' as const]
                : [],
          }
        }),
      )
    }),
  )
  return { treasuries: found.flat() }
}
