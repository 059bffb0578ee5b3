import type { z } from 'zod'
import { treasuries as entries, type Treasuries } from '#contract/treasuries.ts'
import { expectedOf } from '#domain/payments/wallet-books.ts'
import type { Treasury } from '../gateways/rails/rail.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { limitOf } from '../kernel/wallet-limit.ts'
import { followed } from './followed.ts'
import { listReadings, type ReadingRow } from './wallet.store.ts'
import { type Booked, readBooked } from './wallet-books.ts'

type Shown = z.output<typeof Treasuries>['treasuries'][number]

/** The wallets of rails that know theirs, each as its chain was last read and as the books have it; none where everything is recorded by hand. */
export async function listTreasuries(ctx: Ctx): Promise<z.output<typeof Treasuries>> {
  const rails = followed(ctx.gateways)
  const [booked, readings] = [await readBooked(ctx, rails), await listReadings(ctx.tx)]
  const found = await Promise.all(
    rails.map(async ([network, { treasuries, byHand }]) =>
      ((await treasuries?.()) ?? []).map((treasury): Shown => {
        const isOf = (one: Pick<ReadingRow, 'network' | 'currency'>) =>
          one.network === network && one.currency === treasury.held.currency
        return {
          ...{ network, ...treasury, ...byBooks(booked.find(isOf)) },
          difference: differenceOf(ctx, readings.find(isOf)),
          // A limit is for what lies by a key on a server.
          ...limitOf(treasury.held, byHand ? undefined : ctx.gateways.walletLimits),
          allowed_actions: missingActions(ctx, treasury),
        }
      }),
    ),
  )
  return { treasuries: found.flat() }
}

function byBooks(of: Booked | undefined): Pick<Shown, 'booked' | 'own'> {
  if (!of) return {}
  const { currency, sums } = of
  return { booked: { currency, minor: expectedOf(sums) }, own: { currency, minor: sums.own } }
}

function differenceOf(ctx: Ctx, of: ReadingRow | undefined): Shown['difference'] {
  if (!of?.since) return null
  const { currency, minor, since, stops } = of
  const may = mayCall(ctx.actor, entries.explainWallet)
  return { amount: { currency, minor }, since, stops, allowed_actions: may ? ['explain'] : [] }
}

function missingActions(
  ctx: Ctx,
  { missing, coin_missing }: Treasury,
): NonNullable<Shown['allowed_actions']> {
  const may = (missing ?? coin_missing) && mayCall(ctx.actor, entries.explainMissing)
  return may ? ['explain_missing'] : []
}
