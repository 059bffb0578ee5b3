/** The wallets of ours that payments on chains leave from, by network and currency, as their chains have them. */
import { z } from 'zod'
import { CHAIN_HOLDS, CHAIN_PROBLEMS, FEE_UNITS } from '#domain/kernel/chain-problem.ts'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import { words } from '#domain/kernel/words.ts'
import { WaitingStep } from './approvals.ts'
import { TREASURY } from './funding.ts'
import { Instant, Minor, Money, requiredSentence } from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, fileInPieces } from './kernel/endpoint.ts'

export const Treasuries = z.object({
  treasuries: z.array(
    z.object({
      network: z.enum(BLOCKCHAINS),
      /** Where it is funded. */
      address: z.string(),
      /** What it holds by the blocks that were read. */
      held: Money,
      /** What it may hold at the most, and what it holds beyond that; null where there is no limit, or it is kept. A process of before does not say it. */
      most: Money.nullable().optional(),
      over: Money.nullable().optional(),
      /** What lies at the addresses of deposits beside that, which whoever has their key may bring here. A process of before does not say it. */
      deposited: Money.optional(),
      /** What the books say is there and at the addresses of deposits: our own, with what came for companies, without what was paid. Nothing before it was read twice; a process of before says another sum. */
      booked: Money.optional(),
      /** What of that is our own money. A process of before does not say it. */
      own: Money.optional(),
      /** By how much it differs from that, as two readings in a row said it, positive where it holds more; whether nothing is paid from here as long, and what whoever asks may do. A process of before does not say it. */
      difference: z
        .object({
          amount: Money,
          since: Instant,
          stops: z.boolean(),
          allowed_actions: z.array(z.enum(['explain'])),
        })
        .nullable()
        .optional(),
      /** What of it left by nothing of ours, until two operators explained that: nothing is paid from here as long. A process of before does not say it. */
      missing: Money.nullable().optional(),
      /** What of that, and of its own change on the way, it could pay by now; the network's fee comes off it. */
      ready: Money,
      /** What is left there of the coin in which the network is paid; null where that is the same currency. A process of before does not say it. */
      coin: Money.nullable().optional(),
      /** What of that left by nothing of ours, said once for a network; it stops no payment. A process of before does not say it. */
      coin_missing: Money.nullable().optional(),
      /** How many transactions of ours wait for a block. */
      waiting: z.int(),
      /** The last block that was read; null before the first. */
      height: z.int().nullable(),
      /** When the chain was last followed to its end; null before the first time. */
      read_at: Instant.nullable(),
      /** What is wrong with following it, and since when. */
      problem: z.enum(CHAIN_PROBLEMS).nullable(),
      problem_since: Instant.nullable(),
      /** Why nothing new leaves although it is followed, and since when; what a byte or a transaction costs, and what is paid at the most. A process of before does not say it. */
      hold: z.enum(CHAIN_HOLDS).nullable().optional(),
      hold_since: Instant.nullable().optional(),
      fee_rate: Minor.nullable().optional(),
      most_fee_rate: Minor.optional(),
      fee_unit: z.enum(FEE_UNITS).optional(),
      /** What whoever asks may do. A process of before does not say it. */
      allowed_actions: z.array(z.enum(['explain_missing'])).optional(),
    }),
  ),
})

/** What people are to sign for a wallet whose keys are in no process. */
export const ToSign = z.object({
  network: z.enum(BLOCKCHAINS),
  /** Wallets show it before they sign: its id on the chain, or the hash of what is signed where signatures make another id. */
  id: z.string(),
  /** How the network, or a device, spells that, where that is otherwise. A process of before does not say it. */
  shown: z.string().optional(),
  /** Whom it pays; absent where that may be several. */
  payee: z.string().optional(),
  /** How many payments it makes, of how much together, and what the network takes beside. */
  payments: z.int(),
  amount: Money,
  fee: Money,
  totals: z.array(Money),
  /** Since when it waits, and when its file was first saved; null before that. */
  since: Instant,
  exported_at: Instant.nullable(),
  /** Until about when it can be signed, null where it is never too late, and whether that is over: what is not signed by then is asked for anew. A process of before does not say it. */
  until: Instant.nullable().optional(),
  over: z.boolean().optional(),
  /** How many keys signed it, of how many it takes. */
  signatures: z.int(),
  needed: z.int(),
  /** The one that it is to replace by a higher fee, and one that has to be signed as well so that this one can arrive. */
  replaces: z.string().nullable(),
  after: z.string().nullable(),
  /** What whoever asks may do. */
  allowed_actions: z.array(z.enum(['export', 'import'])),
})

const OfTransaction = z.object({
  network: z.enum(BLOCKCHAINS),
  id: z.string().regex(/^[0-9a-f]{64}$/, words('payments.problems.notTransactionId')),
})

export const treasuries = {
  listToSign: endpoint({
    method: 'GET',
    path: '/operations/treasuries/to-sign',
    summary: 'Transactions that wait for the signatures of people, the oldest first',
    access: ['operator'],
    response: z.object({ to_sign: z.array(ToSign) }),
  }),
  exportToSign: endpoint({
    method: 'GET',
    path: '/operations/treasuries/to-sign/:network/:id/file',
    summary:
      'The file to sign, the same each time: a PSBT (BIP 174) for bitcoin, a transaction without its signature in hexadecimal (EIP-2718) for Ethereum, in msgpack for Algorand, in base64 for Solana; who took it is recorded',
    ...TREASURY,
    params: OfTransaction,
    leavesTrace: true,
    response: fileInPieces('application/octet-stream', 'text/plain'),
    problems: ['EXECUTION_HALTED', 'NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  importSigned: endpoint({
    method: 'POST',
    path: '/operations/treasuries/to-sign/:network/:id/signed',
    summary:
      'Takes what was signed where it is just what was asked for: as bytes, base64 or hexadecimal, a PSBT or a finished transaction; of Ethereum a signed transaction, its signature alone, or a wallet’s answer in JSON; of Algorand a signed transaction; of Solana one, or its signature alone, in base58 as well. It is sent once enough keys signed it; the same again changes nothing',
    ...TREASURY,
    touches: 'money',
    params: OfTransaction,
    bodyLimit: BODY_BYTES.file,
    upload: 'signed',
    response: z.object({ sent: z.boolean(), signatures: z.int(), needed: z.int() }),
    problems: [
      'EXECUTION_HALTED',
      'NOT_FOUND',
      'PAYLOAD_TOO_LARGE',
      'TRANSITION_NOT_ALLOWED',
      'VALIDATION',
    ],
  }),
  listTreasuries: endpoint({
    method: 'GET',
    path: '/operations/treasuries',
    summary: 'The wallets that payments on chains leave from, as their chains have them',
    access: ['operator'],
    response: Treasuries,
  }),
  explainMissing: endpoint({
    method: 'POST',
    path: '/operations/treasuries/explain-missing',
    summary:
      'Explains in words what left a wallet of ours by nothing of ours; always by two operators. Payments leave from it again then',
    ...TREASURY,
    touches: 'money',
    body: z.strictObject({
      network: z.enum(BLOCKCHAINS),
      missing: Money,
      words: requiredSentence(500, 'payments.problems.sayWhy'),
    }),
    response: z.object({ explained: z.boolean(), waiting: WaitingStep.optional() }),
    problems: ['TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  explainWallet: endpoint({
    method: 'POST',
    path: '/operations/treasuries/explain-difference',
    summary:
      'Explains in words by how much a wallet of ours differs from the books, positive where it holds more: that is our own money from then on, put there or taken. Always by two operators; payments that this stopped leave again then',
    ...TREASURY,
    touches: 'money',
    body: z.strictObject({
      network: z.enum(BLOCKCHAINS),
      difference: Money,
      words: requiredSentence(500, 'payments.problems.sayWhy'),
    }),
    response: z.object({ explained: z.boolean(), waiting: WaitingStep.optional() }),
    problems: ['TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
}
