/** Whatever becomes of an invitation meets whatever else does, from either side: both end as one after the other would. */
import { afterAll, beforeAll, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { asInTurn, pairsOf } from '#test/harness/races.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { type SmallWorld, smallWorld } from './small-world.test-data.ts'

let world: SmallWorld
let boss: Actor & { employer_uuid: string }
let other: Actor & { employer_uuid: string }
let operator: Actor
let count = 0

beforeAll(async () => {
  world = await smallWorld()
  operator = await world.person('operator', 'ops@corridor.test', 'Olu Ade')
  boss = await world.employer('dana@northwind.test', 'Dana Whitfield')
  other = await world.employer('owen@harbor.test', 'Owen Hart')
  // Who is verified may invite as many as the tests need.
  await world.unit(SYSTEM_ACTOR, ({ tx }) =>
    tx.updateTable('employer').set({ verification: 'VERIFIED' }).execute(),
  )
})
afterAll(() => world?.end())

type Cast = { readonly person: Actor; readonly id: string; readonly token: string }

const invite = (by: Actor, email: string) =>
  world.call('inviteContractor', by, { body: { email, role: 'Designer' } })
const standing = (operation: 'suspend' | 'reinstate') =>
  world.call('changeStanding', operator, {
    params: { userTypes: 'employers', sub: boss.employer_uuid, operation },
    body: {},
  })
const remove = (person: Actor, seen?: 'INVITED' | 'ACCEPTED') =>
  world.call('deleteContractor', boss, {
    params: { contractor_email: person.email },
    query: { seen },
  })

async function cast(): Promise<Cast> {
  const person = await world.contractor(`person${++count}@example.test`, 'Mariana Salgado')
  const { invitation_uuid: id } = await invite(boss, person.email)
  const token = world.lastToken()
  // A link is sent again at most once a minute.
  world.clock.set(new Date(world.clock.now().getTime() + 61_000).toISOString())
  return { person, id, token }
}

const ACTS: Record<string, (of: Cast) => Promise<unknown>> = {
  accept: ({ person, id }) => world.call('acceptInvitation', person, { params: { id } }),
  reject: ({ person, id }) => world.call('rejectInvitation', person, { params: { id } }),
  'look at the link': ({ token }) =>
    world.call(
      'findInvitation',
      { ...SYSTEM_ACTOR, role: 'anonymous', sub: '' },
      { params: { token } },
    ),
  'send again': ({ person }) =>
    world.call('resendInvitation', boss, { params: { contractor_email: person.email } }),
  remove: ({ person }) => remove(person, 'INVITED'),
  'remove or offboard': ({ person }) => remove(person),
  offboard: ({ person }) => remove(person, 'ACCEPTED'),
  'invite anew': ({ person }) => invite(boss, person.email),
  'be invited by another': ({ person }) => invite(other, person.email),
  'suspend the company': () => standing('suspend'),
}

/** What is kept of them, whoever they are. */
async function kept({ person, id }: Cast): Promise<unknown> {
  const rows = await world.unit(SYSTEM_ACTOR, ({ tx }) =>
    tx.selectFrom('invitation').selectAll().where('email', '=', person.email).execute(),
  )
  await standing('reinstate').catch(() => {})
  return rows
    .map(row =>
      JSON.stringify({
        by: row.employer_uuid === boss.employer_uuid ? 'boss' : 'other',
        is: row.invitation_uuid === id ? 'the first' : 'new',
        status: row.status,
        removed: row.removed_at !== null,
        answered: row.answered_at !== null,
        theirs: row.contractor_sub !== null,
        sent: row.link_sent_at > row.datetime_invited,
      }),
    )
    .toSorted()
}

it.each(pairsOf(Object.keys(ACTS)))('%s, %s', (a, b) =>
  asInTurn(
    async () => {
      const of = await cast()
      const act = (name: string) => async () => ACTS[name]?.(of)
      return { acts: [act(a), act(b)], kept: () => kept(of) }
    },
    heavy(1, 10),
  ),
)
