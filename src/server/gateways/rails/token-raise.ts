/**
 * A higher fee for what offers too little by now to stand: another transaction by the same lane, so that the chain holds one of them at the most, whichever that is
 * (decision 0196). It is kept before it is offered, as the first was.
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { ChainHold } from '#domain/kernel/chain-problem.ts'
import { alone, insertRaise } from '../tokens/books.store.ts'
import { insertAskedRaise } from '../tokens/to-sign.store.ts'
import type { Prices, TokenChain } from '../tokens/token-chain.ts'
import { isOwn, listOpen } from '../tokens/under-way.store.ts'
import { bySigner, signedOrAsked, type TokenTreasury } from './token-pay.ts'

/**
 * Signs another for each that waits, or has people asked for it, and could not stand by now, as far as what is paid at the most and the treasury reach. The oldest first: what comes after it waits for it. Answers why the signer signed no
 * more of them; null where it did.
 */
export async function raise(
  db: Kysely<DB>,
  { chain, now }: TokenTreasury,
  { prices, spare }: { readonly prices: Prices; readonly spare: bigint },
): Promise<ChainHold | null> {
  return alone(db, chain.network, async books => {
    let left = spare
    for (const open of await listOpen(books, chain.network)) {
      // What nobody signed yet is sent as it is, and raised then; what another treasury signed only that raises.
      if (!isOwn(chain, open)) continue
      if (open.confirmations > 0 || open.waits || open.lost || open.fee >= prices.entering) continue
      const fee = raisedFee(chain, open.fee, prices.fee)
      if (fee === null || fee - open.fee > left) continue
      left -= fee - open.fee
      const signed = await bySigner(() => signedOrAsked(chain, open, open.lane, { fee }))
      if (typeof signed === 'string') return signed
      const of = { txid: open.txid, network: chain.network }
      const more = { fee, made_at: now() }
      if ('raw' in signed) await insertRaise(books, of, { ...signed, ...more })
      else await insertAskedRaise(books, of, { ...signed, ...more })
    }
    return null
  })
}

/** What would be offered in the place of one that offers so much; null where nodes would not take it for what is paid at the most. */
export function raisedFee(
  { displacing, most_fee }: Pick<TokenChain, 'displacing' | 'most_fee'>,
  fee: bigint,
  asked: bigint | null,
): bigint | null {
  const least = displacing(fee)
  if (least === null || asked === null || least > most_fee) return null
  if (asked < least) return least
  return asked < most_fee ? asked : most_fee
}
