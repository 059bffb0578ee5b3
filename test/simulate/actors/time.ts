/** What contractors report of their time, and what employers answer. */
import { call } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { act, type Move } from '../sim.ts'
import { company, cycleOf, policiesOf } from './employer.ts'

const time: Move = {
  name: 'reports time, or takes it back',
  weight: 4,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    const open = (await call(sim.world, person, 'listTimesheets')).filter(
      ({ allowed_actions }) => allowed_actions.length > 0,
    )
    const period = chance.pick(open)
    if (!period) return
    const { contract_uuid, start_date, timesheet, schedule } = period
    const params = { contract_uuid, start_date }
    if (period.allowed_actions.includes('take_back') && chance.often(0.2)) {
      await act(sim, chance, person, 'takeTimeBack', { params })
      return
    }
    const worked = schedule.filter(() => chance.often(0.7))
    const byDay = worked.map(({ date }) => ({ date, hours: 25 * (1 + chance.below(40)) }))
    const sum = byDay.reduce((all, { hours }) => all + hours, 0)
    const days = chance.often(0.5) && sum > 0 ? byDay : null
    const hours = days ? sum : 25 * (1 + chance.below(400))
    // Now and then of what was seen before somebody changed it.
    const version = Math.max(0, timesheet.version - (chance.often(0.1) ? 1 : 0))
    await act(sim, chance, person, 'reportTime', {
      params,
      body: { version, hours, days, notes: '' },
    })
  },
}

const answerTime: Move = {
  name: 'answers reported time',
  weight: 5,
  async act(sim, chance) {
    const of = company(sim, chance)
    const id = await cycleOf(sim, chance, of)
    if (!id) return
    const show = chance.often(0.7) ? 'waiting' : 'all'
    const query = { limit: 50, show } as const
    const { items } = await call(sim.world, of, 'listCycleTimesheets', { params: id, query })
    const reported = items.flatMap(({ timesheet: { timesheet_uuid, version } }) =>
      timesheet_uuid ? [{ timesheet_uuid, version }] : [],
    )
    const one = chance.pick(items)
    const what = chance.number()
    if (what < 0.5 && reported.length > 0)
      await act(sim, chance, of, 'acceptTimesheets', { params: id, body: { timesheets: reported } })
    else if (one && what < 0.7)
      await act(sim, chance, of, 'correctTimesheet', {
        params: { ...id, line_item_uuid: one.line_item_uuid },
        body: {
          version: one.timesheet.version,
          hours: chance.below(9000),
          reason: 'Not all of it',
        },
      })
    else if (one && what < 0.85)
      await act(sim, chance, of, 'removeEntry', {
        params: {
          ...id,
          line_item_uuid: one.line_item_uuid,
          entry_uuid: one.timesheet.timesheet_uuid ?? newUuid(),
        },
      })
    else if (one)
      await act(sim, chance, of, 'letTimeStand', {
        params: { ...id, line_item_uuid: one.line_item_uuid },
      })
  },
}

const endReported: Move = {
  name: 'reports time of a period whose contract ends before it is accepted',
  weight: 2,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    const period = chance.pick(
      (await call(sim.world, person, 'listTimesheets')).filter(
        ({ allowed_actions, pay }) => pay !== null && allowed_actions.includes('report'),
      ),
    )
    if (!period) return
    const { contract_uuid, start_date, schedule } = period
    const days = schedule.map(({ date }) => ({ date, hours: 100 }))
    const report = { hours: 100 * days.length, notes: '', version: period.timesheet.version }
    const body = { ...report, days: chance.often(0.5) ? days : null }
    await act(sim, chance, person, 'reportTime', { params: { contract_uuid, start_date }, body })
    const [of] = await sim.admin.rows<{ employer: string; policy: string; cycle: string }>(
      `select i.employer_uuid employer, c.policy_uuid policy, c.cycle_uuid "cycle" from line_item i join pay_cycle c using (cycle_uuid)
        where i.contract_uuid = $1 and c.start_date = $2 and not i.back_pay`,
      [contract_uuid, start_date],
    )
    const employer = sim.companies.find(({ employer_uuid }) => employer_uuid === of?.employer)
    if (!of || !employer) return
    const day = chance.pick(schedule)?.date ?? period.end_date
    const today = sim.world.clock.now().toISOString().slice(0, 10)
    await act(sim, chance, employer, 'completeContract', {
      params: { id: contract_uuid },
      body: { desired_completion_date: day < today ? today : day, reason: '' },
    })
    const params = { policy_uuid: of.policy, cycle_uuid: of.cycle }
    const query = { limit: 50, show: 'waiting' } as const
    const { items } = await call(sim.world, employer, 'listCycleTimesheets', { params, query })
    const timesheets = items.flatMap(({ timesheet: { timesheet_uuid, version } }) =>
      timesheet_uuid ? [{ timesheet_uuid, version }] : [],
    )
    if (timesheets.length > 0)
      await act(sim, chance, employer, 'acceptTimesheets', { params, body: { timesheets } })
  },
}

const askForTime: Move = {
  name: 'says whether time has to be reported',
  weight: 0.7,
  async act(sim, chance) {
    const of = company(sim, chance)
    const policy = chance.pick(await policiesOf(sim, of))
    if (!policy) return
    const required = chance.often(0.3)
    await act(sim, chance, of, 'putTimePolicy', { params: { id: policy.id }, body: { required } })
  },
}

export const timeMoves: readonly Move[] = [time, answerTime, endReported, askForTime]
