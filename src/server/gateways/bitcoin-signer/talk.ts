/** What our server asks a signer in a process of its own, and what that answers: JSON by HTTP on a socket of this machine. */
import { hex } from '@scure/base'
import { z } from 'zod'
import { PAYEE_REFUSALS } from '../bitcoin/signer.ts'

const Satoshi = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(BigInt)
const MOST_PAYEES = 1_000

/** What it would say of payees, and how much may leave yet. */
export const ViewQuestion = z.strictObject({
  payees: z
    .array(z.strictObject({ address: z.string().max(100), value_sat: Satoshi }))
    .max(MOST_PAYEES),
})
export const ViewAnswer = z.object({
  address: z.string(),
  most_payment_sat: Satoshi,
  most_fee_sat: Satoshi,
  left_sat: Satoshi,
  refusals: z.array(z.enum(PAYEE_REFUSALS).nullable()),
})

/** Signs the transaction of a PSBT (BIP 174), in base64. */
export const SignQuestion = z.strictObject({
  psbt: z.base64().transform(text => new Uint8Array(Buffer.from(text, 'base64'))),
})
export const SignAnswer = z.union([
  z.object({
    raw: z
      .string()
      .regex(/^[0-9a-f]+$/)
      .transform(text => hex.decode(text)),
  }),
  z.object({ refused: z.string() }),
])
