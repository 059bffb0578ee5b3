/** The holidays that a company keeps. */
import { z } from 'zod'
import { words } from '#domain/kernel/words.ts'
import { MOST_COMPANY_HOLIDAYS } from '#domain/payroll/holiday-policy.ts'
import { HOLIDAY_POLICIES } from '#domain/payroll/pay-policy.ts'
import { PlainDate, requiredLine } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const CompanyHoliday = z.object({
  date: PlainDate,
  label: requiredLine(80, 'payroll.holidays.labelRequired'),
})

export const HolidayPolicy = z.object({
  /** 0 while only the public holidays of the company's own country count. */
  version: z.int(),
  country_code: z.string(),
  subdivision_code: z.string().nullable(),
  /** What new policies begin with. */
  holiday_policy: z.enum(HOLIDAY_POLICIES),
  holidays: z.array(CompanyHoliday),
  /** The policies that nobody signed for and that no cycle goes by: a change changes their dates. */
  applies_to: z.array(z.string()),
  /** Those whose dates somebody signed for or was paid by: they keep the holidays that they have. */
  kept_by: z.array(z.string()),
  allowed_actions: z.array(z.enum(['change'])),
})

export const holidays = {
  getHolidayPolicy: endpoint({
    method: 'GET',
    path: '/employer/holiday-policy',
    summary: 'The holidays that the company keeps, and which policies go by them',
    access: ['employer'],
    response: HolidayPolicy,
  }),
  putHolidayPolicy: endpoint({
    method: 'PUT',
    path: '/employer/holiday-policy',
    summary:
      'Says whose public holidays count, what new policies begin with, and on which further days the company is closed. Policies that somebody signed for keep theirs',
    access: ['employer'],
    touches: { neither: 'it names days; dates that were signed for stay' },
    gates: ['terms_signed'],
    /** What is left out stays as it is. */
    body: z.strictObject({
      /** Null for those of the whole country. */
      subdivision_code: z.string().max(10).nullable().optional(),
      holiday_policy: z.enum(HOLIDAY_POLICIES).optional(),
      holidays: z
        .array(CompanyHoliday)
        .max(MOST_COMPANY_HOLIDAYS, words('payroll.holidays.tooMany'))
        .optional(),
      /** The version that was looked at; another one means CONFLICT. */
      version: z.int().optional(),
    }),
    response: HolidayPolicy,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
}
