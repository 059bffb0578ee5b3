/** What people do about time, for its tests. */
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { CycleStage, World } from '#test/harness/world.ts'

type Stage = { readonly world: World; readonly stage: CycleStage; readonly admin: Admin }

/** The acts of a world that is there once they are called. */
export function timeActs(at: () => Stage) {
  const contractor = () => at().stage.contractors[0] as Person
  const other = () => at().stage.contractors[1] as Person
  const periods = (who = contractor()) => call(at().world, who, 'listTimesheets')
  const period = async (who = contractor()) => {
    const of = (await periods(who)).find(({ start_date }) => start_date === '2026-03-02')
    if (!of) throw new Error('a period can be reported')
    return of
  }
  const item = async (who = contractor()) => {
    const query = { limit: 50 }
    const { items } = await call(at().world, at().stage.employer, 'getCycle', {
      params: at().stage.id,
      query,
    })
    const own = items.find(({ contractor_sub }) => contractor_sub === who.sub)
    if (!own) throw new Error('the contractor has an item')
    return own
  }
  type Period = Awaited<ReturnType<typeof period>>
  type Report = {
    hours?: number
    notes?: string
    version?: number
    who?: Person
    of?: Period | undefined
  }
  const report = async (asked: Report = {}) => {
    const { hours = 7750, notes = 'Half a day off', version, who, of } = asked
    const { contract_uuid, start_date, timesheet } = of ?? (await period(who))
    return call(at().world, who ?? contractor(), 'reportTime', {
      params: { contract_uuid, start_date },
      body: { hours, days: null, notes, version: version ?? timesheet.version },
    })
  }
  const back = async (of?: Period) => {
    const { contract_uuid, start_date } = of ?? (await period())
    return call(at().world, contractor(), 'takeTimeBack', { params: { contract_uuid, start_date } })
  }
  const waiting = (show: 'waiting' | 'open' | 'all' = 'waiting') =>
    call(at().world, at().stage.employer, 'listCycleTimesheets', {
      params: at().stage.id,
      query: { limit: 50, show },
    })
  const accept = async (
    who: Person = at().stage.employer,
    all?: Awaited<ReturnType<typeof waiting>>,
  ) => {
    const { items } = all ?? (await waiting())
    return call(at().world, who, 'acceptTimesheets', {
      params: at().stage.id,
      body: {
        timesheets: items.map(({ timesheet: { timesheet_uuid, version } }) => ({
          timesheet_uuid: timesheet_uuid ?? '',
          version,
        })),
      },
    })
  }
  const correct = async (
    hours = 7000,
    { who = at().stage.employer as Person, version }: { who?: Person; version?: number } = {},
  ) => {
    const { line_item_uuid, timesheet } = await item()
    return call(at().world, who, 'correctTimesheet', {
      params: { ...at().stage.id, line_item_uuid },
      body: { hours, reason: 'Friday was a holiday.', version: version ?? timesheet?.version ?? 0 },
    })
  }
  const stand = async (who: Person = at().stage.employer) => {
    const { line_item_uuid } = await item()
    return call(at().world, who, 'letTimeStand', {
      params: { ...at().stage.id, line_item_uuid },
      body: {},
    })
  }
  const require = (required: boolean, who: Person = at().stage.employer) =>
    call(at().world, who, 'putTimePolicy', {
      params: { id: at().stage.id.policy_uuid },
      body: { required },
    })
  const sumOf = ({ entries }: Awaited<ReturnType<typeof item>>) =>
    entries.reduce((sum, { amount }) => sum + amount.minor, 0n)

  /** What the mails of a kind that wait for somebody are filled with. */
  const mailsTo = async ({ email }: Person, template: string): Promise<object[]> => {
    const rows = await at().admin.rows<{
      payload: { mails: readonly { message_id: string; sealed: string }[] }
    }>(
      `select j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier in ('send_mail', 'send_mails')`,
    )
    const mails = rows.flatMap(({ payload }) => payload.mails)
    return mails
      .map(mail =>
        JSON.parse(at().world.kernel.fields.open('job.send_mail', mail.message_id, mail.sealed)),
      )
      .filter(mail => mail.to === email && mail.template === template)
      .map(({ data }) => data)
  }
  return {
    contractor,
    other,
    periods,
    period,
    item,
    report,
    back,
    waiting,
    accept,
    correct,
    stand,
    require,
    sumOf,
    mailsTo,
  }
}
