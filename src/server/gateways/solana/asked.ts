/** How a node of Solana is asked, and what it says of accounts; what it answers is believed no further than its shape. */
import type { createSolanaRpc } from '@solana/kit'
import { z } from 'zod'
import { chainError } from '../tokens/token-chain.ts'

export type Rpc = ReturnType<typeof createSolanaRpc>
/** Asks by a method, and holds the answer against a shape. */
export type Ask = <T>(
  method: string,
  call: { send(of: { abortSignal: AbortSignal }): Promise<unknown> },
  shape: z.ZodType<T>,
) => Promise<T>

export type Account = {
  readonly owner: string
  readonly executable: boolean
  readonly lamports: bigint
  readonly data: Uint8Array
}

/** Accounts, and in which slot they are so. */
export const Accounts = z.object({
  context: z.object({ slot: z.bigint().min(0n) }),
  value: z.array(
    z
      .object({
        owner: z.string(),
        executable: z.boolean(),
        lamports: z.bigint().min(0n),
        data: z.tuple([z.base64(), z.literal('base64')]),
      })
      .nullable(),
  ),
})

/** One of them; null where there is none. */
export function accountIn(of: z.output<typeof Accounts>['value'][number]): Account | null {
  return of && { ...of, data: Buffer.from(of.data[0], 'base64') }
}

/** What was told, where it is of as many as were asked for. */
export function same<T>(method: string, asked: readonly unknown[], told: T[]): T[] {
  if (asked.length !== told.length) throw chainError('OTHER', `${method}: of another number`)
  return told
}
