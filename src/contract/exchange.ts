/** Exchanges of what an employer has, on a day and at the rate of then. */
import { z } from 'zod'
import { CONVERSION_STATUSES, CONVERSION_STOPS, FIXED_SIDES } from '#domain/exchange/conversion.ts'
import { WaitingStep } from './approvals.ts'
import { TREASURY } from './funding.ts'
import {
  ById,
  CurrencyCode,
  Instant,
  Minor,
  Money,
  PageQuery,
  PlainDate,
  page,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const RateOf = z.object({ rate: z.string(), source: z.string(), as_of: Instant })

export const Conversion = z.object({
  conversion_uuid: Uuid,
  employer_domain: z.string(),
  company_name: z.string(),
  from_currency: z.string(),
  to_currency: z.string(),
  fixed_side: z.enum(FIXED_SIDES),
  /** Of the side that is fixed. */
  amount: Money,
  conversion_date: PlainDate,
  status: z.enum(CONVERSION_STATUSES),
  /** Why it failed, or what would stop it now. */
  reason: z.enum(CONVERSION_STOPS).nullable(),
  reason_text: z.string().nullable(),
  /** Both legs: as they were booked, or as they would be at the rate of now; null where neither is known. */
  sold: Money.nullable(),
  bought: Money.nullable(),
  rate: RateOf.nullable(),
  /** What was said of the side that is not fixed when it was asked for; null where that was not kept. */
  expected: Money.nullable(),
  /** What was delivered against that, in words; null where it is not done, or nothing was said. */
  drift_text: z.string().nullable(),
  /** Whether its rate was promised before. */
  quoted: z.boolean(),
  asked_at: Instant,
  asked_by: z.string(),
  closed_at: Instant.nullable(),
  allowed_actions: z.array(z.enum(['cancel'])),
})

/** A rate that is promised until a moment, with both sides as they will be. */
export const ConversionQuote = z.object({
  quote_uuid: Uuid,
  fixed_side: z.enum(FIXED_SIDES),
  sold: Money,
  bought: Money,
  rate: RateOf,
  asked_at: Instant,
  expires_at: Instant,
})

const ASKED = {
  from_currency: CurrencyCode,
  to_currency: CurrencyCode,
  /** Which side the amount is of. */
  fixed_side: z.enum(FIXED_SIDES),
  amount_in_smallest_unit: Minor,
}

export const RateRow = RateOf.extend({
  from_currency: z.string(),
  to_currency: z.string(),
  /** Whole hours of the days on which its source publishes. */
  age_hours: z.int(),
  /** Too old to pay by: what is exchanged at it is blocked with RATE_STALE. */
  stale: z.boolean(),
})

export const exchange = {
  listRates: endpoint({
    method: 'GET',
    path: '/operations/rates',
    summary:
      'The newest quotation of every pair with its source, its time and its age, the oldest first',
    access: ['operator'],
    response: z.object({
      items: z.array(RateRow),
      /** Past so many hours of business time a rate is too old. */
      most_hours: z.int(),
      read_at: Instant,
    }),
  }),
  scheduleConversion: endpoint({
    method: 'PUT',
    path: '/operations/employers/:domain/schedule-conversion',
    summary:
      'Exchanges what a company has on a day, at the rate of then: both legs or neither. What stops it is waited for until the day is over',
    ...TREASURY,
    touches: 'money',
    params: z.object({ domain: z.string().min(1).max(255) }),
    body: z.strictObject({ ...ASKED, conversion_date: PlainDate }),
    response: z.object({
      conversion: Conversion.nullable(),
      /** Nothing was scheduled: the sum takes a second operator. */
      waiting: WaitingStep.optional(),
    }),
    problems: ['NOT_FOUND', 'RATE_MISSING', 'VALIDATION'],
  }),
  askQuote: endpoint({
    method: 'POST',
    path: '/operations/employers/:domain/conversion-quotes',
    summary:
      'Promises a company the rate of now for a quarter of an hour, with both sides as they will be',
    ...TREASURY,
    touches: { neither: 'nothing is exchanged by asking' },
    params: z.object({ domain: z.string().min(1).max(255) }),
    body: z.strictObject(ASKED),
    response: ConversionQuote,
    problems: ['NOT_FOUND', 'RATE_MISSING', 'VALIDATION'],
  }),
  acceptQuote: endpoint({
    method: 'POST',
    path: '/operations/conversion-quotes/:id/accept',
    summary:
      'Exchanges at exactly what was quoted, both legs or neither; QUOTE_EXPIRED once its time is over',
    ...TREASURY,
    touches: 'money',
    params: ById,
    response: z.object({
      conversion: Conversion.nullable(),
      /** Nothing was exchanged: the sum takes a second operator, before the quote ends. */
      waiting: WaitingStep.optional(),
    }),
    problems: ['FUNDS_SHORT', 'NOT_FOUND', 'QUOTE_EXPIRED', 'TRANSITION_NOT_ALLOWED'],
  }),
  listConversions: endpoint({
    method: 'GET',
    path: '/operations/conversions',
    summary: 'Exchanges of every company, newest first: what is scheduled, or what is over',
    access: ['operator'],
    query: PageQuery.extend({ view: z.enum(['open', 'closed']).default('open') }),
    response: page(Conversion),
  }),
  cancelConversion: endpoint({
    method: 'POST',
    path: '/operations/conversions/:id/cancel',
    summary: 'Takes an exchange back before its day came',
    ...TREASURY,
    touches: { neither: 'money stays where it is' },
    params: ById,
    response: Conversion,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  listOwnConversions: endpoint({
    method: 'GET',
    path: '/employer/conversions',
    summary: "Exchanges of the company's money, newest first",
    access: ['employer'],
    query: PageQuery,
    response: page(Conversion),
  }),
}
