/** The specification's request that configures the payroll of a contractor. */
import { expect } from 'vitest'
import type { Request } from './specified-calls.ts'

export const CONFIGURED: Request = {
  fields: 'pay_policy_uuid, start_date, end_date, hourly_rate, role, currency, scheduled_hours',
  as: ({ boss }) => boss,
  at: ({ amara }) => ({ id: amara.sub }),
  body: ({ stage }) => ({
    pay_policy_uuid: stage.id.policy_uuid,
    start_date: '2026-04-01',
    end_date: '2026-12-31',
    hourly_rate: { currency: 'USD', amount_in_smallest_unit: 9000 },
    role: 'Reviewer',
    currency: 'USD',
    scheduled_hours: 10,
  }),
  effect: answer =>
    expect(answer).toMatchObject({
      kind: 'OUTSIDE',
      status: 'AWAITING_SIGNATURE',
      role: 'Reviewer',
      contract_end_date: '2026-12-31',
    }),
}
