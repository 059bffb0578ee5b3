/** What used up a nonce account at a value, where people were asked for what was to do that: whoever holds it may have sent it by themselves, also otherwise (decision 0232). */
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Address } from '@solana/kit'
import { GatewayError } from '../gateway-error.ts'
import type { Seen, UnderWay } from '../tokens/token-chain.ts'
import { failureOf } from './failure.ts'
import { keyOf, transfersIn, turnOf, type Whole, wholeOf } from './message.ts'
import type { SolanaNode, Stood } from './node.ts'

/** What was asked for as it was asked, by whichever signature, or what moved the same by whichever instruction, is the payment; anything else that the treasury signed is the proof that it never stands. */
export async function usedBy(
  node: SolanaNode,
  { lane, asked = [] }: UnderWay,
  treasury: string,
): Promise<Seen> {
  for (const txid of await node.signaturesFor(lane.name as Address)) {
    const stood = await node.transaction(txid).catch(unreadable)
    const whole = stood && readBy(stood.raw, treasury)
    if (!stood || !whole || turnOf(whole.message) !== `${lane.name} ${lane.value}`) continue
    const ours = asked.map(wholeOf)
    if (ours.some(one => Buffer.from(one.bytes).equals(whole.bytes)))
      return { state: 'FINAL', txid, failure: failureOf(stood.err) }
    const isSame = isDone(stood) && ours.some(one => movesAs(one, whole, stood))
    if (isSame) return { state: 'FINAL', txid, failure: null }
    return { state: 'SPENT', by: txid, proof: stood.raw }
  }
  return { state: 'UNSEEN' }
}

/** Anybody may name a nonce account, in whatever form a transaction has by then: one that nobody here can read is none of ours. */
function unreadable(error: unknown): null {
  if (error instanceof GatewayError && error.code === 'CHAIN_OTHER') return null
  throw error
}

/** A transaction that the treasury signed; undefined of any other: a node may have made that up. */
function readBy(raw: string, treasury: string): Whole | undefined {
  try {
    const whole = wholeOf(raw)
    const signature = Uint8Array.from(whole.signatures[treasury as Address] ?? [])
    const isIts = ed25519.verify(signature, whole.bytes, keyOf(treasury), { zip215: false })
    return isIts ? whole : undefined
  } catch {
    return undefined
  }
}

function isDone({ err }: Stood): boolean {
  return err === null || err === undefined
}

/** By its own bytes, or by what the network says that the account of the payee gained. */
function movesAs(ours: Whole, whole: Whole, { gained }: Stood): boolean {
  const [asked = ''] = transfersIn(ours.message)
  if (transfersIn(whole.message).includes(asked)) return true
  const [from, to, amount] = asked.split(' ')
  const of = (account: string | undefined) => gained.get(account ?? '')
  return of(to) === BigInt(amount ?? 0) && of(from) === -BigInt(amount ?? 0)
}
