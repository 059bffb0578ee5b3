/**
 * Tokens whose payments people sign away from here (decision 0226). What they are asked for is kept before they see it, with its lane, and counts as what may leave from then on: whoever holds it can
 * have it signed and sent by themselves, so nothing of it is taken back, and only what uses up the same lane takes its place.
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { alone } from '../tokens/books.store.ts'
import {
  findAsked,
  type InTime,
  keepExported,
  keepPartly,
  keepSigned,
  listPaidBy,
  listToSign,
} from '../tokens/to-sign.store.ts'
import type { HandSigning } from '../tokens/token-chain.ts'
import type { ByHand, Imported, ToSign } from './rail.ts'
import { quietly } from './token-follow.ts'
import type { TokenTreasury } from './token-pay.ts'

const signedBy = ({ needed }: { readonly needed: number }) =>
  ({ outcome: 'SIGNED', signatures: needed, needed }) as const

/** What waits for a signature of a treasury's key, how it is handed out, and how it comes back. */
export function tokenByHand(
  db: Kysely<DB>,
  { chain, now }: TokenTreasury,
  signing: HandSigning,
): ByHand {
  const { network } = chain
  return {
    list: async () =>
      (await listToSign(db, chain)).map(({ id, payee, currency, fee, made_at, ...of }) => ({
        ...{ id, payee, payments: 1, since: made_at },
        ...{ signatures: of.signatures, needed: of.needed },
        ...{ exported_at: of.exported_at, replaces: of.replaces, after: of.after },
        ...{ amount: { currency, minor: of.amount }, fee: { currency: chain.coin, minor: fee } },
        ...{ shown: signing.shown?.({ id, message: of.message }), ...timeOf(signing, of) },
      })),
    pays: id => listPaidBy(db, network, id),
    export: async id => {
      const asked = await findAsked(db, network, id)
      if (asked?.state !== 'WAITS') return asked?.state
      if (isOver(signing, asked)) return 'DEAD'
      await keepExported(db, { network, id, at: now() })
      return signing.file(asked)
    },
    import: async (id, bytes) => {
      const asked = await findAsked(db, network, id)
      if (!asked) return { outcome: 'UNKNOWN' }
      if (asked.state === 'DEAD' || isOver(signing, asked)) return { outcome: 'DEAD' }
      // What is asked for never changes: nobody waits for the books while it is read.
      const treasury = asked.treasury ?? chain.address
      const signed = await signing.signed(bytes, asked, treasury)
      if (typeof signed === 'string') return { outcome: 'REFUSED', problem: signed }
      const answer = await alone(db, network, async (books): Promise<Imported & Raw> => {
        const by_now = await findAsked(books, network, id)
        if (by_now?.state === 'DEAD') return { outcome: 'DEAD' }
        if (by_now?.state !== 'WAITS') return signedBy(asked)
        // What others brought meanwhile is not lost.
        const together = await signing.signed(bytes, by_now, treasury)
        if (typeof together === 'string') return { outcome: 'REFUSED', problem: together }
        if ('partly' in together) {
          await keepPartly(books, { network, id }, together)
          const { signatures, needed } = together
          return { outcome: 'KEPT', signatures, needed }
        }
        await keepSigned(books, { network, id, at: now() }, together)
        return { ...signedBy(asked), raw: together.raw }
      })
      const { raw, ...said } = answer
      // What is kept is offered again each minute: a node that is away now, or refuses it, delays it.
      if (raw) await chain.offer(raw).catch(quietly)
      return said
    },
  }
}

type Raw = { readonly raw?: string }

/** Until about when it can be signed, and whether that is over: it is asked for anew then, once it is certain that it does not stand. */
function timeOf(signing: HandSigning, of: InTime): Pick<ToSign, 'until' | 'over'> {
  const { height, read_at } = of
  const last = endOf(signing, of)
  if (!signing.window || last === undefined || height === null || read_at === null)
    return { until: null, over: false }
  const left_ms = Number(last - height) * signing.window.block_ms
  return { until: new Date(read_at.getTime() + left_ms), over: isOver(signing, of) }
}

function isOver(signing: HandSigning, of: InTime): boolean {
  const last = endOf(signing, of)
  return last !== undefined && of.height !== null && of.height >= last
}

function endOf({ window }: HandSigning, { lane, lane_value }: InTime): bigint | undefined {
  return window?.ends({ name: lane, value: lane_value })
}
