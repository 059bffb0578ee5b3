/** Who may do what, while work goes on: people of companies and operators are given other roles, are taken out and come back. */
import { actorOf, call, callAs, type Person } from '#db/seed/cast.ts'
import { MEMBER_ROLES, OPERATOR_ROLES } from '#domain/identity/team.ts'
import type { Company } from '../cast.ts'
import { act, attempt, type Chance, type Move, type Sim } from '../sim.ts'
import { operator } from './operator.ts'

/** Most often one of those who said the first half of something that waits: of a step, or by having a bank's file made. */
async function oneOf(sim: Sim, chance: Chance, subs: readonly string[], team: string | null) {
  const halves = await sim.admin.rows<{ sub: string }>(
    `select distinct sub from (
        select asked_by sub from approval_step where answer is null and employer_uuid is not distinct from $1
        union all select made_by from bank_batch where status = 'WAITING') half
      where sub = any($2) order by sub`,
    [team, subs],
  )
  return (chance.often(0.8) && chance.pick(halves)?.sub) || chance.pick(subs)
}

const member: Move = {
  name: 'gives somebody of a company another role, takes them out or lets them in again',
  weight: 1.5,
  async act(sim, chance) {
    const of = chance.pick(sim.companies.filter(({ others }) => others.length > 0))
    if (!of) return
    const subs = of.others.map(({ sub }) => sub)
    const sub = await oneOf(sim, chance, subs, of.employer_uuid)
    const who = of.others.find(one => one.sub === sub)
    if (!who) return
    const { members } = await call(sim.world, of, 'listMembers')
    if (!members.some(({ sub }) => sub === who.sub)) await letIn(sim, chance, of, who)
    else if (chance.often(0.2))
      await act(sim, chance, of, 'removeMember', { params: { sub: who.sub } })
    else {
      const role = chance.pick(MEMBER_ROLES.filter(one => one !== 'owner')) ?? 'admin'
      await act(sim, chance, of, 'changeMemberRole', { params: { sub: who.sub }, body: { role } })
    }
  },
}

/** Invites who was taken out, or sends the link again that they have, by which they come back. */
async function letIn(sim: Sim, chance: Chance, of: Company, who: Person): Promise<void> {
  const { invitations } = await call(sim.world, of, 'listMembers')
  const waits = invitations.find(({ email }) => email === who.email)
  let token = ''
  const hear = (_: string, { secret }: { readonly secret?: string }) => {
    if (secret) token = secret
  }
  const actor = await actorOf(sim.world, of)
  if (waits)
    await attempt(sim, chance, 'resendMemberInvitation', () => {
      const params = { id: waits.invitation_uuid }
      return callAs(sim.world, actor, 'resendMemberInvitation', { params }, hear)
    })
  else
    await attempt(sim, chance, 'inviteMember', () => {
      const body = {
        email: who.email,
        role: chance.pick(['admin', 'approver'] as const) ?? 'admin',
      }
      return callAs(sim.world, actor, 'inviteMember', { body }, hear)
    })
  if (token) await act(sim, chance, who, 'acceptTeamInvitation', { body: { token } })
}

const colleague: Move = {
  name: 'suspends an operator, lets one in again or gives one another role',
  weight: 1.5,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { members } = await call(sim.world, who, 'listOperators')
    const subs = members.filter(({ is_me }) => !is_me).map(({ sub }) => sub)
    const sub = await oneOf(sim, chance, subs, null)
    const one = members.find(known => known.sub === sub)
    if (!one) return
    const params = { sub: one.sub }
    if (one.suspended)
      await act(sim, chance, who, 'changeOperatorStanding', {
        params: { ...params, operation: 'reinstate' },
      })
    else if (one.role !== 'admin' || chance.often(0.4)) {
      const role = one.role === 'admin' ? (chance.pick(OPERATOR_ROLES) ?? 'admin') : 'admin'
      await act(sim, chance, who, 'changeOperatorRole', { params, body: { role } })
    } else
      await act(sim, chance, who, 'changeOperatorStanding', {
        params: { ...params, operation: 'suspend' },
      })
  },
}

export const accessMoves: readonly Move[] = [member, colleague]
