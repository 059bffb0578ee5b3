import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  invitationActions,
  isVouchedFor,
  rolesToGive,
  TEAMS,
  type TeamAction,
  type TeamKind,
  type Teammate,
  type TeamRole,
  teamActions,
  teamRefusal,
} from './team.ts'

const mate = (
  sub: string,
  role: TeamRole,
  suspended = false,
  inviter_sub: string | null = null,
): Teammate => ({ sub, role, suspended, inviter_sub })
const ann = mate('ann', 'owner')
const ben = mate('ben', 'owner')
const cho = mate('cho', 'approver')
const dee = mate('dee', 'viewer')

describe('the people of an employer', () => {
  const team = [ann, ben, cho, dee]

  it.each<[string, Teammate, Teammate, TeamAction[], TeamRole[]]>([
    ['an owner to another', ann, ben, ['change_role', 'remove'], ['admin', 'approver', 'viewer']],
    ['an owner to an approver', ann, cho, ['change_role', 'remove'], ['owner', 'admin', 'viewer']],
    ['an owner to oneself', ann, ann, ['change_role', 'leave'], ['admin', 'approver', 'viewer']],
    ['an approver to an owner', cho, ann, [], []],
    ['an approver to a viewer', cho, dee, [], []],
    ['a viewer to oneself', dee, dee, ['leave'], []],
    ['a stranger to anyone', mate('eve', 'owner'), dee, [], []],
  ])('%s', (_who, actor, subject, actions, roles) => {
    expect(teamActions('employer', team, actor.sub, subject)).toEqual(actions)
    expect(rolesToGive('employer', team, actor.sub, subject)).toEqual(roles)
  })

  it('the last owner stays an owner, and stays', () => {
    const alone = [ann, cho]
    expect(teamActions('employer', alone, 'ann', ann)).toEqual([])
    expect(teamRefusal('employer', alone, 'ann', ann, 'leave')).toBe('LAST')
    expect(teamRefusal('employer', alone, 'ann', ann, 'remove')).toBe('LAST')
    expect(teamRefusal('employer', alone, 'ann', ann, 'change_role', 'admin')).toBe('LAST')
    expect(teamRefusal('employer', alone, 'ann', cho, 'change_role', 'owner')).toBeUndefined()
  })

  it('who was an owner when the request came is none after a demotion', () => {
    const demoted = [mate('ann', 'admin'), ben]
    expect(teamRefusal('employer', demoted, 'ann', ben, 'remove')).toBe('NOT_IN_CHARGE')
  })

  it('are never suspended one by one', () => {
    expect(teamRefusal('employer', team, 'ann', cho, 'suspend')).toBe('NOT_IN_CHARGE')
  })

  it('giving the role that somebody has changes nothing', () => {
    expect(teamRefusal('employer', team, 'ann', cho, 'change_role', 'approver')).toBe('NO_CHANGE')
  })
})

describe('operators', () => {
  const boss = mate('boss', 'admin')
  const second = mate('second', 'admin')
  const gone = mate('gone', 'admin', true)
  const vera = mate('vera', 'verifier')
  const team = [boss, second, gone, vera]

  it.each<[string, Teammate, Teammate, TeamAction[]]>([
    ['an admin to a verifier', boss, vera, ['change_role', 'suspend']],
    ['an admin to another', boss, second, ['change_role', 'suspend']],
    ['an admin to a suspended one', boss, gone, ['change_role', 'reinstate']],
    ['an admin to oneself', boss, boss, []],
    ['a verifier to anyone', vera, boss, []],
    ['a suspended admin to anyone', gone, vera, []],
  ])('%s', (_who, actor, subject, actions) =>
    expect(teamActions('operators', team, actor.sub, subject)).toEqual(actions),
  )

  it('nobody demotes or suspends themselves, and a suspended admin runs nothing', () => {
    expect(teamRefusal('operators', team, 'boss', boss, 'suspend')).toBe('ONESELF')
    expect(teamRefusal('operators', team, 'boss', boss, 'change_role', 'verifier')).toBe('ONESELF')
    expect(teamRefusal('operators', [boss, gone, vera], 'boss', boss, 'suspend')).toBe('LAST')
  })
})

describe('whatever is allowed', () => {
  const teams = fc.constantFrom<TeamKind>('employer', 'operators').chain(kind =>
    fc.record({
      kind: fc.constant(kind),
      team: fc
        .array(
          fc.record({
            role: fc.constantFrom<TeamRole>(...TEAMS[kind].roles),
            suspended: kind === 'operators' ? fc.boolean() : fc.constant(false),
            inviter_sub: fc.constantFrom(null, 'p0', 'p1'),
          }),
          { minLength: 1, maxLength: 6 },
        )
        .map(rows => rows.map((row, n) => ({ ...row, sub: `p${n}` }))),
      actor: fc.nat(5),
      subject: fc.nat(5),
    }),
  )

  it('leaves somebody who runs the team', () => {
    fc.assert(
      fc.property(teams, ({ kind, team, actor, subject }) => {
        const who = team[actor % team.length] as Teammate
        const whom = team[subject % team.length] as Teammate
        const runs = (one: Teammate) => one.role === TEAMS[kind].runs && !one.suspended
        fc.pre(team.some(runs))
        const rest = team.filter(one => one !== whom)
        for (const action of teamActions(kind, team, who.sub, whom)) {
          const after: Teammate[][] =
            action === 'change_role'
              ? rolesToGive(kind, team, who.sub, whom).map(role => [...rest, { ...whom, role }])
              : action === 'remove' || action === 'leave'
                ? [rest]
                : [[...rest, { ...whom, suspended: action === 'suspend' }]]
          for (const left of after) expect(left.some(runs)).toBe(true)
        }
      }),
    )
  })
})

it('who invited an operator gives them no other role, and does not reinstate them', () => {
  const [ann, ben] = [mate('ann', 'admin'), mate('ben', 'admin')]
  const guest = mate('eve', 'verifier', false, 'ann')
  const out = mate('eve', 'verifier', true, 'ann')
  const judged = (actor: string, subject: Teammate, action: TeamAction) =>
    teamRefusal('operators', [ann, ben, subject], actor, subject, action, 'admin')
  expect(judged('ann', guest, 'change_role')).toBe('OWN_GUEST')
  expect(judged('ann', out, 'reinstate')).toBe('OWN_GUEST')
  expect(judged('ann', guest, 'suspend')).toBeUndefined()
  expect(judged('ben', guest, 'change_role')).toBeUndefined()
  expect(judged('ben', out, 'reinstate')).toBeUndefined()
})

describe('an invitation', () => {
  it.each([
    ['of an operator, to who invited', 'operators', 'ann', false, true, ['withdraw']],
    ['of an operator, to another', 'operators', 'ben', false, true, ['confirm', 'withdraw']],
    ['of an operator that does not stand', 'operators', 'ben', false, false, ['withdraw']],
    ['of an operator that is confirmed', 'operators', 'ann', true, true, ['resend', 'withdraw']],
    ['of an operator whose admin is gone', 'operators', 'ben', true, false, ['withdraw']],
    ["into an employer's team", 'employer', 'ann', false, true, ['resend', 'withdraw']],
    ['into one whose owner is gone', 'employer', 'ben', false, false, ['resend', 'withdraw']],
  ] as const)('%s', (_which, kind, actor, confirmed, stands, actions) =>
    expect(invitationActions(kind, { inviter_sub: 'ann', confirmed, stands }, actor)).toEqual(
      actions,
    ),
  )

  it.each([
    ['of an owner', 'employer', mate('ann', 'owner'), true],
    ['of who is an admin by now', 'employer', mate('ann', 'admin'), false],
    ['of who left', 'employer', mate('eve', 'owner'), false],
    ['of an admin', 'operators', mate('ann', 'admin'), true],
    ['of an admin who is suspended', 'operators', mate('ann', 'admin', true), false],
  ] as const)('%s holds by their word: %s %#', (_which, kind, one, holds) => {
    const invitation = { inviter_sub: 'ann', confirmed_by: null }
    expect(isVouchedFor(kind, invitation, [one])).toBe(holds)
    expect(isVouchedFor(kind, { inviter_sub: null, confirmed_by: null }, [])).toBe(true)
    expect(isVouchedFor(kind, { inviter_sub: null, confirmed_by: 'ann' }, [one])).toBe(holds)
  })

  it('by a command on the server needs no second person', () => {
    const invitation = { inviter_sub: null, confirmed: false, stands: true }
    expect(invitationActions('operators', invitation, 'ben')).toEqual(['resend', 'withdraw'])
  })
})
