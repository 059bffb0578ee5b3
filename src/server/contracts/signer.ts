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
    throw invalidField(name[0], 'contracts.problems.signsAsAccount', { name: actor.name })
  if (email && email[1].toLowerCase() !== actor.email.toLowerCase())
    throw invalidField(email[0], 'contracts.problems.signsWithAccount', { email: actor.email })
  return { name: actor.name, email: actor.email, address }
}
