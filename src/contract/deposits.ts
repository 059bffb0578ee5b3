/** What comes in by a chain: the address of each company, what it was paid, and what of that is operators' work. */
import { z } from 'zod'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import { DEPOSIT_DOUBTS, DEPOSIT_STATUSES, DOUBT_ACTIONS } from '#domain/ledger/deposit.ts'
import { TREASURY } from './funding.ts'
import { ById, Instant, Money, PageQuery, page, requiredSentence, Uuid } from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

/** One payment of a transaction to an address of ours. */
export const Deposit = z.object({
  /** `txid:vout`, or `txid:logIndex` of a token, by which it is booked; where transactions have other names those, and which of its movements. */
  reference: z.string(),
  transaction: z.string(),
  /** Where anybody can look it up; null where no explorer is configured. */
  link: z.string().nullable(),
  address: z.string(),
  /** What it says of whose it is; null where an address does, or it says nothing. A process of before does not say it. */
  memo: z.string().nullable().optional(),
  amount: Money,
  confirmations: z.int(),
  needed: z.int(),
  status: z.enum(DEPOSIT_STATUSES),
})

export const WaysToDeposit = z.object({
  /** Where it can be paid to, by network and currency; none where no chain is followed, or no address is made. */
  ways: z.array(
    z.object({
      network: z.enum(BLOCKCHAINS),
      currency: z.string(),
      /** The network as its nodes call it, such as `main`. What is sent by another one is lost. */
      chain: z.string(),
      /** Null as long as the company did not ask for one. */
      address: z.string().nullable(),
      /** What a wallet reads of the code (BIP 21); where one address takes several tokens, that alone. */
      uri: z.string().nullable(),
      /** Whether all companies pay one account, and a memo says whose a payment is; and that of this company: without it a payment is nobody's. A process of before does not say them. */
      by_memo: z.boolean().optional(),
      memo: z.string().nullable().optional(),
      needed: z.int(),
      /** What is less is not booked. */
      least: Money,
      /** Why no address is told: the company is not verified, or nothing of it can be paid in there by now; null where neither is so. */
      missing: z.enum(['UNVERIFIED', 'CLOSED']).nullable(),
      /** Whether the token's issuer froze the address: what is sent there cannot be moved. A process of before does not say it. */
      frozen: z.boolean().optional(),
    }),
  ),
  /** The newest, at any address that the company was ever told. */
  deposits: z.array(Deposit),
})

const DepositOfCompany = Deposit.extend({
  /** Empty of an address that is nobody's. */
  employer_domain: z.string(),
  company_name: z.string(),
})

export const DepositWork = z.object({
  doubt_uuid: Uuid,
  kind: z.enum(DEPOSIT_DOUBTS),
  title: z.string(),
  text: z.string(),
  /** The deposit; of what is none the address, with the currency where it has several. */
  reference: z.string(),
  address: z.string(),
  employer_domain: z.string(),
  company_name: z.string(),
  /** Null of what has none: tokens that nobody here knows, and an account that takes nothing. */
  amount: Money.nullable(),
  outputs: z.int(),
  noted_at: Instant,
  /** By which it was booked, where it can be taken back. */
  transfer_uuid: Uuid.nullable(),
  allowed_actions: z.array(z.enum(DOUBT_ACTIONS)),
})

export const deposits = {
  getDeposits: endpoint({
    method: 'GET',
    path: '/employer/deposits',
    summary: 'At which address of a chain the company can pay in, and what was paid there',
    access: ['employer'],
    scope: 'funding:read',
    response: WaysToDeposit,
  }),
  openDeposits: endpoint({
    method: 'PUT',
    path: '/employer/deposits',
    summary: 'Gives the company its address on a chain: one, and the same each time',
    access: ['employer'],
    touches: { neither: 'an address moves nothing, and what is paid there is the company’s' },
    body: z.strictObject({ blockchain: z.enum(BLOCKCHAINS) }),
    response: WaysToDeposit,
    problems: ['TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  listDeposits: endpoint({
    method: 'GET',
    path: '/operations/deposits',
    summary: 'What addresses of ours were paid on a chain, newest first',
    access: ['operator'],
    query: PageQuery.extend({ blockchain: z.enum(BLOCKCHAINS).default('bitcoin') }),
    response: page(DepositOfCompany),
  }),
  listDepositWork: endpoint({
    method: 'GET',
    path: '/operations/deposit-work',
    summary:
      'What of deposits somebody has to look at: lost after it was booked, back again, not booked, too small, in another coin, frozen, closed, or not as it was told; the oldest first',
    access: ['operator'],
    query: PageQuery,
    response: page(DepositWork),
  }),
  closeDepositWork: endpoint({
    method: 'POST',
    path: '/operations/deposit-work/:id/close',
    summary: 'Closes with words what somebody looked into. It opens again where more comes',
    ...TREASURY,
    touches: { neither: 'nothing is booked by it' },
    params: ById,
    body: z.strictObject({ words: requiredSentence(500, 'ledger.deposits.sayWhat') }),
    response: z.object({}),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
}
