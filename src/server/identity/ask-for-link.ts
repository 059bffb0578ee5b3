import { invalidField } from '#domain/kernel/problem.ts'
import { afterTheAnswer, fromNetwork, mayMail, PACES, takeTries } from '../kernel/limits.ts'
import { networkOf } from '../kernel/network.ts'
import { ownPath } from '../kernel/own-path.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import type { LinkKind } from './mail-link.ts'

/** What mailed links go by: they lead on to pages of `origins` alone. */
export type Mailed = { readonly kernel: Kernel; readonly origins: readonly string[] }

/** Asks for a link by a job: the answer is the same, and takes the same time, whether or not there is such an account. */
export async function askForLink(
  ctx: Ctx,
  { kernel, origins }: Mailed,
  kind: LinkKind,
  { email, continuation_url }: { email: string; continuation_url?: string | undefined },
): Promise<void> {
  const go_on_to = ownPathOf(origins, continuation_url)
  await takeTries(kernel, [fromNetwork(kind, ctx.address)])
  const link = { kind, email, network: networkOf(ctx.address), go_on_to }
  await ctx.enqueue('send_link', link, { run_at: afterTheAnswer() })
}

/** Asks for the link that proves one's own address; who has proved it gets none. */
export async function askForVerification(
  ctx: Ctx,
  { kernel, origins }: Mailed,
  continuation_url: string | undefined,
): Promise<void> {
  const go_on_to = ownPathOf(origins, continuation_url)
  if (ctx.actor.email_verified) return
  await takeTries(kernel, [{ bucket: `verification of ${ctx.actor.sub}`, ...PACES.mails }])
  await requestVerification(ctx, kernel, go_on_to)
}

/** Has the link mailed that proves the address, unless too many went there. */
export async function requestVerification(
  { actor, address, enqueue }: Ctx,
  kernel: Kernel,
  go_on_to?: string,
): Promise<void> {
  const from = { network: networkOf(address), known: false }
  if (await mayMail(kernel, 'verification', actor.email, from))
    await enqueue('send_verification_link', { sub: actor.sub, go_on_to })
}

/**
 * The path of ours that an address leads to; undefined for the usual one. Refuses what is not plainly an address of ours: other
 * origins, user names, and spellings that browsers read another way.
 */
function ownPathOf(origins: readonly string[], address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const plain =
    /^https?:\/\/[\w.:[\]-]+(\/[^\\\s\p{Cc}]*)?$/u.test(address) && URL.canParse(address)
  if (!plain || !origins.includes(new URL(address).origin))
    throw invalidField('continuation_url', 'identity.problems.linkElsewhere')
  const { pathname, search, hash } = new URL(address)
  return pathname === '/' ? undefined : ownPath(`${pathname}${search}${hash}`)
}
