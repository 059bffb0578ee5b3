/**
 * Bitcoin that people sign away from here (decision 0225). What they are asked for is kept before they see it, and counts as what may leave from then on: whoever holds it can have it signed and
 * sent by themselves, so nothing of it is ever taken back, and only what spends the same coins takes its place.
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { alone } from '../bitcoin/books.store.ts'
import type { HandPolicy } from '../bitcoin/descriptor.ts'
import { signaturesIn, signedWith, withSpent } from '../bitcoin/hand-signatures.ts'
import {
  findAsked,
  insertSignatures,
  keepExported,
  keepSigned,
  listPaidBy,
  listSignatures,
  listSpent,
  listToSign,
} from '../bitcoin/to-sign.store.ts'
import type { BitcoinTreasury } from './bitcoin-pay.ts'
import type { ByHand, Imported } from './rail.ts'

/** The transactions whose coins one spends, whole, in hexadecimal; none where the node does not have them all: some devices warn then. */
async function spentBy(
  db: Kysely<DB>,
  node: BitcoinTreasury['node'],
  txid: string,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const of of await listSpent(db, txid)) {
    const raw = of.raw ?? (of.hash && (await node.raw(of.txid, of.hash).catch(() => null)))
    if (!raw) return new Map()
    found.set(of.txid, raw)
  }
  return found
}

const inBitcoin = (minor: bigint) => ({ currency: 'BTC', minor })

/** What waits for signatures by these keys, how it is handed out, and how they come back. */
export function bitcoinByHand(
  db: Kysely<DB>,
  { node, now }: Pick<BitcoinTreasury, 'node' | 'now'>,
  policy: HandPolicy,
): ByHand {
  const { needed } = policy
  return {
    list: async () =>
      (await listToSign(db)).map(({ txid, amount_sat, fee_sat, made_at, ...of }) => ({
        ...{ id: txid, ...of, needed, since: made_at },
        ...{ amount: inBitcoin(amount_sat), fee: inBitcoin(fee_sat) },
      })),
    pays: id => listPaidBy(db, id),
    export: async id => {
      const asked = await findAsked(db, id)
      if (asked?.state !== 'WAITS') return asked?.state
      await keepExported(db, id, now())
      const bytes = withSpent(Uint8Array.from(asked.psbt), await spentBy(db, node, id))
      const file_name = `corridor-${id.slice(0, 8)}.psbt`
      return { file_name, mime_type: 'application/octet-stream', bytes }
    },
    import: async (id, bytes) => {
      const asked = await findAsked(db, id)
      if (!asked) return { outcome: 'UNKNOWN' }
      if (asked.state === 'DEAD') return { outcome: 'DEAD' }
      const psbt = Uint8Array.from(asked.psbt)
      // What is asked for never changes: nobody waits for the books while a large file is read.
      const found = signaturesIn(bytes, psbt, policy)
      if (typeof found === 'string') return { outcome: 'REFUSED', problem: found }
      const answer = await alone(db, async (books): Promise<Imported & { raw?: string }> => {
        if ((await findAsked(books, id))?.state === 'DEAD') return { outcome: 'DEAD' }
        await insertSignatures(books, id, found)
        const kept = await listSignatures(books, id)
        const signatures = new Set(kept.map(of => of.key)).size
        const raw = signedWith(psbt, kept, policy)
        if (raw === undefined) return { outcome: 'KEPT', signatures, needed }
        await keepSigned(books, id, raw)
        return { outcome: 'SIGNED', signatures, needed, raw }
      })
      const { raw, ...said } = answer
      // What is kept is offered again each minute: a node that is away now, or refuses it, delays it.
      if (raw) await node.broadcast(raw).catch(() => null)
      return said
    },
  }
}
