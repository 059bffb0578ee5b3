/** What the tests of teams share: how a work ends, the token of a link that is sent again, and people who join. */
import { actorOf, callAs, inviteToTeam, joinTeam, type Person, type Stage } from '#db/seed/cast.ts'
import type { MemberRole } from '#domain/identity/team.ts'
import { Problem } from '#domain/kernel/problem.ts'

export const PASSWORD = 'Blue-kettle-on-the-9th-shelf'

/** A person as they introduce themselves. */
export function newcomer(email: string) {
  return { email, first_name: 'Priya', last_name: 'Raman', password: PASSWORD }
}

/** Somebody who was invited by a person of an employer, and joined. */
export async function added(
  stage: Stage,
  inviter: Person,
  email: string,
  role: MemberRole,
): Promise<Person> {
  const token = await inviteToTeam(stage, inviter, { email, role })
  return joinTeam(stage, token, newcomer(email))
}

/** Sends an invitation again and answers the token of its new link. */
export async function resent(stage: Stage, who: Person, id: string): Promise<string> {
  let token = ''
  const hear = (_type: string, { secret }: { readonly secret?: string }) => {
    token = secret ?? ''
  }
  const actor = await actorOf(stage, who)
  await callAs(stage, actor, 'resendMemberInvitation', { params: { id } }, hear)
  return token
}

/** The codes with which works ended, `ok` for those that did not fail, sorted. */
export async function outcomes(works: readonly Promise<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(works)
  return ends
    .map(end => {
      if (end.status === 'fulfilled') return 'ok'
      if (end.reason instanceof Problem) return end.reason.code
      throw end.reason
    })
    .sort()
}

/** The code with which a work ended. */
export async function outcome(work: Promise<unknown>): Promise<string | undefined> {
  return (await outcomes([work]))[0]
}
