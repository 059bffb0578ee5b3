/** Who may do what, while work goes on: people of companies and operators are given other roles, are taken out and come back. */
import { actorOf, call, callAs, type Person } from '#db/seed/cast.ts'
import { MEMBER_ROLES, OPERATOR_ROLES } from '#domain/identity/team.ts'
import type { Company } from '../cast.ts'
import { act, attempt, type Chance, type Move, type Sim } from '../sim.ts'
import { operator } from './operator.ts'

const member: Move = {
  name: 'gives somebody of a company another role, takes them out or lets them in again',
  weight: 1.5,
  async act(sim, chance) {
    const of = chance.pick(sim.companies.filter(({ others }) => others.length > 0))
    const who = chance.pick(of?.others ?? [])
    if (!of || !who) return
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
    const one = chance.pick(members.filter(({ is_me }) => !is_me))
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
