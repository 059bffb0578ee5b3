/** A signer in a process of its own, as our server asks it: we know its address, and never its key. */
import { request } from 'node:http'
import { isAddress as isSolanaAddress } from '@solana/kit'
import { isValidAddress as isAlgorandAddress } from 'algosdk'
import { bytesToHex, hexToBytes, isAddress as isEthereumAddress } from 'viem'
import type { z } from 'zod'
import type { AlgorandSigner } from '../algorand/signer.ts'
import { scriptOf } from '../bitcoin/build-payout.ts'
import type { BitcoinSigner } from '../bitcoin/signer.ts'
import type { EthereumSigner } from '../ethereum/signer.ts'
import { GatewayError } from '../gateway-error.ts'
import type { HederaSigner } from '../hedera/signer.ts'
import type { SolanaSigner } from '../solana/signer.ts'
import { SignAnswer, toJson, ViewAnswer } from './talk.ts'
import type { ViewOf } from './view.ts'

/** A hundred signatures take some milliseconds; this only ends a wait that would have no end. */
const ANSWERS_WITHIN_MS = 60_000
const MOST_BYTES = 4 * 1024 * 1024

/** Where a signer listens, and whose key it holds: an address of the main network. It need not listen yet. */
export type SignerAt = { readonly socket: string; readonly address: string }

/** The signer of Bitcoin that listens at a socket. Throws where the address is none. */
export function bitcoinSignerAt({ socket, address }: SignerAt): BitcoinSigner {
  const script = scriptOf(address)
  if (script === undefined) throw noAddress(address)
  return { address, script, ...asking(socket, address) }
}

/** The same of Solana. */
export function solanaSignerAt({ socket, address }: SignerAt): SolanaSigner {
  if (!isSolanaAddress(address)) throw noAddress(address)
  return { address, ...asking(socket, address) }
}

/** The same of Ethereum. */
export function ethereumSignerAt({ socket, address }: SignerAt): EthereumSigner {
  if (!isEthereumAddress(address)) throw noAddress(address)
  const { sign, view } = asking(socket, address)
  return { address, view, sign: async unsigned => bytesToHex(await sign(hexToBytes(unsigned))) }
}

/** The same of Hedera, whose addresses are aliases of keys as on Ethereum. */
export function hederaSignerAt({ socket, address }: SignerAt): HederaSigner {
  if (!isEthereumAddress(address)) throw noAddress(address)
  return { address, ...asking(socket, address) }
}

/** The same of Algorand. */
export function algorandSignerAt({ socket, address }: SignerAt): AlgorandSigner {
  if (!isAlgorandAddress(address)) throw noAddress(address)
  return { address, ...asking(socket, address) }
}

function noAddress(address: string): Error {
  return new Error(`${address} is no address of the main network of its chain`)
}

/**
 * Asks the signer that listens at a socket. Both throw SIGNER_SILENT where it does not answer (again later), and SIGNER_OTHER where it holds another key or answers what nobody understands; to sign throws
 * SIGNER_FULL where its hour is full (again later), and SIGNER_REFUSED where its rules are not for that.
 */
function asking(
  socket: string,
  address: string,
): { sign(unsigned: Uint8Array): Promise<Uint8Array>; readonly view: ViewOf } {
  return {
    sign: async bytes => {
      const unsigned = Buffer.from(bytes).toString('base64')
      const answer = await ask(socket, '/sign', { unsigned }, SignAnswer)
      if ('signed' in answer) return answer.signed
      const full = answer.refused === 'HOUR_FULL'
      throw new GatewayError(
        full ? 'SIGNER_FULL' : 'SIGNER_REFUSED',
        `the signer refuses: ${answer.refused}`,
        { retriable: full },
      )
    },
    view: viewAt({ socket, address }),
  }
}

/** What the signer that listens at a socket would say. */
export function viewAt({ socket, address }: SignerAt): ViewOf {
  return async payees => {
    const view = await ask(socket, '/view', { payees }, ViewAnswer)
    if (view.address !== address || view.refusals.length !== payees.length)
      throw new GatewayError('SIGNER_OTHER', 'the signer holds another key', { retriable: false })
    return view
  }
}

async function ask<T>(
  socketPath: string,
  path: string,
  question: object,
  shape: z.ZodType<T>,
): Promise<T> {
  const { status, body } = await post(socketPath, path, toJson(question)).catch(cause => {
    throw new GatewayError('SIGNER_SILENT', 'the signer does not answer', {
      ...{ retriable: true, cause },
    })
  })
  const read = status === 200 ? shape.safeParse(parsed(body)) : undefined
  if (read?.success) return read.data
  throw new GatewayError('SIGNER_OTHER', `the signer answered ${status}`, {
    retriable: false,
  })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function post(
  socketPath: string,
  path: string,
  content: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
    }
    const asked = request({ socketPath, path, method: 'POST', headers }, answer => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        body += chunk
        if (body.length > MOST_BYTES) answer.destroy(new Error('it answers too much'))
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
      answer.on('error', reject)
    })
    asked.setTimeout(ANSWERS_WITHIN_MS, () => asked.destroy(new Error('it took too long')))
    asked.on('error', reject)
    asked.end(content)
  })
}
