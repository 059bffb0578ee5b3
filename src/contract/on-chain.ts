/** How far payments on chains have come, and raising what one pays its network. */
import { z } from 'zod'
import { CHAIN_WAITS, FEE_UNITS, TOLD_WAITS } from '#domain/kernel/chain-problem.ts'
import { words } from '#domain/kernel/words.ts'
import { ById, Instant, Minor, Money, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
/** Ids of payments with commas between them, at most a page of a hundred. */
const Uuids = z
  .string()
  .regex(new RegExp(`^${UUID}(?:,${UUID}){0,99}$`), words('payments.problems.namePayments'))
  .toLowerCase()

export const OnChain = z.object({
  payment_uuid: Uuid,
  /** The id by which anybody finds it on its chain; null as long as nothing that pays it was made. */
  transaction: z.string().nullable(),
  /** Where it can be looked up; null where no explorer is configured. */
  link: z.string().nullable(),
  /** In how many blocks it stands, and in how many it counts as arrived. */
  confirmations: z.int(),
  needed: z.int(),
  /** Why it is not further: of operators one of `CHAIN_WAITS`, of all others what lies behind that. */
  wait: z.enum([...CHAIN_WAITS, ...TOLD_WAITS]).nullable(),
  since: Instant.nullable(),
  /** Only to operators: what it pays for a byte, and what would be paid by now, where it waits for a block. */
  fee_rate: Minor.nullable(),
  fee_rate_now: Minor.nullable(),
  allowed_actions: z.array(z.enum(['raise_fee'])),
})

/** What executing what is ready would take on a chain. */
export const ChainCost = z.object({
  network: z.string(),
  payments: z.int(),
  total: Money,
  /** About what the network takes, which our wallet bears; null where nobody knows what it asks. */
  fee: Money.nullable(),
  /** What would be paid for a byte, or for a transaction, in the smallest unit, and when the node said so. A process of before does not say for which. */
  fee_rate: Minor.nullable(),
  fee_unit: z.enum(FEE_UNITS).optional(),
  asked_at: Instant.nullable(),
  /** What is laid down beside that, at the most, for payees who have no account for it yet; null where there are no such accounts. */
  accounts: Money.nullable().optional(),
  /** What our wallet could pay by now, and what it lacks for this with its fee; null where it reaches. */
  ready: Money,
  short: Money.nullable(),
  /** What it lacks of the coin in which the network is paid, where that is another currency; null where it reaches. */
  coin_short: Money.nullable().optional(),
  /** Why nothing of it would leave by now. */
  wait: z.enum(CHAIN_WAITS).nullable(),
})

export const onChain = {
  listOnChain: endpoint({
    method: 'GET',
    path: '/payments/on-chain',
    summary:
      'Of those of the payments that were handed to a chain, their transactions and in how many blocks they stand',
    access: ['employer', 'contractor', 'operator'],
    query: z.object({ payment_uuids: Uuids }),
    response: z.object({ payments: z.array(OnChain) }),
  }),
  raiseFee: endpoint({
    method: 'PUT',
    path: '/operations/payments/:id/raise-fee',
    summary:
      'Has a payment that waits for a block pay so much for a byte, out of the treasury: a transaction in the place of its own, of which one arrives',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: 'money',
    params: ById,
    body: z.strictObject({ fee_rate: Minor }),
    response: OnChain,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
}
