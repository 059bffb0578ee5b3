/** Who signs: the person who is logged in, by the name and e-mail of their account. Nobody signs as somebody else. */

import { formatDate } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { isSameName } from '#domain/kernel/same-name.ts'
import { holdName, selectEarlierName } from '../identity/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'

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
  /** What they were called until lately, with the day of the change; undefined for nothing else. */
  readonly earlier_name: string | undefined
}

/**
 * The signer's name, which nobody changes until the transaction ends, their e-mail and network address. NAME_DIFFERS until a name that is not the account's was confirmed; then both are
 * recorded. Who changed their name in the year before signs by both. VALIDATION names an e-mail that was typed of somebody else.
 */
export async function signerOf(ctx: Ctx, { name, sure, email }: Typed): Promise<Signer> {
  const { actor, address } = ctx
  const own = (await holdName(ctx.tx, actor.sub)) ?? actor.name
  const same = isSameName(name, own)
  if (!same && !sure)
    throw new Problem('NAME_DIFFERS', 'contracts.problems.nameDiffers', {
      params: { name: own, typed: name },
    })
  if (email && email[1].toLowerCase() !== actor.email.toLowerCase())
    throw invalidField(email[0], 'contracts.problems.signsWithAccount', { email: actor.email })
  const before = await selectEarlierName(ctx.tx, actor.sub, ctx.now)
  const earlier_name =
    before &&
    say('contracts.documents.contract.until', {
      name: before.name,
      date: formatDate(before.until.toISOString().slice(0, 10)),
    })
  const typed_name = same ? undefined : name
  return { name: own, typed_name, email: actor.email, address, earlier_name }
}
