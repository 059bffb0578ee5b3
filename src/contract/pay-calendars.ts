/** Pay dates outside Corridor: as a table, as a calendar file, and as a link that a calendar application follows. */
import { z } from 'zod'
import { MEMBER_ROLES } from '#domain/identity/team.ts'
import { PERIOD_TYPES } from '#domain/payroll/pay-policy.ts'
import { ById, Instant, Ok, PlainDate, Uuid } from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'
import { PayState } from './pay-state-shapes.ts'
import { PlannedPeriod } from './payroll-shapes.ts'

/** A link that was just made: it is shown once, since of its token the digest alone is kept. */
const NewFeed = z.object({
  /** Below the address of Corridor. */
  path: z.string(),
  created_at: Instant,
})

const SHOWS_DATES = { neither: 'it shows dates, and neither people nor money' } as const

export const payCalendars = {
  getPolicyCsv: endpoint({
    method: 'GET',
    path: '/employer/payroll-policy/:id/csv',
    summary: 'The next twelve months of a policy: periods, pay dates, and why each is what it is',
    access: ['employer'],
    params: ById,
    response: fileInPieces('text/csv'),
    problems: ['NOT_FOUND'],
  }),
  getPolicyIcs: endpoint({
    method: 'GET',
    path: '/employer/payroll-policy/:id/ics',
    summary: 'The pay dates of a policy as a calendar file (RFC 5545)',
    access: ['employer'],
    params: ById,
    response: fileInPieces('text/calendar'),
    problems: ['NOT_FOUND'],
  }),
  makePolicyFeed: endpoint({
    method: 'PUT',
    path: '/employer/payroll-policy/:id/calendar-feed',
    summary:
      'Makes a link by which a calendar application follows the pay dates of a policy; the one before stops',
    access: ['employer'],
    members: MEMBER_ROLES,
    touches: SHOWS_DATES,
    params: ById,
    body: z.strictObject({}).default({}),
    response: NewFeed,
    problems: ['NOT_FOUND'],
  }),
  stopPolicyFeed: endpoint({
    method: 'DELETE',
    path: '/employer/payroll-policy/:id/calendar-feed',
    summary: 'Stops the link of a policy that the caller made; again changes nothing',
    access: ['employer'],
    members: MEMBER_ROLES,
    touches: SHOWS_DATES,
    params: ById,
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
  listContractorPolicies: endpoint({
    method: 'GET',
    path: '/contractor/payroll-policies',
    summary:
      'The policies that pay the contractor, each with its next dates, why they are those, and when the money arrives',
    access: ['contractor'],
    response: z.object({
      policies: z.array(
        z.object({
          uuid: Uuid,
          label: z.string(),
          employer_name: z.string(),
          role: z.string(),
          period_type: z.enum(PERIOD_TYPES),
          description: z.string(),
          pay_periods: z.array(
            PlannedPeriod.extend({
              /** When what leaves on the pay date is there; by the slowest of the ways to be paid. */
              arrives: PlainDate,
              /** Where the pay of the period stands; null while it has none. */
              pay_state: PayState.nullable(),
              /** In which country that is, by whose banking days; null where it is not known, or the same day on a chain. */
              arrives_in: z.string().nullable(),
            }),
          ),
        }),
      ),
      /** Null while no link is followed. */
      calendar_feed: z.object({ created_at: Instant }).nullable(),
    }),
  }),
  getPayCalendarIcs: endpoint({
    method: 'GET',
    path: '/contractor/pay-calendar/ics',
    summary: 'The dates on which the contractor is paid as a calendar file (RFC 5545)',
    access: ['contractor'],
    response: fileInPieces('text/calendar'),
  }),
  makePayFeed: endpoint({
    method: 'PUT',
    path: '/contractor/pay-calendar/feed',
    summary:
      'Makes a link by which a calendar application follows when the contractor is paid; the one before stops',
    access: ['contractor'],
    touches: SHOWS_DATES,
    body: z.strictObject({}).default({}),
    response: NewFeed,
  }),
  stopPayFeed: endpoint({
    method: 'DELETE',
    path: '/contractor/pay-calendar/feed',
    summary: "Stops the contractor's link; again changes nothing",
    access: ['contractor'],
    touches: SHOWS_DATES,
    response: Ok,
  }),
  readCalendarFeed: endpoint({
    method: 'GET',
    path: '/calendar-feeds/:token',
    summary: 'What a calendar application reads by its link: pay dates as they are now (RFC 5545)',
    access: 'public',
    byLink: true,
    /** With or without `.ics`, by which some applications know a calendar. */
    params: z.object({ token: z.string().max(200) }),
    response: fileInPieces('text/calendar'),
    problems: ['LINK_NOT_VALID'],
  }),
}
