/** What is ready on each rail, against what lies where it leaves from and the hour of its bank. */
import type { z } from 'zod'
import type { Checklist } from '#contract/payments.ts'
import { nextCutOff } from '#domain/payments/file-day.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { readKeptOutside } from '../ledger/index.ts'
import { listChannels } from './bank-channel.report.store.ts'
import { channelDays } from './channel-days.ts'

type Shown = z.output<typeof Checklist>
export type ReadyRail = Shown['ready'][number]

/** Says of each rail what lies where it leaves from, and of a bank that has an hour when it stops taking payments for the day. */
export async function withBalances(
  ctx: Ctx,
  ready: readonly ReadyRail[],
  chains: Shown['chains'] = [],
): Promise<ReadyRail[]> {
  if (ready.length === 0) return []
  const cutOffs = await cutOffsOf(ctx)
  return Promise.all(
    ready.map(async rail => {
      const { network, currency } = rail
      if (network === 'fiat') {
        const kept = await readKeptOutside(ctx.tx, currency)
        // What was exchanged by hand lies elsewhere: our books of the currency say nothing then.
        return { ...rail, balance: kept > 0n ? kept : null, cut_off: cutOffs.get(currency) ?? null }
      }
      const own = chains.find(of => of.network === network && of.total.currency === currency)
      return { ...rail, balance: own?.ready.minor ?? null, cut_off: null }
    }),
  )
}

type ByCurrency = ReadonlyMap<string, NonNullable<ReadyRail['cut_off']>>

/** The hours of the banks whose channels are in force, by currency: of several the first that comes. */
async function cutOffsOf(ctx: Ctx): Promise<ByCurrency> {
  const channels = await listChannels(ctx)
  const hours = channels.flatMap(({ currency, confirmed_at, channel }) => {
    if (confirmed_at === null || channel.cut_off === null) return []
    const at = nextCutOff(ctx.now, channel.cut_off, channelDays(channel))
    const minutes = Math.ceil((at.getTime() - ctx.now.getTime()) / 60_000)
    return [{ currency, hour: { at, minutes } }]
  })
  const latestFirst = hours.toSorted((a, b) => b.hour.minutes - a.hour.minutes)
  return new Map(latestFirst.map(({ currency, hour }) => [currency, hour]))
}
