/** Freezes: what does not leave until another operator says so. */
import { z } from 'zod'
import { NETWORK_NAMES } from '#domain/kernel/network.ts'
import { ById, CurrencyCode, Instant, Money, PlainDate, sentence, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

/** What a freeze holds: every payment with a pay date before this day, or those of them of one of each kind that is named. */
const Scope = {
  before: PlainDate,
  employer_domain: z.string().min(1).max(255).optional(),
  contractor_sub: z.string().min(1).max(255).optional(),
  currency: CurrencyCode.optional(),
  network: z.enum(NETWORK_NAMES).optional(),
}

const Counted = { payments: z.int(), totals: z.array(Money) }

export const Freeze = z.object({
  freeze_uuid: Uuid,
  before: PlainDate,
  employer: z.object({ domain: z.string().nullable(), company_name: z.string() }).nullable(),
  contractor: z.object({ sub: z.string(), name: z.string() }).nullable(),
  currency: z.string().nullable(),
  network: z.string().nullable(),
  words: z.string(),
  frozen_by: z.string(),
  frozen_at: Instant,
  lifted_by: z.string().nullable(),
  lifted_at: Instant.nullable(),
  lifted_words: z.string(),
  /** What has not left and does not because of it, in the currencies that pay; nothing once it is lifted. */
  ...Counted,
  allowed_actions: z.array(z.enum(['lift'])),
})

const BY = {
  access: ['operator'],
  operators: ['admin', 'treasurer'],
  touches: 'money',
} as const

export const freezes = {
  previewFreeze: endpoint({
    method: 'GET',
    path: '/operations/payments/freeze',
    summary: 'What a freeze would hold: how many payments, what they come to, and of whom',
    access: ['operator'],
    query: z.object(Scope),
    response: z.object({
      ...Counted,
      /** Of those, what is frozen already. */
      frozen: z.int(),
      /** What is being handed to its bank or chain: what was not handed over yet stays. */
      executing: z.int(),
      /** The twenty employers with most of them. */
      employers: z.array(
        z.object({ domain: z.string().nullable(), company_name: z.string(), ...Counted }),
      ),
      /** The ways and currencies by which they would go. */
      networks: z.array(z.string()),
      currencies: z.array(z.string()),
    }),
    problems: ['NOT_FOUND'],
  }),
  freezePayments: endpoint({
    method: 'PUT',
    path: '/operations/payments/freeze',
    summary:
      'Freezes every payment with a pay date before a day, also what is approved later, until another operator lifts it',
    ...BY,
    body: z.strictObject({ ...Scope, words: sentence(500).default('') }),
    response: Freeze,
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  listFreezes: endpoint({
    method: 'GET',
    path: '/operations/payments/freezes',
    summary: 'The freezes in force, and the last fifty that were lifted; newest first',
    access: ['operator'],
    response: z.object({ in_force: z.array(Freeze), lifted: z.array(Freeze) }),
  }),
  liftFreeze: endpoint({
    method: 'PUT',
    path: '/operations/payments/freezes/:id/lift',
    summary: 'Lifts a freeze of another operator: what it held may leave again',
    ...BY,
    params: ById,
    body: z.strictObject({ words: sentence(500).default('') }),
    response: Freeze,
    problems: ['NOT_FOUND', 'SECOND_PERSON_NEEDED'],
  }),
}
