/** Who signs: the person who is logged in, by the name and e-mail of their account. Nobody signs as somebody else. */

import { isSameName } from '#domain/contracts/same-name.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'

type Typed = readonly [field: string, value: string]

/** The signer's name, e-mail and network address. VALIDATION names what was typed of somebody else. */
export async function signerOf(
  ctx: Ctx,
  { name, email }: { name: Typed; email?: Typed },
): Promise<{ name: string; email: string; address: string }> {
  const { actor, address } = ctx
  if (!isSameName(name[1], actor.name))
    throw invalidField(
      name[0],
      `You sign as ${actor.name}, the name of your account. Somebody else signs after logging in.`,
    )
  if (email && email[1].toLowerCase() !== actor.email.toLowerCase())
    throw invalidField(
      email[0],
      `You sign with ${actor.email}, the e-mail of your account. Somebody else signs after logging in.`,
    )
  return { name: actor.name, email: actor.email, address }
}
