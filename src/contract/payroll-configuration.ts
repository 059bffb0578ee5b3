/** By which terms somebody is paid, with the fields by which they are written (`configurePayroll`). */
import { z } from 'zod'
import { Hours, Money, PlainDate, Uuid } from './kernel/codecs.ts'

export const PayrollConfiguration = z.object({
  pay_policy_uuid: Uuid,
  start_date: PlainDate,
  end_date: PlainDate.nullable(),
  hourly_rate: Money,
  role: z.string(),
  currency: z.string(),
  scheduled_hours: Hours,
})
