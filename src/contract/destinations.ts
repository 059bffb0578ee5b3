/** Where contractors are paid: bank accounts and wallets, and what share of a pay goes to each. */
import { z } from 'zod'
import { ACCOUNT_TYPES, DESTINATION_STATUSES } from '#domain/destinations/destination.ts'
import { FIRST_PAYMENTS } from '#domain/destinations/first-payment.ts'
import { WALLET_STATES } from '#domain/kernel/chain-problem.ts'
import { TOKENS } from '#domain/kernel/currency.ts'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import { words } from '#domain/kernel/words.ts'
import {
  ById,
  CountryCode,
  Instant,
  line,
  Percentage,
  requiredLine,
  requiredPaperName,
  Said,
  Seen,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

export const BankDetails = z.object({
  account_number: z.string(),
  account_name: z.string(),
  currency: z.string(),
  account_type: z.enum(ACCOUNT_TYPES).nullable(),
  transit_number: z.string().nullable(),
  institution_number: z.string().nullable(),
  swift_code: z.string().nullable(),
  iban: z.string().nullable(),
  interac_email: z.string().nullable(),
  bank_country: z.string().nullable(),
  bank_code: z.string().nullable(),
})

/** A place where a contractor is paid. Account numbers leave the server masked. */
export const Destination = z.object({
  destination_uuid: Uuid,
  identifier: z.string(),
  kind: z.enum(['bank', 'wallet']),
  network: z.string(),
  currency: z.string(),
  label: z.string(),
  address: z.string().nullable(),
  bank: BankDetails.nullable(),
  percentage: Percentage,
  status: z.enum(DESTINATION_STATUSES),
  /** Payments to it wait until then (24 hours after it was added or its share was changed). */
  usable_from: Instant,
  held: z.boolean(),
  /** While it is held: what `stopDestinationChange` takes, for who did not make the change. */
  stop_token: z.string().nullable(),
  created_at: Instant,
  /** Since when it is known, by a message that they signed, that the contractor holds the key of a wallet. */
  proved_at: Instant.nullable(),
  /** What `proveWallet` takes a signature of; null where it is proved, or a message proves nothing. */
  message_to_sign: z.string().nullable(),
  /** What it is on its chain by now, and whether that is being looked at; null of what no chain says anything of. To what is neither `READY` nor `NEW` nothing arrives. */
  on_chain: z
    .object({
      state: z.enum(WALLET_STATES).nullable(),
      looked_at: Instant.nullable(),
      looking: z.boolean(),
    })
    .nullable(),
  /** Of a wallet whose address may hide a slip: that a small payment goes first, or that it went and is there. */
  first_payment: z.enum(FIRST_PAYMENTS).nullable(),
  /** What `setFirstPayment` takes of it now. */
  first_payment_may_be: z.array(z.enum(FIRST_PAYMENTS).nullable()),
  /** Since when an account out of use is known not to take payments. */
  refused_at: Instant.nullable(),
  allowed_actions: z.array(z.enum(['deactivate', 'reactivate'])),
  /** Those that may take its place: in use, and of its currency. */
  replaceable_by: z.array(Uuid),
})

/** An account or wallet that a company funds from and is refunded to. Account numbers leave the server masked. */
export const EmployerAccount = z.object({
  account_uuid: Uuid,
  kind: z.enum(['bank', 'wallet']),
  network: z.string(),
  currency: z.string(),
  label: z.string(),
  address: z.string().nullable(),
  bank: BankDetails.nullable(),
  created_at: Instant,
})

export const Destinations = z.object({
  /** Of what is in use and the share of each: what `putSetupPercentages` takes as `seen`. */
  version: z.string(),
  destinations: z.array(Destination),
  changes: z.array(z.object({ text: z.string(), said: Said.nullable(), at: Instant })),
})

/** A bank account as its owner gives it, a contractor or a company. */
export const BankInput = z.strictObject({
  account_name: requiredPaperName(140, 'payments.problems.accountName'),
  account_number: line(34).default(''),
  currency: z.string().regex(/^[A-Z]{3}$/, words('payments.problems.chooseCurrency')),
  account_type: z.enum(ACCOUNT_TYPES).optional(),
  transit_number: line(10).optional(),
  institution_number: line(10).optional(),
  swift_code: line(20).optional(),
  iban: line(42).optional(),
  interac_email: line(254).optional(),
  /** The country of the bank; its own numbers are asked for then. */
  bank_country: CountryCode.optional(),
  /** Routing number, sort code, IFSC or BSB, as the country has it. */
  bank_code: line(20).optional(),
})

/** A wallet as its owner gives it. */
export const WalletInput = z.strictObject({
  currency: z.enum(TOKENS),
  blockchain: z.enum(BLOCKCHAINS),
  address: requiredLine(200, 'payments.problems.walletAddress'),
})

const WalletRef = z.strictObject({ destination_uuid: Uuid })
export const destinations = {
  getBanking: endpoint({
    method: 'GET',
    path: '/user/banking',
    summary: "The contractor's bank accounts and wallets with their shares, and recent changes",
    access: ['contractor'],
    response: Destinations,
  }),
  putBankingInformation: endpoint({
    method: 'PUT',
    path: '/contractor/banking-information',
    summary: 'Adds a bank account; payments to it wait 24 hours',
    access: ['contractor'],
    touches: 'money',
    gates: ['terms_signed'],
    body: BankInput,
    response: Destinations,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putCryptoWallet: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets',
    summary: 'Adds a wallet after checking its address; payments to it wait 24 hours',
    access: ['contractor'],
    touches: 'money',
    gates: ['terms_signed'],
    body: WalletInput,
    response: Destinations,
    problems: ['DESTINATION_NOT_VALID', 'WALLET_ALREADY_EXISTS', 'VALIDATION'],
  }),
  putSetupPercentages: endpoint({
    method: 'PUT',
    path: '/contractor/setup-percentages',
    summary: 'Sets the share of every destination; they add up to exactly 100',
    access: ['contractor'],
    touches: 'money',
    gates: ['terms_signed'],
    query: z.strictObject({ seen: Seen }),
    body: z
      .array(
        z.strictObject({
          identifier: z.string().max(200),
          network: z.string().max(20).optional(),
          currency: z.string().max(4).optional(),
          percentage: Percentage,
        }),
      )
      .min(1, words('payments.problems.nameADestination'))
      .max(20, words('payments.problems.tooManyDestinations')),
    response: Destinations,
    problems: ['PERCENTAGES_NOT_100', 'NOT_FOUND', 'VALIDATION', 'CONFLICT'],
  }),
  deactivateDestination: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets/deactivate',
    summary: 'Takes a destination out of use; its share must be 0 first',
    access: ['contractor'],
    touches: 'money',
    body: WalletRef,
    response: Destinations,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  reactivateDestination: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets/reactivate',
    summary: 'Takes a destination into use again; payments to it wait 24 hours',
    access: ['contractor'],
    touches: 'money',
    body: WalletRef,
    response: Destinations,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  replaceDestination: endpoint({
    method: 'PUT',
    path: '/contractor/destinations/:id/replace',
    summary:
      'Takes another destination of the same currency in place of this one: its share, and all that has not left for it, also what failed or came back',
    access: ['contractor'],
    touches: 'money',
    params: ById,
    body: WalletRef,
    response: Destinations,
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  proveWallet: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets/:id/proof',
    summary:
      'Keeps that the contractor holds the key of a wallet, by a signature of its message_to_sign',
    access: ['contractor'],
    touches: { neither: 'it moves and opens nothing' },
    gates: ['terms_signed'],
    params: ById,
    body: z.strictObject({ signature: requiredLine(1000, 'payments.problems.signature') }),
    response: Destinations,
    problems: ['NOT_FOUND', 'VALIDATION'],
  }),
  lookAtWallet: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets/:id/look',
    summary:
      'Has the chain of a wallet asked again what it is there, which `on_chain` says a moment later',
    access: ['contractor'],
    touches: { neither: 'it asks a chain, and moves and opens nothing' },
    params: ById,
    response: Destinations,
    problems: ['NOT_FOUND'],
  }),
  setFirstPayment: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets/:id/first-payment',
    summary:
      'Has a small payment sent first to a wallet, says that it is there, so that the rest is sent, or takes it back',
    access: ['contractor'],
    touches: 'money',
    gates: ['terms_signed'],
    params: ById,
    body: z.strictObject({ first_payment: z.enum(FIRST_PAYMENTS).nullable() }),
    response: Destinations,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
}
