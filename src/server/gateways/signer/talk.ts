/** What our server asks a signer in a process of its own, and what that answers: JSON by HTTP on a socket of this machine. */
import { z } from 'zod'
import { PAYEE_REFUSALS } from './view.ts'

/** A number of smallest units, as it is spelled in what is sent and kept. */
export const Amount = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
export const AmountsByCurrency = z.record(z.string().max(10), Amount)
const Bytes = z.base64().transform(text => new Uint8Array(Buffer.from(text, 'base64')))
const MOST_PAYEES = 1_000

/** What it would say of payees, and how much may leave yet. */
export const ViewQuestion = z.strictObject({
  payees: z
    .array(
      z.strictObject({
        address: z.string().max(100),
        currency: z.string().max(10),
        amount: Amount,
      }),
    )
    .max(MOST_PAYEES),
})
export const ViewAnswer = z.object({
  address: z.string(),
  most_payment: AmountsByCurrency,
  most_fee: Amount,
  left: AmountsByCurrency,
  refusals: z.array(z.enum(PAYEE_REFUSALS).nullable()),
})

/** Signs a transaction by its bytes, as they are handed to a signer of its chain. */
export const SignQuestion = z.strictObject({ unsigned: Bytes.refine(of => of.length > 0) })
/** What a signer of that chain gives back. */
export const SignAnswer = z.union([
  z.object({ signed: Bytes.refine(of => of.length > 0) }),
  z.object({ refused: z.string() }),
])

/** JSON with its whole numbers of any size as text. */
export function toJson(of: object): string {
  return JSON.stringify(of, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
