/** The rails that tell by themselves what becomes of what they sent: those that follow a chain. */
import { BLOCKCHAINS, type Blockchain } from '#domain/kernel/network.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listSentByRails } from './sent.store.ts'

/** Each network with its rail, where that follows it. */
export function followed({ railOf }: Ctx['gateways']): (readonly [Blockchain, Rail])[] {
  return BLOCKCHAINS.map(network => [network, railOf(network)] as const).filter(
    ([, rail]) => rail.follow,
  )
}

/** Their names. */
export function railsFollowed(gateways: Ctx['gateways']): string[] {
  return followed(gateways).map(([, { name }]) => name)
}

/** Whether there is a rail to follow. */
export function isAnyFollowed(gateways: Ctx['gateways']): boolean {
  return followed(gateways).length > 0
}

/** Those of the attempts that left by a rail that is followed. */
export async function leftByChain(
  ctx: Ctx,
  rows: readonly { readonly attempt_uuid: string | null }[],
): Promise<ReadonlySet<string>> {
  const rails = railsFollowed(ctx.gateways)
  const attempt_uuids = rows.flatMap(row => row.attempt_uuid ?? [])
  if (rails.length === 0 || attempt_uuids.length === 0) return new Set()
  return new Set(await listSentByRails(ctx.tx, attempt_uuids, rails))
}
