import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { selectTeamEmails } from './team.store.ts'

/** The addresses of who works for the acting company, in small letters, and of who acts: none of them is a contractor of theirs. */
export async function teamEmails(ctx: Ctx): Promise<ReadonlySet<string>> {
  const emails = await selectTeamEmails(ctx.tx, employerOf(ctx.actor))
  return new Set([ctx.actor.email, ...emails].map(email => email.toLowerCase()))
}
