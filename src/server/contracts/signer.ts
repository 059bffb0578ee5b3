/** Who signs: the person who is logged in, by the name and e-mail of their account. Nobody signs as somebody else. */

import { isSameName } from '#domain/contracts/same-name.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'

type Typed = {
  readonly name: string
  /** Whether who typed another name said that both are theirs. */
  readonly sure: boolean | undefined
  readonly email?: readonly [field: string, value: string]
}

export type Signer = {
  readonly name: string
  /** What was typed, where it is another name. */
  readonly typed_name: string | undefined
  readonly email: string
  readonly address: string
}

/**
 * The signer's name, e-mail and network address. NAME_DIFFERS until a name that is not the account's was confirmed; then both are
 * recorded. VALIDATION names an e-mail that was typed of somebody else.
 */
export function signerOf({ actor, address }: Ctx, { name, sure, email }: Typed): Signer {
  const same = isSameName(name, actor.name)
  if (!same && !sure)
    throw new Problem('NAME_DIFFERS', 'contracts.problems.nameDiffers', {
      params: { name: actor.name, typed: name },
    })
  if (email && email[1].toLowerCase() !== actor.email.toLowerCase())
    throw invalidField(email[0], 'contracts.problems.signsWithAccount', { email: actor.email })
  return { name: actor.name, typed_name: same ? undefined : name, email: actor.email, address }
}
