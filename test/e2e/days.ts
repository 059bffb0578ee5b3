/** The days that journeys of the story name: it is told of the day on which they run, so that none may be one of the calendar (test/architecture/days.test.ts). */
import { addDays, dateOf, type PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Corridor } from './corridor.ts'

/** The date so many days after the one on which this runs. */
export function dayIn(days: number): PlainDateString {
  return addDays(dateOf(new Date()), days)
}

/** When the pay of the demo's company that waits for its approval is due. */
export async function nextPayDate(corridor: Corridor): Promise<PlainDateString> {
  const [next] = await corridor.query<{ pay_date: string }>(
    `select pay_date::text from pay_cycle join employer using (employer_uuid)
      where domain = 'demo.corridor.test' order by pay_date desc limit 1`,
  )
  if (!next) throw new Error('the story has a pay that waits')
  return next.pay_date
}
