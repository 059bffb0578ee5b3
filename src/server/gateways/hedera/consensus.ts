/** The nodes that agree on transactions, each asked by gRPC: a transaction names the one that it is handed to, and no other takes it. */
import { chainError } from '../tokens/token-chain.ts'
import { decode } from './protobuf.ts'
import { readSigned } from './transactions.ts'

/** Hosts (`host:port`) by the number of their account. */
export type ConsensusNodes = ReadonlyMap<string, string>

/** One that did not answer is handed nothing new for so long. */
const RESTS_MS = 120_000
/** What a node says of what it takes: that, or that it was handed it before (services/response_code.proto). */
const TAKEN: readonly bigint[] = [0n, 11n]

export type Consensus = ReturnType<typeof consensusOf>

/** Offers to so many nodes. */
export function consensusOf(nodes: ConsensusNodes, now: () => number) {
  const rests = new Map<string, number>()
  return {
    /** The node of the n-th transaction, of those that answer. */
    nodeFor: (nth: number): string => {
      const all = [...nodes.keys()]
      const awake = all.filter(node => (rests.get(node) ?? 0) <= now())
      const from = awake.length > 0 ? awake : all
      return from[nth % from.length] ?? ''
    },
    /** Hands one to its node. Throws where that does not say that it takes it. */
    offer: async (raw: string): Promise<void> => {
      const { by, transfer } = readSigned(raw)
      const host = nodes.get(by.node)
      if (!host) throw chainError('OTHER', `${by.node} is no node that is asked`)
      if ((rests.get(by.node) ?? 0) > now()) throw chainError('SILENT', `${by.node} rests`)
      const path = transfer
        ? '/proto.CryptoService/cryptoTransfer'
        : '/proto.TokenService/associateTokens'
      // Loaded by who pays on Hedera alone.
      const { callAt } = await import('./grpc.ts')
      const answer = await callAt(host, path, Buffer.from(raw, 'base64')).catch(error => {
        rests.set(by.node, now() + RESTS_MS)
        throw error
      })
      const said = precheckOf(answer)
      if (!TAKEN.includes(said)) throw chainError('OTHER', `the node refused (${said})`)
    },
  }
}

function precheckOf(answer: Uint8Array): bigint {
  try {
    const [, code = 0n] = decode(answer).find(([number]) => number === 1) ?? []
    if (typeof code === 'bigint') return code
  } catch {}
  throw chainError('OTHER', 'offer: another answer')
}
