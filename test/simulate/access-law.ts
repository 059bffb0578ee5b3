/** Laws of who may: what took somebody's word was said by one who could say it before the step or after it, since several act in one. */
import { APPROVING_ROLES } from '#domain/identity/team.ts'
import type { State } from './state.ts'

type Role = string | undefined

/** The role of each who is in a team and not suspended, by whose team it is: a company's, or the operators' under ''. */
function rolesIn({ companies, operators }: State): Map<string, Map<string, string>> {
  return new Map([
    ...companies.map(({ id, team }) => [id, new Map(team)] as const),
    ['', new Map(operators.filter(of => !of.suspended).map(({ sub, role }) => [sub, role]))],
  ])
}

/** Whether one who has such a role could say it: before the step, or after it. */
function could(after: State, before: State, may: (role: Role) => boolean) {
  const [now, then] = [rolesIn(after), rolesIn(before)]
  return (team: string, sub: string) => [now, then].some(roles => may(roles.get(team)?.get(sub)))
}

const approves = (role: Role) => APPROVING_ROLES.some(may => may === role)
const movesMoney = (role: Role) => role === 'admin' || role === 'treasurer'

/** Each yes to pay, and each in whose place one was given, is of one who approves pay of that company. */
export function yesesAreOfApprovers(after: State, before: State): string[] {
  const known = new Map(before.items.map(row => [row.id, row.approval]))
  const may = could(after, before, approves)
  return after.items.flatMap(({ id, employer, approval, approved_by, stood_in_for, first_yes }) => {
    if (approved_by === null || approval === known.get(id)) return []
    const first = first_yes ? [first_yes.by, ...first_yes.stood_in_for] : []
    return [approved_by, ...stood_in_for, ...first]
      .filter(sub => !may(employer, sub))
      .map(sub => `item ${id} was approved by the word of ${sub}, who may not`)
  })
}

/** Both of the two who say yes to one thing may say it by then. */
export function bothOfTwoMay(after: State, before: State): string[] {
  const was = new Map(before.steps.map(row => [row.id, row.answer]))
  return after.steps.flatMap(({ id, kind, employer, answer, by, may_answer }) => {
    if (answer !== 'APPROVED' || was.get(id) === 'APPROVED') return []
    const may = could(after, before, role => role !== undefined && may_answer.includes(role))
    return by
      .filter(sub => !may(employer ?? '', sub))
      .map(sub => `the step ${id} (${kind}) was approved by the word of ${sub}, who may not`)
  })
}

/** A bank's file leaves by the word of two who move money by then: who had it made, and who released it. */
export function filesLeaveByTwoWhoMay(after: State, before: State): string[] {
  const was = new Map(before.bank_files.map(row => [row.id, row.status]))
  const may = could(after, before, movesMoney)
  return after.bank_files.flatMap(({ id, status, by }) => {
    if (status !== 'RELEASED' || was.get(id) === 'RELEASED') return []
    return by.filter(sub => !may('', sub)).map(sub => `the file ${id} left by the word of ${sub}`)
  })
}

/** All of them. */
export const accessLaws = [yesesAreOfApprovers, bothOfTwoMay, filesLeaveByTwoWhoMay]
