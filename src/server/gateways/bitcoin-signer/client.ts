/** The signer of a process of its own, as our server asks it: we know its address, and never its key. */
import { request } from 'node:http'
import type { z } from 'zod'
import { scriptOf } from '../bitcoin/build-payout.ts'
import type { BitcoinSigner } from '../bitcoin/signer.ts'
import { GatewayError } from '../gateway-error.ts'
import { SignAnswer, ViewAnswer } from './talk.ts'

/** A hundred signatures take some milliseconds; this only ends a wait that would have no end. */
const ANSWERS_WITHIN_MS = 60_000
const MOST_BYTES = 4 * 1024 * 1024

/**
 * The signer that listens at a socket and holds the key of `address`, an address of the main network. It need not listen yet. What it says throws
 * BITCOIN_SIGNER_SILENT where it does not answer (again later), BITCOIN_SIGNER_FULL where its hour is full (again later), and BITCOIN_SIGNER_REFUSED where
 * its rules or its key are not for that.
 */
export function signerAt(socketPath: string, address: string): BitcoinSigner {
  const script = scriptOf(address)
  if (script === undefined) throw new Error(`${address} is no address of Bitcoin’s main network`)
  return {
    address,
    script,
    sign: async psbt => {
      const question = { psbt: Buffer.from(psbt).toString('base64') }
      const answer = await ask(socketPath, '/sign', question, SignAnswer)
      if ('raw' in answer) return answer.raw
      const full = answer.refused === 'HOUR_FULL'
      throw new GatewayError(
        full ? 'BITCOIN_SIGNER_FULL' : 'BITCOIN_SIGNER_REFUSED',
        `the signer refuses: ${answer.refused}`,
        { retriable: full },
      )
    },
    view: async payees => {
      const named = payees.map(of => ({ address: of.address, value_sat: String(of.value_sat) }))
      const view = await ask(socketPath, '/view', { payees: named }, ViewAnswer)
      if (view.address !== address || view.refusals.length !== payees.length)
        throw new GatewayError('BITCOIN_SIGNER_REFUSED', 'the signer holds another key', {
          retriable: false,
        })
      return view
    },
  }
}

async function ask<T>(
  socketPath: string,
  path: string,
  question: object,
  shape: z.ZodType<T>,
): Promise<T> {
  const { status, body } = await post(socketPath, path, JSON.stringify(question)).catch(cause => {
    throw new GatewayError('BITCOIN_SIGNER_SILENT', 'the signer does not answer', {
      ...{ retriable: true, cause },
    })
  })
  const read = status === 200 ? shape.safeParse(parsed(body)) : undefined
  if (read?.success) return read.data
  throw new GatewayError('BITCOIN_SIGNER_REFUSED', `the signer answered ${status}`, {
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
