import { Problem } from '#domain/kernel/problem.ts'
import { stopChange } from '../destinations/index.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import { fromNetwork, takeTries } from '../kernel/limits.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { forgetActor } from './find-actor.ts'
import { endEverywhere } from './sessions.ts'

/** Holds what a mail said was changed, for who did not change it, and logs everybody out of their account. LINK_NOT_VALID for another token. */
export async function stopDestinationChange(
  ctx: Ctx,
  kernel: Kernel,
  provider: IdentityProvider,
  token: string,
): Promise<{ held_until: Date }> {
  await takeTries(kernel, [fromNetwork('links', ctx.address)])
  const change = ctx.gateways.changeLinks.changeOf(token)
  if (!change) throw new Problem('LINK_NOT_VALID', 'identity.problems.linkNotWhole')
  const stopped = await stopChange(ctx, change)
  // Whoever made it is logged in, and is no longer.
  await endEverywhere(ctx, provider, change.contractor_sub, { allBut: null })
  forgetActor(kernel, change.contractor_sub)
  return stopped
}
